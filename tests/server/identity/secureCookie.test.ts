import { expect, onTestFinished, test } from 'vitest'

import { password, startApp } from '../../support/app.ts'

/** The cookie that a browser gets with its first sign-in. */
const cookieWith = async (isSecure: boolean) => {
  const app = await startApp({ isSecure })
  onTestFinished(() => app.close())
  const body = new URLSearchParams({ account: 'admin', password })
  const { headers } = await app.send('POST', '/auth/firmAccessUserLogin', { body })
  return headers.get('set-cookie')
}

test('a cookie is Secure exactly where the site is reached by https', async () => {
  expect(await cookieWith(true)).toMatch(/device=.*; Secure/)
  expect(await cookieWith(false)).toMatch(/device=(?!.*Secure)/)
})
