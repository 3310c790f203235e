import { afterAll, beforeAll, expect, test } from 'vitest'

import { idempotencyKeys } from '../../../server/db/tables.ts'
import { expireUnusable } from '../../../server/services/jobs/housekeeping.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('keeps the answer stored for an idempotency key for one day and then deletes it', async () => {
  const admin = await app.as('admin')
  const input = { kind: 3 as const, typeName: '诉讼', sort: 0, enabled: 1 as const }
  const first = await admin.call('categories.add', input, { 'Idempotency-Key': 'once' })
  const count = () => app.database.read(1, db => db.$count(idempotencyKeys))
  const expireAfter = async (hours: number) => {
    const createdAt = new Date(Date.now() - hours * 3_600_000)
    await app.database.write(1, db => db.update(idempotencyKeys).set({ createdAt }))
    await expireUnusable(app.database, new Date())
  }
  await expireAfter(23)
  expect(await admin.call('categories.add', input, { 'Idempotency-Key': 'once' })).toEqual(first)
  await expireAfter(25)
  expect(await count()).toBe(0)
})
