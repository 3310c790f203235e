import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { useProduct } from '../support/product.ts'

const site = useProduct()

/** What opens a menu or a panel of the list of people, and what is inside it. */
const menus: [name: string, button: (page: Page) => Locator, content: (page: Page) => Locator][] = [
  [
    'the user menu',
    page => page.locator('button.user'),
    page => page.getByRole('menuitem', { name: '退出登录' }),
  ],
  [
    'the menu of a row',
    page => page.getByRole('button', { name: /的更多操作$/ }).first(),
    page => page.getByRole('menuitem').first(),
  ],
  [
    'the menu of views',
    page => page.getByRole('button', { name: '视图', exact: true }),
    page => page.getByRole('dialog').getByRole('button').first(),
  ],
  [
    'a filter with few options',
    page => page.getByRole('button', { name: '筛选人员类别' }),
    page => page.locator('[role^=menuitem]').first(),
  ],
  [
    'a filter with a search',
    page => page.getByRole('button', { name: '筛选所属律所' }),
    page => page.getByRole('option').first(),
  ],
  [
    'the list of filters',
    page => page.getByRole('button', { name: '更多筛选' }),
    page => page.getByRole('dialog').getByRole('checkbox').first(),
  ],
  [
    'the settings of columns',
    page => page.getByRole('button', { name: '列设置' }),
    page => page.getByRole('dialog').getByRole('checkbox').first(),
  ],
]

test.each(menus)('%s opens at its first press without waiting for code', async (_, button, content) => {
  const { page, close } = await site.openAs('admin')
  await page.goto('/web/app/lawyer')
  await page.locator('.table tbody tr').first().waitFor()
  await button(page).hover()
  await page.waitForLoadState('networkidle')
  // Scripts and style sheets that are asked for from now on never arrive.
  await page.route('**/assets/**', () => {})
  await button(page).click()
  await content(page).waitFor()
  expect(await page.getByText('加载失败').count()).toBe(0)
  await close()
})

test('no entry of the menu is cut off in English', async () => {
  const { page, close } = await site.openAs('admin')
  await page.goto('/web/app/home')
  await page.evaluate(() => localStorage.setItem('tenant-admin/locale', 'en-US'))
  await page.reload()
  await page.locator('html[lang=en-US] .side .menu-label').first().waitFor()
  await page
    .locator('.side .menu-item[aria-expanded=false]')
    .evaluateAll(groups => groups.forEach(it => it.dispatchEvent(new MouseEvent('click', { bubbles: true }))))
  const cutOff = await page
    .locator('.side .menu-label')
    .evaluateAll(labels => labels.filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent))
  expect(cutOff).toEqual([])
  await close()
})
