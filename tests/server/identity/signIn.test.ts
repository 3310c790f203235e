import { afterAll, beforeAll, expect, test } from 'vitest'

import { password, startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('an administrator signs in with account or mobile, a lawyer with his mobile', async () => {
  const answer = await app.call('session.firmAccessUserLogin', { account: 'ADMIN', password })
  expect(answer).toMatchObject({ userInfo: { name: '赵主任', auth: ['admin', 'mainAdmin'], unread: 0 } })
  const lawyer = await app.call('session.lawyerLogin', { mobile: '13800000001', password })
  expect(lawyer.userInfo).toMatchObject({ userType: 2, auth: ['lawyer'], organizationName: '总所' })
})
