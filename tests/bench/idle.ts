// Processor time of a process and its database without any requests, with 1,000 firms of 200 people each, in each of which a
// registration and a card wait for review and an article is due in a week. `npm run bench -- idle [minutes]`; with TEST_CITUS_URL,
// on Citus, whose nodes are on this machine.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import { withClient } from '../../server/db/migrate.ts'
import { fillFirms, leaveOneWaiting } from '../support/manyRows.ts'
import { whyNoCitus } from '../support/whyNoCitus.ts'
import { memoryOf, print, startLoaded } from './load.ts'

const minutes = Number(process.argv[2] ?? 5)
const firms = 1_000
const people = 200
/** Clock ticks per second, the unit in which Linux counts processor time. */
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Processor seconds used by a process, including its ended children. */
const secondsOf = (pid: number) =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, used) => sum + Number(used), 0) / ticks

const onCitus = whyNoCitus() === undefined
const product = await startLoaded([fillFirms(firms, people), leaveOneWaiting(firms)], onCitus)
try {
  const ask = async (server: pg.ClientConfig, query: string) => {
    const { rows } = await withClient(server, client => client.query<{ value: number }>(query))
    return rows[0]!.value
  }
  /** Those of each server of the database. */
  const postmasters = await Promise.all(
    product.servers.map(server =>
      withClient(server, async client => {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        return Number(statOf(rows[0]!.pid)[1])
      }),
    ),
  )
  const database = (postmaster: number) =>
    [
      postmaster,
      ...execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number),
    ]
      .map(secondsOf)
      .reduce((sum, seconds) => sum + seconds, 0)
  const transactions = (server: pg.ClientConfig) =>
    ask(
      server,
      'select (xact_commit + xact_rollback)::int as value from pg_stat_database where datname = current_database()',
    )
  // Rows that were inserted with dates of the past have left jobs, which a firm that has been running does not have.
  const dueJobs = () =>
    ask(
      product.servers[0]!,
      'select count(*)::int as value from graphile_worker.jobs where run_at <= now() and locked_at is null',
    )
  do await delay(30_000)
  while ((await dueJobs()) > 0)
  const facts = async () => ({
    server: secondsOf(product.pid),
    databases: postmasters.map(database),
    transactions: await Promise.all(product.servers.map(transactions)),
  })
  const before = await facts()
  await delay(minutes * 60_000)
  const share = (seconds: number) => `${((seconds / minutes / 60) * 100).toFixed(2)} % of a core`
  const after = await facts()
  print(`server: ${share(after.server - before.server)}, ${memoryOf(product.pid).toFixed(0)} MB`)
  for (const [at, { port }] of product.servers.entries()) {
    const perMinute = (after.transactions[at]! - before.transactions[at]!) / minutes
    print(
      `database at port ${port}: ${share(after.databases[at]! - before.databases[at]!)}, ${Math.round(perMinute)} transactions a minute`,
    )
  }
} finally {
  await product.stop()
}
