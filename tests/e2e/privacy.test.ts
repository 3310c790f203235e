import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

test('a lawyer exports the own data and asks for a deletion, and the main administrator answers', async () => {
  const lawyer = await site.signInAs('13800000001', { viewport: phone, colorScheme: 'dark' })
  const { page } = lawyer
  await page.goto('/web/app/user/account/settings')
  const section = page.getByRole('region', { name: '个人信息', exact: true })
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: '导出我的数据' }).click()
  expect((await download).suggestedFilename()).toMatch(/^我的数据-.*\.zip$/)

  const requests = page.getByRole('region', { name: '更正和删除请求' })
  await requests.getByRole('button', { name: '提出请求' }).click()
  const dialog = page.getByRole('dialog', { name: '提出请求' })
  await dialog.getByRole('radio', { name: '删除信息' }).click()
  await dialog.getByRole('textbox', { name: /^理由/ }).fill('离职后请删除我的资料')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '提交', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await requests.getByText('离职后请删除我的资料').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(lawyer.complaints).toEqual([])

  const admin = await site.signInAs('admin')
  await admin.page.goto('/web/app/lawyer/privacy')
  const row = admin.page.getByRole('row').filter({ hasText: '离职后请删除我的资料' })
  await row.getByRole('button', { name: /完成/ }).click()
  const answer = admin.page.getByRole('dialog')
  await answer.getByRole('textbox', { name: /^答复/ }).fill('已登记，离职手续办完后删除')
  await expectAccessible(admin.page)
  await answer.getByRole('button', { name: /完成/ }).click()
  await row.getByText('已完成').waitFor()
  expect(admin.complaints).toEqual([])
})
