import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectUncovered } from '../support/boxes.ts'
import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'
import { startReceiver } from '../support/webhookReceiver.ts'

// The receiver of the test is on this machine.
const site = useProduct({ WEBHOOK_PRIVATE: 'on' })

/** The code of the answer to a program that calls with this token. */
const codeFor = async (token: string, path: string, method = 'GET') => {
  const answer = await fetch(`${site.url}/api${path}`, { method, headers: { Token: token } })
  return ((await answer.json()) as { code: string }).code
}

test('a token made on the page does what its capabilities say and nothing else, until it is revoked', async () => {
  const { page, complaints } = await site.signInAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/conf/tokens')
  await page.getByText('暂无接口令牌').waitFor()
  await expectAccessible(page)

  // The next step of the empty list is the same as the filled button above it.
  expect(await page.getByRole('button', { name: '新建令牌' }).count()).toBe(2)
  await page.getByRole('button', { name: '新建令牌' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建令牌' })
  await dialog.getByRole('textbox', { name: /^名称/ }).fill('人事系统')
  // The form says what is missing.
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await dialog.getByText('请选择权限').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: '30天' }).click()
  expect(await dialog.getByRole('textbox', { name: /^有效期至/ }).inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
  // By keyboard.
  const people = dialog.getByRole('group', { name: '人员', exact: true })
  await people.getByRole('checkbox', { name: '查看人员' }).press('Space')
  await dialog.getByLabel('登录密码', { exact: false }).first().fill(demoPassword)
  await dialog.getByRole('button', { name: '新建', exact: true }).click()

  const shown = page.getByRole('dialog', { name: '接口令牌' })
  const token = (await shown.locator('code').textContent())!
  expect(token).toMatch(/^tat_1_[\w-]{43}$/)
  await expectUncovered(shown.locator('code, button'))
  await expectAccessible(page)
  await shown.getByRole('button', { name: '已保存，关闭' }).click()
  await page.getByText('有效', { exact: true }).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  expect(await codeFor(token, '/lawyer/pageList')).toBe('200')
  for (const path of ['/lawyer/card/pageList', '/firmAccessUser/pageList', '/token/page', '/auth/self'])
    expect([path, await codeFor(token, path)]).toEqual([path, '4030'])

  await page.getByRole('button', { name: /撤销/ }).first().click()
  const confirmation = page.getByRole('dialog')
  await confirmation.getByText('使用该令牌的程序立即不能再调用接口').waitFor()
  await confirmation.getByRole('button', { name: '撤销' }).click()
  await page.getByText('已撤销', { exact: true }).first().waitFor()
  expect(await codeFor(token, '/lawyer/pageList')).toBe('4003')
  expect(complaints).toEqual([])
})

test('a token for an identity provider is shown with its address, and works there alone', async () => {
  const { page, complaints } = await site.signInAs('admin', { viewport: phone })
  await page.goto('/web/app/conf/tokens')
  await page.getByRole('button', { name: '新建令牌' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建令牌' })
  await dialog.getByRole('textbox', { name: /^名称/ }).fill('身份源')
  await dialog.getByRole('button', { name: '30天' }).click()
  await dialog.getByRole('switch', { name: /供通讯录同步使用/ }).press('Space')
  const people = dialog.getByRole('group', { name: '人员', exact: true })
  await people.getByRole('checkbox', { name: '查看人员' }).press('Space')
  await dialog.getByLabel('登录密码', { exact: false }).first().fill(demoPassword)
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await dialog.getByText('通讯录同步须有“查看人员”“创建账号”和“编辑人员”的权限').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  for (const name of ['创建账号', '编辑人员']) await people.getByRole('checkbox', { name }).press('Space')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()

  const shown = page.getByRole('dialog', { name: '接口令牌' })
  await shown.getByText('SCIM 地址').waitFor()
  await expectUncovered(shown.locator('code, button'))
  await expectAccessible(page)
  const [token = '', address = ''] = await shown.locator('code').allTextContents()
  const answer = await fetch(`${address}/Users`, { headers: { Authorization: `Bearer ${token}` } })
  expect([answer.status, await answer.json()]).toMatchObject([200, { totalResults: 0 }])
  expect(await codeFor(token, '/lawyer/pageList')).toBe('4030')
  expect(complaints).toEqual([])
})

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

test('a failed delivery is shown with its answer, is repeated, and is sent anew', async () => {
  const { page, complaints } = await site.signInAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/conf/webhooks')
  await page.getByText('暂无事件推送').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '新增事件推送' }).first().click()
  await page.getByRole('textbox', { name: /^名称/ }).fill('官网')
  await page.getByRole('textbox', { name: /^地址/ }).fill(receiver.url)
  const events = page.getByRole('combobox', { name: /^事件/ })
  await events.fill('人员离所')
  await page.getByRole('option', { name: '人员离所' }).waitFor()
  await events.press('Enter')
  await events.press('Tab')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const shown = page.getByRole('dialog', { name: '密钥' })
  const secret = (await shown.locator('code').textContent())!
  await expectUncovered(shown.locator('code, button'))
  await expectAccessible(page)
  await shown.getByRole('button', { name: '已保存，关闭' }).click()

  receiver.answerStatus(500)
  await page
    .getByRole('button', { name: /发送测试/ })
    .first()
    .click()
  const testDialog = page.getByRole('dialog', { name: '发送测试' })
  await testDialog.getByText('HTTP 500').first().waitFor()
  await expectAccessible(page)
  expect(receiver.received).toHaveLength(1)
  await testDialog.getByRole('button', { name: '查看推送记录' }).click()
  await page.getByText(/^第 1 次失败，.* 重试$/).waitFor()
  await page.getByText('status 500').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/web/app/conf/webhook-deliveries')
  await page.getByText('等待重试').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: '官网' }).first().click()

  receiver.answerStatus(200)
  site.advance(120_000)
  await expect.poll(() => receiver.received.length, { timeout: 150_000 }).toBe(2)
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByText('HTTP 500').first().waitFor()
      return page.getByText('HTTP 200').count()
    })
    .toBe(1)
  await page.getByRole('button', { name: '重新发送' }).click()
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3)
  expect(receiver.verified(secret).map(it => it.type)).toEqual(['test', 'test', 'test'])
  expect(new Set(receiver.received.map(it => it.headers['webhook-id'])).size).toBe(1)
  expect(complaints).toEqual([])
}, 400_000)
