import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import { holdsAny, type Role } from '../../resources/domain/role.ts'
import type { Route } from '../../resources/kit/index.ts'
import { expectAccessible, expectNoSidewaysScroll, phone, visit, wide } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const all: Route[] = resources.flatMap(it => [...Object.values(it.views), ...Object.values(it.pages)])
/** Kinds of content share some of their pages. */
const routes = [...new Map(all.map(it => [it.path, it])).values()]

const people: readonly [account: string, roles: readonly Role[]][] = [
  ['admin', ['admin', 'mainAdmin']],
  ['13800000001', ['lawyer']],
  ['system', ['system']],
]

/** Records of the demo firm that addresses with an id are opened with. */
const addressOf = ({ path }: Route) => path.replace(':id', '2')

/** As an address that is typed, with all of the document. */
const open = async (page: Page, path: string) => {
  await page.goto(`/web${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

const looks = [
  ['1440 px, light', wide, 'light', open],
  ['390 px, dark', phone, 'dark', visit],
] as const

// Side by side: most of it is waiting for pages to come to rest.
test.concurrent.each(
  people.flatMap(([account, roles]) => looks.map(look => [account, look[0], roles, look] as const)),
)(
  'every page of %s at %s is accessible, fits, has a title and an empty console',
  async (account, _, roles, [, viewport, colorScheme, go]) => {
    const { page, context, complaints } = await site.openWindow({ viewport, colorScheme })
    await page.goto('/web/login')
    await page.getByRole('tab', { name: '律师登录' }).waitFor()
    await expectAccessible(page)
    await site.signIn(page, account)
    for (const route of routes.filter(it => holdsAny(roles, it.roles))) {
      await go(page, addressOf(route))
      expect(await page.title(), route.path).toMatch(/.+ - .+/)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      expect(complaints, route.path).toEqual([])
    }
    await context.close()
  },
)

test('a page of another role says whom to ask, and an unknown one that it is not there', async () => {
  const { page, context } = await site.openAs('branch2')
  await page.goto('/web/app/operation/position')
  await page.getByText('没有权限').first().waitFor()
  await expectAccessible(page)
  await page.goto('/web/app/nowhere')
  await page.getByRole('heading', { name: /找不到/ }).waitFor()
  await expectAccessible(page)
  await context.close()
})

test('a failing server is told on the page, with a way to try again', async () => {
  const { page, context } = await site.openAs('admin')
  await page.route('**/api/lawyer/pageList**', route => route.fulfill({ status: 503, body: 'down' }))
  await page.goto('/web/app/lawyer')
  const retry = page.getByRole('button', { name: '重试' })
  await retry.waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/lawyer/pageList**')
  await retry.click()
  await page.getByRole('table').waitFor()
  await context.close()
})

test('the chart of what changed says the number of each of its ticks', async () => {
  const { page, context } = await site.openAs('admin', { viewport: phone, colorScheme: 'dark' })
  await page.goto('/web/app/home')
  const ticks = page.locator('.home-chart .MuiChartsAxis-directionY .MuiChartsAxis-tickLabel')
  await ticks.first().waitFor()
  expect((await ticks.allTextContents()).filter(it => !/^\d+$/.test(it))).toEqual([])
  await context.close()
})
