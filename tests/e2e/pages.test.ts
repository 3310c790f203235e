import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone, visit, wide } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { pagesOf, people, walkTimeout } from '../support/walk.ts'

const site = useProduct()

/** Opens the address as if typed, which loads the whole document. */
const load = async (page: Page, path: string) => {
  await page.goto(`/web${path}`)
  await visit(page, path)
}

const looks = [
  { viewport: wide, colorScheme: 'light' },
  { viewport: phone, colorScheme: 'dark' },
] as const

const walks = people.flatMap(([account, roles]) => looks.map(look => ({ account, roles, ...look })))

// Runs in parallel, because most of the time is spent waiting for pages to become idle.
test.concurrent.each(walks)(
  'every page of $account is accessible, fits, has a title and an empty console, at $viewport.width px, $colorScheme',
  async ({ account, roles, viewport, colorScheme }) => {
    const { page, close, complaints } = await site.openWindow({ viewport, colorScheme })
    await page.goto('/web/login')
    await page.getByRole('tab', { name: '律师登录' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await site.signIn(page, account)
    for (const { path, isEntrance } of pagesOf(roles)) {
      // Opens the first page of each resource by its address, the others by their links.
      await (isEntrance && viewport === wide ? load : visit)(page, path)
      expect(await page.title(), path).toMatch(/.+ - .+/)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, { within: isEntrance ? undefined : '#content' })
      expect(complaints, path).toEqual([])
    }
    await close()
  },
  walkTimeout,
)

test('a page of another role says whom to ask, and an unknown address says that there is no page', async () => {
  const { page, close } = await site.openAs('branch2')
  await page.goto('/web/app/operation/position')
  await page.getByText('没有权限').first().waitFor()
  await expectAccessible(page)
  await page.goto('/web/app/nowhere')
  await page.getByRole('heading', { name: /找不到/ }).waitFor()
  await expectAccessible(page)
  await close()
})

test('the API description is shown with files of the product only', async () => {
  const { page, complaints, close } = await site.openWindow()
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await page.goto('/api/docs')
  // Tags and operations are collapsed at first.
  await page.locator('#operations-tag-session').click()
  await page.locator('.opblock').first().click()
  await page.getByText('Responses', { exact: true }).waitFor()
  expect([...hosts].filter(host => host !== '')).toEqual([new URL(site.url).host])
  expect(complaints).toEqual([])
  await close()
})

test('a failing server is reported on the page with a button to try again', async () => {
  const { page, close } = await site.openAs('admin')
  let isDown = true
  await page.route('**/api/lawyer/pageList**', route =>
    isDown ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  )
  await page.goto('/web/app/lawyer')
  const retry = page.getByRole('button', { name: '重试' })
  await retry.waitFor()
  await expectAccessible(page)
  // Only immediately before, because the list also retries by itself.
  isDown = false
  await retry.click()
  await page.getByRole('table').waitFor()
  await close()
})

test('the chart of changes labels each tick with its number', async () => {
  const { page, close } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/home')
  const ticks = page.locator('.home-chart .MuiChartsAxis-directionY .MuiChartsAxis-tickLabel')
  await ticks.first().waitFor()
  expect((await ticks.allTextContents()).filter(it => !/^\d+$/.test(it))).toEqual([])
  await close()
})
