import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

/** Counts the reports that a page sends, besides that of leaving. */
const countReports = (page: Page) => {
  const reports: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/auth/presence') && searchParams.get('leaving') !== '1') reports.push(pathname)
  })
  return reports
}

const note = (page: Page, name: string) => page.getByRole('status').filter({ hasText: `${name}正在编辑` })

test('the second editor sees the first with the opening of the form, and nobody is locked out', async () => {
  const first = await site.signInAs('admin')
  const second = await site.signInAs('admin2', { viewport: phone, colorScheme: 'dark' })
  const address = '/web/app/office/2/detail'
  const [ownReport] = await Promise.all([
    first.page.waitForResponse(it => it.url().includes('/auth/presence')),
    first.page.goto(address),
  ])
  expect(ownReport.status()).toBe(200)
  const reports = countReports(second.page)
  await second.page.goto(address)
  await note(second.page, '顾清衡').waitFor()
  // By the opening alone, and not by a later sign of life.
  expect(reports).toHaveLength(1)
  await expectAccessible(second.page)
  await expectNoSidewaysScroll(second.page)

  // The second editor saves, although the first has the form open.
  await second.page.getByRole('textbox', { name: '邮箱' }).fill('second@example.com')
  await second.page.getByRole('button', { name: '保存', exact: true }).click()
  await second.page.waitForURL(it => !it.pathname.endsWith('/detail') || it.search !== '')
  expect(first.complaints).toEqual([])
  expect(second.complaints).toEqual([])

  // The first editor has left, and is not shown to who opens the form next.
  await Promise.all([
    first.page.waitForResponse(it => it.url().includes('leaving=1')),
    first.page.getByRole('link', { name: '律所列表' }).first().click(),
  ])
  const third = await site.signInAs('admin2')
  const [report] = await Promise.all([
    third.page.waitForResponse(it => it.url().includes('/auth/presence')),
    third.page.goto(address),
  ])
  expect(((await report.json()) as { data: unknown }).data).toEqual([])
})

test('a hidden or disconnected tab gives no sign of life', async () => {
  const { page, context } = await site.signInAs('admin')
  await page.clock.install()
  const reports = countReports(page)
  await page.goto('/web/app/office/2/detail')
  await expect.poll(() => reports.length).toBe(1)
  await page.clock.fastForward(20_000)
  await expect.poll(() => reports.length).toBe(2)
  await context.setOffline(true)
  await page.clock.fastForward(60_000)
  expect(reports).toHaveLength(2)
  await context.setOffline(false)
})
