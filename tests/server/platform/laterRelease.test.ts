import { Writable } from 'node:stream'

import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { databaseVersion, migrate, ownVersion, withClient } from '../../../server/db/migrate.ts'
import { announceProcess } from '../../../server/db/releases.ts'
import { createLog } from '../../../server/process/log.ts'
import { freshDatabase } from '../../support/database.ts'
import { contracted, expanded } from '../../support/nextRelease.ts'
import { until } from '../../support/process.ts'

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

/** An empty database of the present release. */
const presentDatabase = async () => {
  const { connection, close } = await freshDatabase()
  onTestFinished(close)
  return connection
}

const versionOf = (connection: pg.ClientConfig) => withClient(connection, databaseVersion)

test('a later release waits until the processes that must not meet its tables have ended', async () => {
  const connection = await presentDatabase()
  const before = await versionOf(connection)
  // Two processes of the present release, of which the second keeps running after the first has ended.
  const [firstProcess, secondProcess] = [await announceProcess(connection), await announceProcess(connection)]
  const { lines, log } = collectingLog()
  const migration = migrate(connection, { log, migrations: contracted })
  await until(async () => lines.some(line => line.includes('waiting for processes of an earlier release')))
  await firstProcess()
  expect(await versionOf(connection)).toBe(before)
  await secondProcess()
  await migration
  expect(await versionOf(connection)).toBe(ownVersion(contracted))
})

test('a migration backs off from tables that a call uses and is done when the call has ended', async () => {
  const connection = await presentDatabase()
  const { lines, log } = collectingLog()
  await withClient(connection, async client => {
    await client.query('begin; lock table lawyers in access share mode')
    const migration = migrate(connection, { log, migrations: expanded })
    await until(async () => lines.some(line => line.includes('waiting for calls')))
    await withClient(connection, other => other.query('select count(*) from articles'))
    expect(await databaseVersion(client)).toBeLessThan(ownVersion(expanded))
    await client.query('commit')
    await migration
  })
  expect(await versionOf(connection)).toBe(ownVersion(expanded))
})

test('a migration that only adds does not wait for running processes', async () => {
  const connection = await presentDatabase()
  const withdraw = await announceProcess(connection)
  onTestFinished(withdraw)
  await migrate(connection, { migrations: expanded })
  expect(await versionOf(connection)).toBe(ownVersion(expanded))
})

test('a process whose connection was lost announces itself again', async () => {
  const connection = await presentDatabase()
  const withdraw = await announceProcess(connection)
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
