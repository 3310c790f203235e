import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { messages, reviewReminders } from '../../../server/db/tables.ts'
import { readConfig } from '../../../server/process/config.ts'
import { archiveName, writeLogArchive } from '../../../server/services/audit/logArchive.ts'
import { expireMessages } from '../../../server/services/messages/messageExpiry.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const inMonths = (months: number) => new Date(Date.now() + months * 31 * 24 * 3_600_000)
const reminder = (firmId: number) => ({
  firmId,
  kind: 'card' as const,
  subjectId: 1,
  since: new Date(),
  sentAt: new Date(),
})

test('messages and what was reminded go after their time, in every firm, and not before', async () => {
  for (const account of ['admin', 'other-admin'])
    await (await app.as(account)).call('announcements.announce', { title: '停电通知', content: '周六停电。' })
  await app.runJobs()
  for (const firmId of [1, 2])
    await app.database.write(firmId, db => db.insert(reviewReminders).values(reminder(firmId)))
  const left = (firmId: number) =>
    app.database.read(firmId, async db => [await db.$count(messages), await db.$count(reviewReminders)])
  const before = [await left(1), await left(2)]
  expect(before.flat().every(count => count > 0)).toBe(true)
  expect(await expireMessages(app.database, inMonths(35), 36)).toBe(0)
  expect(await expireMessages(app.database, inMonths(40), null)).toBe(0)
  expect([await left(1), await left(2)]).toEqual(before)
  expect(await expireMessages(app.database, inMonths(40), 36)).toBe(before[0]![0]! + before[1]![0]!)
  expect([await left(1), await left(2)]).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('the archive of the log is a compressed file for each portion, and writing it again changes nothing', async () => {
  const folder = await folderOfTest('archive')
  const name = archiveName(1, 2_000)
  for (let turn = 0; turn < 2; turn += 1) await writeLogArchive(folder, 7, name, 'a row\nanother\n')
  expect(await readdir(join(folder, 'firm7'))).toEqual(['000000001-000002000.jsonl.gz'])
  expect(gunzipSync(await readFile(join(folder, 'firm7', name))).toString()).toBe('a row\nanother\n')
})

test('the environment says for how many months: three years, for ever, or at least half a year', () => {
  expect(readConfig({})).toMatchObject({ logMonths: 36, messageMonths: 36 })
  expect(readConfig({ LOG_KEEP_MONTHS: '0', MESSAGE_KEEP_MONTHS: '6' })).toMatchObject({
    logMonths: null,
    messageMonths: 6,
  })
  expect(() => readConfig({ LOG_KEEP_MONTHS: '5' })).toThrow(/LOG_KEEP_MONTHS/)
})
