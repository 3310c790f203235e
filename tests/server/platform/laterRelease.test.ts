import { Writable } from 'node:stream'

import { expect, onTestFinished, test } from 'vitest'

import { createTables, databaseVersion, migrate, ownVersion, withClient } from '../../../server/db/migrate.ts'
import { announceProcess } from '../../../server/db/releases.ts'
import { createLog } from '../../../server/process/log.ts'
import { emptyDatabase } from '../../support/database.ts'
import { earlierDatabase, earlierDatabases } from '../../support/earlierDatabase.ts'
import { until } from '../../support/process.ts'

// These tests prove promise Q56 of server/promises.md.

/** A log that collects its lines. */
const collectingLog = () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  return { lines, log: createLog('warn', stream) }
}

test('a later release waits until the processes that must not meet its tables have ended', async () => {
  const { connection } = await earlierDatabase(earlierDatabases[0]!)
  const before = await withClient(connection, databaseVersion)
  // Two processes of that release, of which the second keeps running after the first has ended.
  const [firstProcess, secondProcess] = [
    await announceProcess(connection, 26),
    await announceProcess(connection, 26),
  ]
  const { lines, log } = collectingLog()
  const migration = migrate(connection, undefined, undefined, log)
  await until(async () => lines.some(line => line.includes('waiting for processes of an earlier release')))
  await firstProcess()
  expect(await withClient(connection, databaseVersion)).toBe(before)
  await secondProcess()
  await migration
  expect(await withClient(connection, databaseVersion)).toBe(ownVersion())
})

test('a migration backs off from tables that a call uses and is done when the call has ended', async () => {
  const { connection } = await earlierDatabase(earlierDatabases[0]!)
  const { lines, log } = collectingLog()
  await withClient(connection, async client => {
    await client.query('begin; lock table lawyers in access share mode')
    const migration = migrate(connection, undefined, undefined, log)
    await until(async () => lines.some(line => line.includes('waiting for calls')))
    await withClient(connection, other => other.query('select count(*) from articles'))
    expect(await databaseVersion(client)).toBeLessThan(ownVersion())
    await client.query('commit')
    await migration
  })
  expect(await withClient(connection, databaseVersion)).toBe(ownVersion())
})

test('a migration that only adds does not wait for running processes', async () => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  await withClient(connection, client => createTables(client, ownVersion() - 1))
  const withdraw = await announceProcess(connection, 34)
  onTestFinished(withdraw)
  await migrate(connection)
  expect(await withClient(connection, databaseVersion)).toBe(ownVersion())
})

test('a process whose connection was lost announces itself again', async () => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  const withdraw = await announceProcess(connection, 26)
  const announced = () =>
    withClient(connection, async client => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'tenant-admin process'
          and datname = current_database()`,
      )
      return rows[0]?.pid
    })
  const pid = await until(announced)
  await withClient(connection, client => client.query('select pg_terminate_backend($1)', [pid]))
  await until(async () => {
    const current = await announced()
    return current !== undefined && current !== pid
  })
  await withdraw()
  expect(await announced()).toBeUndefined()
})
