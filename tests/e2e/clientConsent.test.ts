import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const title = '一宗设备买卖纠纷的和解'
const publicTitles = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/article/getList?kind=3&pageSize=200&firmId=1')
    const { data } = (await answer.json()) as { data: { records: { title: string }[] } }
    return data.records.map(it => it.title)
  })

/** Saves a case with a party as it is typed, from another case's values. */
const addCase = (page: Page, name = title) =>
  page.evaluate(async named => {
    const token = decodeURIComponent(/tenant-admin-token=([^;]+)/.exec(document.cookie)![1]!)
    const headers = { Token: token, 'Content-Type': 'application/json' }
    const read = async (path: string, init: object = {}) =>
      ((await (await fetch(`/api${path}`, { headers, ...init })).json()) as { data: unknown }).data
    const { records } = (await read('/article/getList?kind=3&pageSize=1&status=2')) as {
      records: Record<string, unknown>[]
    }
    const { typeId, cover, lawyerIds, organizationId } = records[0]!
    const body = JSON.stringify({
      kind: 3,
      typeId,
      cover,
      lawyerIds,
      organizationId,
      title: named,
      language: 'CN',
      contentMode: 1,
      sourceType: 1,
      content: '<p>双方和解。</p>',
      submit: 1,
      caseInfo: { cause: '买卖合同纠纷' },
      parties: ['北京华宇星辰科技有限公司'],
    })
    return ((await read('/article', { method: 'POST', body })) as { articleId: number }).articleId
  }, name)

test('a link is sent with three presses; the client consents on a phone, the case is public, and is not after the withdrawal', async () => {
  const { page, complaints } = await site.openAs('admin')
  await page.goto('/web/app/home')
  const id = await addCase(page)
  await page.goto(`/web/app/cms/preview/${id}`)
  await page.getByText('已通过审核，客户同意后发布。').waitFor()
  expect(await publicTitles(page)).not.toContain(title)

  await page.getByRole('button', { name: '征求客户同意' }).click()
  await page.getByLabel('发给谁').fill('华宇星辰法务部')
  await page.getByRole('button', { name: '生成链接' }).click()
  await page.getByRole('button', { name: '复制华宇星辰法务部' }).click()
  const link = await page.locator('.secret-box code').innerText()
  await expectAccessible(page)

  const client = await site.openWindow({ viewport: phone })
  await client.page.goto(link)
  await client.page.getByRole('button', { name: '查看' }).waitFor()
  await expectAccessible(client.page)
  await client.page.getByRole('button', { name: '查看' }).click()
  await client.page.getByRole('heading', { name: '征求您的同意' }).waitFor()
  await client.page.getByRole('heading', { name: title }).waitFor()
  expect(await client.page.locator('body').innerText()).not.toContain('华宇')
  await expectAccessible(client.page)
  await expectNoSidewaysScroll(client.page)
  await client.page.reload()
  await client.page.getByRole('button', { name: '查看' }).click()
  await client.page.getByLabel('您的姓名').fill('周敏')
  await client.page.getByRole('button', { name: '同意发布' }).click()
  await client.page.getByRole('heading', { name: '谢谢，已收到您的同意' }).waitFor()
  await expectAccessible(client.page)
  expect(await publicTitles(client.page)).toContain(title)

  const receipt = await client.page.locator('.secret-box code').innerText()
  const later = await site.openWindow({ viewport: phone })
  await later.page.goto(receipt)
  await later.page.getByRole('button', { name: '撤回同意' }).click()
  await later.page.getByRole('heading', { name: '同意已撤回' }).waitFor()
  await expectAccessible(later.page)
  expect(await publicTitles(later.page)).not.toContain(title)
  await page.goto(`/web/app/cms/preview/${id}`)
  await page.getByText('已撤回同意').waitFor()
  expect([...complaints, ...client.complaints, ...later.complaints]).toEqual([])
})

test('the preview of a card names its official fields of practice to somebody without an account', async () => {
  const { page } = await site.openAs('admin')
  await page.goto('/web/app/card/detail/3')
  await page.getByRole('button', { name: '分享预览' }).click()
  await page.getByLabel('发给谁').fill('华宇星辰法务部')
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = await page.locator('.secret-box code').innerText()

  const client = await site.openWindow({ viewport: phone })
  await client.page.goto(link)
  await client.page.getByRole('button', { name: '查看' }).click()
  await client.page.getByText('跨境投资、国际仲裁、并购重组').waitFor()
  expect(client.complaints).toEqual([])
})

/** The demo firm has no English name. */
const nameFirm = (page: Page, nameEn: string | null) =>
  page.evaluate(async given => {
    const token = decodeURIComponent(/tenant-admin-token=([^;]+)/.exec(document.cookie)![1]!)
    const headers = { Token: token, 'Content-Type': 'application/json' }
    const answer = await (await fetch('/api/firm/firmInfo/1', { headers })).json()
    const { version } = (answer as { data: { version: number } }).data
    const body = JSON.stringify({ nameEn: given, version })
    const saved = await (await fetch('/api/firm/update', { method: 'POST', headers, body })).json()
    if ((saved as { code: string }).code !== '200') throw new Error(JSON.stringify(saved))
  }, nameEn)

test('a client who reads English gets the answer, the address of the withdrawal and its page in English, by the English name of the firm', async () => {
  const { page } = await site.openAs('admin')
  await page.goto('/web/app/home')
  await nameFirm(page, 'Yanheng Law Firm')
  const id = await addCase(page, 'A settled dispute')
  await page.goto(`/web/app/cms/preview/${id}`)
  await page.getByRole('button', { name: '征求客户同意' }).click()
  await page.getByLabel('发给谁').fill('Legal')
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = await page.locator('.secret-box code').innerText()

  const client = await site.openWindow({ viewport: phone, colorScheme: 'dark' })
  const expectEnglish = async () => {
    expect(await client.page.locator('main').innerText()).toContain('Yanheng')
    const words = await client.page
      .locator('.shared-part, .shared-firm')
      .evaluateAll(parts => parts.map(it => it.textContent).join(' '))
    expect(words).not.toMatch(/\p{Script=Han}/u)
    await expectAccessible(client.page)
    await expectNoSidewaysScroll(client.page)
  }
  await client.page.goto(link)
  await client.page.getByLabel('Language').selectOption('en-US')
  await client.page.getByRole('button', { name: 'View' }).click()
  await client.page.getByLabel('Your name').fill('Zhou Min')
  await client.page.getByRole('button', { name: 'I consent' }).click()
  await client.page.getByRole('heading', { name: 'Thank you, your consent has been received' }).waitFor()
  await expectEnglish()
  const receipt = await client.page.locator('.secret-box code').innerText()
  await client.page.goto('about:blank')
  await client.page.goto(receipt)
  await client.page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await expectEnglish()
  await client.page.getByRole('button', { name: 'Withdraw' }).click()
  await client.page.getByText('The content is offline').waitFor()
  await expectEnglish()
  await nameFirm(page, null)
})

test('the page of a link is whole in English and in the dark, and says when a link is not valid', async () => {
  const { page } = await site.openWindow({ viewport: phone, colorScheme: 'dark' })
  await page.goto(`/web/preview#${'x'.repeat(43)}`)
  await page.getByLabel('Language').selectOption('en-US')
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByText('The link is not valid or has ended; ask the sender for another one').waitFor()
  const words = (await page.locator('.shared-part').innerText()).replaceAll('砚衡律师事务所', '')
  expect(words).not.toMatch(/\p{Script=Han}/u)
  await expectAccessible(page)
})

test('the page of a link shows no sign-in form while its scripts are loading', async () => {
  const { page } = await site.openWindow({ viewport: phone })
  // Lets the scripts arrive only when this promise is fulfilled.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!beforePage).*\.js$/, async route => {
    await released
    await route.continue()
  })
  await page.goto(`/web/preview#${'x'.repeat(43)}`, { waitUntil: 'commit' })
  await page.getByText('加载中...').waitFor()
  expect(await page.locator('#sign-in').isVisible()).toBe(false)
  release()
  await page.getByRole('button', { name: '查看' }).waitFor()
})
