import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a test account calls by its name', async () => {
  const admin = await app.as('admin')
  const { postId } = await admin.call('positions.add', {
    postName: '合伙人',
    postCode: 'Partner',
    postLevel: 8,
    isPartner: 1,
    needLicence: 1,
    sort: 0,
    enabled: '1',
  })
  expect(await admin.call('positions.one', { postId })).toMatchObject({ postName: '合伙人' })
  await expect((await app.as('branch')).call('positions.remove', { postId })).rejects.toMatchObject({
    code: '4030',
  })
  await expect((await app.as('other-admin')).call('positions.one', { postId })).rejects.toMatchObject({
    code: '4040',
  })
  await expect(app.call('positions.one', { postId })).rejects.toMatchObject({ code: '4003' })
})
