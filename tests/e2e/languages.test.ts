import { readFileSync } from 'node:fs'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import { holdsAny, type Role } from '../../resources/domain/role.ts'
import type { Route } from '../../resources/kit/index.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openWindow,
  phone,
  wide,
} from '../support/browser.ts'
import { type Product, signIn, startProduct } from '../support/product.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})

const routes: Route[] = resources.flatMap(it => [...Object.values(it.views), ...Object.values(it.pages)])
const read = (name: string): object =>
  JSON.parse(readFileSync(`resources/locales/en/${name}.json`, 'utf8')) as object
const keys = Object.keys({ ...read('entrance'), ...read('app') })

/** What the product itself says in Chinese; what people wrote, and the pictures of the phone, are theirs. */
const chineseOf = (page: Page) =>
  page.evaluate(known => {
    const said =
      'h1, h2, h3, legend, label, button, th, dt, nav a, .crumbs, .field-hint, .caption, .empty, [role=tab]'
    return [...document.querySelectorAll(said)]
      .filter(it => !it.closest('[lang^=zh], [class*=preview]'))
      .flatMap(it => [...it.childNodes].filter(node => node.nodeType === Node.TEXT_NODE))
      .map(it => it.nodeValue?.trim() ?? '')
      .filter(it => /\p{Script=Han}/u.test(it) && known.includes(it))
  }, keys)

const chooseBeforeSigningIn = async (page: Page, locale: string) => {
  await page.goto('/web/login')
  await page.locator('#language').selectOption(locale)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
}

const people: readonly [account: string, roles: readonly Role[]][] = [
  ['admin', ['admin', 'mainAdmin']],
  ['13800000001', ['lawyer']],
  ['system', ['system']],
]

test.concurrent.each(people)('every page of %s says all it says in English', async (account, roles) => {
  const { page, context, complaints } = await openWindow(browser, product.url, { viewport: wide })
  await chooseBeforeSigningIn(page, 'en-US')
  expect(await chineseOf(page)).toEqual([])
  await signIn(page, account)
  for (const route of routes.filter(it => holdsAny(roles, it.roles))) {
    await page.goto(`/web${route.path.replace(':id', '2')}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await chineseOf(page), route.path).toEqual([])
    expect(complaints, route.path).toEqual([])
  }
  await context.close()
})

test('lists, forms and settings are mirrored in Arabic on a phone, and fit', async () => {
  const { page, context, complaints } = await openWindow(browser, product.url, { viewport: phone })
  await chooseBeforeSigningIn(page, 'ar-EG')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await signIn(page, 'admin')
  for (const path of [
    'lawyer',
    'office/list',
    'operation/position',
    'conf/card-audit',
    'card/review',
    'logs',
  ]) {
    await page.goto(`/web/app/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    expect(complaints, path).toEqual([])
  }
  await context.close()
})

test('another language comes without a reload, keeps what is typed, and is remembered', async () => {
  const { page, context, complaints } = await openWindow(browser, product.url, { viewport: wide })
  await page.goto('/web/login')
  await signIn(page, 'admin')
  await page.goto('/web/app/operation/position/create')
  const name = page.getByLabel('职位名称')
  await name.fill('高级顾问')
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: '语言' }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en-US')
  expect(await page.getByRole('textbox', { name: 'Position', exact: true }).inputValue()).toBe('高级顾问')
  expect(await chineseOf(page)).toEqual([])
  await page.evaluate(() => sessionStorage.clear())
  expect(await page.evaluate(() => localStorage.getItem('tenant-admin/locale'))).toBe('en-US')
  expect(complaints).toEqual([])
  await context.close()
})
