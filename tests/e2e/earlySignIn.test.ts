import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'

const site = useProduct()

/**
 * Delays the page's own code and returns a function that releases it. Scripts that run before the first rendering are
 * not delayed.
 */
const holdCode = async (page: Page) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(index|react)-[^/]*\.js$/, async route => {
    await promise
    await route.continue()
  })
  return release
}

const opened = async (options?: Parameters<typeof site.openWindow>[0]) => {
  const window = await site.openWindow(options)
  const release = await holdCode(window.page)
  await window.page.goto('/web/login', { waitUntil: 'commit' })
  await window.page.locator('#account').waitFor()
  return { ...window, release }
}

test('the sign-in form works before its code has loaded: text and Enter take effect once it has', async () => {
  const { page, complaints, close, release } = await opened({ viewport: phone })
  await expectNoSidewaysScroll(page)
  await page.locator('#account').pressSequentially('admin')
  await page.locator('#password').pressSequentially(demoPassword)
  await page.locator('#password').press('Enter')
  await page.locator('#password').press('Enter')
  expect(page.url()).toMatch(/\/web\/login$/)
  release()
  await page.waitForURL(/\/web\/app\//)
  await page.getByRole('table').or(page.getByRole('list')).first().waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('the chosen tab, the shown password and another language survive hydration while typing continues', async () => {
  const { page, complaints, close, release } = await opened({ colorScheme: 'dark' })
  await page.locator('#tab-2').click()
  await page.locator('#account').fill('13800000001')
  await page.locator('.password-button').click()
  await page.locator('#language').selectOption('en-US')
  await page.locator('#password').focus()
  await page.keyboard.type(demoPassword.slice(0, 6))
  release()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.keyboard.type(demoPassword.slice(6))
  expect(await page.locator('#tab-2').getAttribute('aria-selected')).toBe('true')
  expect(await page.locator('#account').inputValue()).toBe('13800000001')
  expect(await page.locator('#password').getAttribute('type')).toBe('text')
  expect(await page.locator('#password').inputValue()).toBe(demoPassword)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/web\/app\/user\/dashboard/)
  expect(complaints).toEqual([])
  await close()
})

test('a link pressed before the code has loaded opens afterwards', async () => {
  const { page, complaints, close, release } = await opened()
  await page.evaluate(() => {
    location.hash = '#recover'
  })
  release()
  await page.getByRole('heading', { name: '找回密码' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: '找回密码' }).waitFor()
  expect(await page.title()).toMatch(/^找回密码 - /)
  expect(complaints).toEqual([])
  await close()
})

test('a signed-in user does not see the sign-in form while his page loads', async () => {
  const { page, close } = await site.openAs('admin')
  const release = await holdCode(page)
  await page.goto('/web/app/office', { waitUntil: 'commit' })
  await page.locator('#sign-in-form').waitFor({ state: 'attached' })
  expect(await page.locator('#sign-in-form').isVisible()).toBe(false)
  release()
  await page.getByRole('table').waitFor()
  expect(await page.locator('#sign-in').count()).toBe(0)
  await close()
})
