import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { expectUncovered } from '../support/boxes.ts'
import { expectAccessible, expectNoSidewaysScroll, phone } from '../support/browser.ts'
import { demoPassword, useProduct } from '../support/product.ts'

const site = useProduct()
/** Milliseconds for which an authenticator app shows one code. */
const interval = 30_000
const lawyer = '13800000011'

/** The code of an app whose clock is so many milliseconds ahead. */
const codeOf = (key: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead })

const look = async (page: Page) => {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Signs in with the password and stops at the second step. */
const beginSignIn = async (page: Page) => {
  await page.goto('/web/login')
  await page.locator('#tab-2').click()
  await page.locator('#account').fill(lawyer)
  await page.locator('#password').fill(demoPassword)
  await page.locator('#sign-in-submit').click()
  await page.getByRole('heading', { name: '两步验证' }).waitFor()
}

test('a lawyer sets two-step verification up on a phone, and signs in with a code and with a recovery code', async () => {
  const first = await site.signInAs(lawyer, { viewport: phone })
  const { page } = first
  await page.goto('/web/app/user/account/settings')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await page.getByLabel(/^登录密码/).fill(demoPassword)
  await look(page)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('img', { name: '两步验证的二维码' }).waitFor()
  await look(page)
  const key = (await page.locator('.secret code').innerText()).replaceAll(' ', '')
  await page.getByLabel(/^验证码/).fill(codeOf(key))
  await page.getByRole('button', { name: '确认开启' }).click()
  const lastStep = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: '已保存，关闭' }) })
  const recoveryCodes = lastStep.locator('.secret code')
  await expectUncovered(recoveryCodes)
  const [recoveryCode = ''] = (await recoveryCodes.innerText()).split('\n')
  await look(page)
  await page.getByRole('button', { name: '已保存，关闭' }).click()
  await page.getByText('剩余 10 个').waitFor()
  await first.close()

  const second = await site.openWindow({ viewport: phone, colorScheme: 'dark' })
  await beginSignIn(second.page)
  await look(second.page)
  site.advance(interval)
  await second.page.getByLabel(/^验证码/).fill(codeOf(key, interval))
  await second.page.keyboard.press('Enter')
  await second.page.waitForURL(/\/app\//)
  await second.close()

  const third = await site.openWindow()
  await beginSignIn(third.page)
  await third.page.getByRole('button', { name: '使用恢复码' }).click()
  await look(third.page)
  await third.page.getByLabel(/^恢复码/).fill(recoveryCode)
  await third.page.getByRole('button', { name: '登录', exact: true }).click()
  await third.page.waitForURL(/\/app\//)
  await third.page.goto('/web/app/user/account/settings')
  await third.page.getByText('剩余 9 个').waitFor()
  expect([...first.complaints, ...second.complaints, ...third.complaints]).toEqual([])
  await third.close()
})
