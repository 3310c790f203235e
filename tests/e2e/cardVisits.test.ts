import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { until } from '../support/process.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const part = (page: Page) => page.getByRole('region', { name: '名片访问' })

test('what a visitor does is counted within seconds, and shown on a phone and at night', async () => {
  const { page } = await site.openAs('admin', { viewport: phone })
  const answered = page.waitForResponse(/\/api\/lawyer\/card\/cardInfo\/1\b/)
  await page.goto('/web/app/card/detail/1')
  const { data } = (await (await answered).json()) as { data: { codeKey: string } }
  await part(page).getByText('这段时间没有记录到访问。').waitFor()
  await expectNoSidewaysScroll(page)
  const { page: visitor } = await site.openWindow({
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile MicroMessenger/8.0',
  })
  for (const kind of ['open', 'save', 'call']) {
    const form = { codeKey: data.codeKey, kind }
    expect((await visitor.request.post('/api/lawyer/card/visit', { form })).ok()).toBe(true)
  }
  await until(async () => {
    await page.reload()
    const counts = part(page).locator('dd')
    await counts.or(part(page).getByText('这段时间没有记录到访问。')).first().waitFor()
    return (await counts.count()) > 0
  })
  expect(await part(page).locator('dd').allInnerTexts()).toEqual(['1', '1', '1'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await part(page).getByText('每天的次数').click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
