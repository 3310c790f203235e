import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'

const site = useProduct()
/** Browsers know passkeys only at host names, not at bare addresses. */
const at = (path: string) => site.url.replace('127.0.0.1', 'localhost') + path

type Window = Awaited<ReturnType<typeof site.openWindow>>

/** Gives the window an authenticator with user verification, as a phone or a computer has one. */
const addAuthenticator = async ({ context, page }: Window) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const look = async (page: Page) => {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

const openSignIn = async (page: Page, tab: 1 | 2) => {
  await page.goto(at('/web/login'))
  await page.locator(`#tab-${tab}`).click()
}

const signInWithPassword = async (page: Page, account: string, tab: 1 | 2) => {
  await openSignIn(page, tab)
  await page.locator('#account').fill(account)
  await page.locator('#password').fill(demoPassword)
  await page.locator('#sign-in-submit').click()
  await page.waitForURL(/\/app\//)
}

const signInWithPasskey = async (page: Page, tab: 1 | 2) => {
  await openSignIn(page, tab)
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
}

const signOut = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('tenant-admin:userinfo'))
}

test.each([
  ['chengdu', 1, '/web/app/user/account/settings'],
  ['13800000012', 2, '/web/app/user/account/settings'],
] as const)(
  '%s adds, names and removes a passkey on a phone, and signs in with it alone',
  async (account, tab, settings) => {
    const window = await site.openWindow({ viewport: phone, colorScheme: tab === 1 ? 'light' : 'dark' })
    const { page, complaints } = window
    const authenticator = await addAuthenticator(window)
    await signInWithPassword(page, account, tab)
    await page.goto(at(settings))
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await look(page)
    await page.getByLabel(/^登录密码/).fill(demoPassword)
    await page.getByRole('button', { name: '继续' }).click()
    const section = page.getByRole('region', { name: '通行密钥' })
    await section.getByText(/Chrome/).waitFor()
    await section.getByRole('button', { name: /^改名/ }).click()
    await page.getByLabel(/^名称/).fill('办公室电脑')
    await page.getByRole('button', { name: '保存' }).click()
    await section.getByText('办公室电脑').waitFor()
    await look(page)

    await signOut(page)
    await openSignIn(page, tab)
    await page.getByRole('button', { name: '使用通行密钥登录' }).waitFor()
    await look(page)
    // The other population is told so, and can go on.
    await signInWithPasskey(page, tab === 1 ? 2 : 1)
    await page.getByText('请确认选择的是管理员还是律师').waitFor()
    await signInWithPasskey(page, tab)
    await page.waitForURL(/\/app\//)

    await page.goto(at(settings))
    await section.getByText(/^最近使用/).waitFor()
    await section.getByRole('button', { name: /^移除/ }).click()
    await page.getByLabel(/^登录密码/).fill(demoPassword)
    await look(page)
    await page.getByRole('button', { name: '移除', exact: true }).last().click()
    // Behind the dialog the list is not there for a reader, before the passkey is removed.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await section.getByText('办公室电脑').waitFor({ state: 'detached' })
    await signOut(page)
    await signInWithPasskey(page, tab)
    await page.getByText('通行密钥验证未通过').waitFor()

    // Without the person's fingerprint the browser signs nothing.
    await authenticator.setVerified(false)
    await signInWithPasskey(page, tab)
    await page.getByText('没有完成通行密钥验证').waitFor()
    expect(complaints).toEqual([])
    await window.close()
  },
)
