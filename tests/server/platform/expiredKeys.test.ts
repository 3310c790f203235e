import { afterAll, beforeAll, expect, test } from 'vitest'

import { idempotencyKeys } from '../../../server/db/tables.ts'
import { runKeyExpiry } from '../../../server/services/limits/expiredKeys.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

// These tests prove promise Q47 of server/promises.md.

test('keeps the answer stored for an idempotency key for one day and then deletes it', async () => {
  const admin = await app.as('admin')
  const input = { kind: 3 as const, typeName: '诉讼', sort: 0, enabled: 1 as const }
  const first = await admin.call('categories.add', input, { 'Idempotency-Key': 'once' })
  const count = () => app.database.read(1, db => db.$count(idempotencyKeys))
  const after = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  expect(await runKeyExpiry(app.database, 1, after(23))).toBe(0)
  expect(await admin.call('categories.add', input, { 'Idempotency-Key': 'once' })).toEqual(first)
  expect(await runKeyExpiry(app.database, 1, after(25))).toBe(1)
  expect(await count()).toBe(0)
})
