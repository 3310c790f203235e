import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { visit } from '../support/browser.ts'
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
    page => page.getByRole('button', { name: '筛选账号状态' }),
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

/** Holds back each script and style sheet that is asked for from now on; returns those that were. */
const holdCode = async (page: Page) => {
  const held: string[] = []
  await page.route('**/assets/**', route => void held.push(route.request().url()))
  return held
}

test.each(menus)(
  '%s needs no more code when it is pressed for the first time',
  async (_, button, content) => {
    const { page, close } = await site.openWindow()
    await page.goto('/web/login')
    await site.signIn(page, 'admin')
    await visit(page, '/app/lawyer')
    await button(page).hover()
    await page.waitForLoadState('networkidle')
    const held = await holdCode(page)
    await button(page).click()
    await content(page).waitFor()
    expect(held).toEqual([])
    await close()
  },
)
