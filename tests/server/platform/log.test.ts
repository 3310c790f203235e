import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { failureMessage } from '../../../server/process/failure.ts'
import { createLog } from '../../../server/process/log.ts'
import { freshDatabase } from '../../support/database.ts'

const logged = (error: unknown): string => {
  let text = ''
  createLog('info', { write: (line: string) => void (text += line) }).error({ err: error }, 'failed')
  return text
}

it.each([
  ['a value it can not read', (secret: string) => sql`select ${secret}::int`],
  [
    'a duplicate',
    (secret: string) => sql`insert into counters values (${secret}, 1, 0, now()), (${secret}, 1, 0, now())`,
  ],
  ['a missing table', (secret: string) => sql`select ${secret} from nowhere`],
])('the log of %s shows the failure and none of its parameters', async (_name, query) => {
  const database = await freshDatabase()
  onTestFinished(database.close)
  const error = await database
    .read(1, db => db.execute(query('the-secret')))
    .catch((reason: unknown) => reason)
  expect(failureMessage(error)).not.toContain('the-secret')
  expect(failureMessage(error)).not.toBe('')
  const line = logged(error)
  expect(line).not.toContain('the-secret')
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    msg: 'failed',
    err: { cause: { code: expect.any(String) } },
  })
})

it.each([
  ['a text', 'connection refused', 'connection refused'],
  ['an object with a message', { message: 'bucket is full' }, 'bucket is full'],
  ['an object without a message', { a: 1 }, 'an object without a message'],
])('the log of %s that was thrown says the reason', (_name, thrown, message) => {
  const { err } = JSON.parse(logged(thrown)) as { err?: { message: string } }
  expect(err?.message).toBe(message)
})
