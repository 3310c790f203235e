import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'

const site = useProduct()

const filter = encodeURIComponent('{"personType":2}')
const openViews = async (page: Page) => {
  await page.getByRole('button', { name: /^视图/ }).click()
  const panel = page.getByRole('dialog', { name: /^视图/ })
  await panel.waitFor()
  await page.getByText('正在加载共享的视图…').waitFor({ state: 'detached' })
  return panel
}
const listPath = '/web/app/lawyer'

test('a view is shared with an office, seen there alone, made the default, and its address sent', async () => {
  const author = await site.signInAs('branch2')
  await author.page.goto(`${listPath}?filter=${filter}`)
  await author.page.getByRole('button', { name: '列设置' }).click()
  await author.page.getByRole('radio', { name: '紧凑' }).check({ force: true })
  await author.page.getByRole('checkbox', { name: '律所' }).click()
  await author.page.keyboard.press('Escape')
  await openViews(author.page)
  await author.page.getByRole('textbox', { name: '视图名称' }).fill('实习律师')
  await author.page.keyboard.press('Enter')
  const own = await openViews(author.page)
  await own.getByRole('button', { name: '视图“实习律师”的操作' }).click()
  await author.page.getByRole('menuitem', { name: '共享' }).click()
  const dialog = author.page.getByRole('dialog', { name: '共享“实习律师”' })
  await dialog.waitFor()
  await expectAccessible(author.page)
  await dialog.getByRole('button', { name: '共享' }).click()
  const shared = own.getByRole('list', { name: '共享的视图' })
  await shared.getByRole('link', { name: /实习律师.*我共享的/ }).waitFor()
  const address = await shared.getByRole('link').getAttribute('href')
  expect(author.complaints).toEqual([])
  await author.close()

  // A colleague of the office, on a phone.
  const colleague = await site.signInAs('branch', { viewport: phone, colorScheme: 'dark' })
  await colleague.page.goto(listPath)
  const found = await openViews(colleague.page)
  const link = found.getByRole('link', { name: '实习律师' })
  await link.waitFor()
  await expectAccessible(colleague.page)
  await expectNoSidewaysScroll(colleague.page)
  const stored = colleague.page.waitForResponse(response => response.url().endsWith('/auth/preference'))
  await found.getByRole('button', { name: '设为默认' }).click()
  await stored
  expect(colleague.complaints).toEqual([])
  await colleague.close()

  // The default view applies on another computer, without opening the panel.
  const desk = await site.signInAs('branch')
  await desk.page.goto(listPath)
  await desk.page.getByRole('button', { name: '清除全部' }).waitFor()
  await desk.close()

  // An administrator of another office does not see it, but may open the address: with its columns, and own rows only.
  const other = await site.signInAs('shenzhen')
  await other.page.goto(address!)
  await other.page.getByText('列和行高已按链接中的视图显示。').waitFor()
  await other.page.getByRole('button', { name: '清除全部' }).waitFor()
  expect(await other.page.locator('html').getAttribute('data-density')).toBe('compact')
  expect(await other.page.getByRole('columnheader', { name: '律所' }).count()).toBe(0)
  expect(new URL(other.page.url()).search).not.toContain('columns=')
  const panel = await openViews(other.page)
  await expectAccessible(other.page)
  expect(await panel.getByText('实习律师').count()).toBe(0)
  expect(other.complaints).toEqual([])
  await other.close()
})
