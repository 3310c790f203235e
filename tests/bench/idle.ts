// Processor time of a process and its database without any requests, with 1,000 firms of 200 people each, in each of which a
// registration and a card wait for review and an article is due in a week. `npm run bench -- idle [minutes]`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import { withClient } from '../../server/db/migrate.ts'
import { fillFirms, leaveOneWaiting } from '../support/manyRows.ts'
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

const product = await startLoaded([fillFirms(firms, people), leaveOneWaiting(firms)])
try {
  const postmaster = await withClient({ connectionString: product.url }, async client => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return Number(statOf(rows[0]!.pid)[1])
  })
  const database = () =>
    [
      postmaster,
      ...execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number),
    ]
      .map(secondsOf)
      .reduce((sum, seconds) => sum + seconds, 0)
  const transactions = () =>
    withClient({ connectionString: product.url }, async client => {
      const { rows } = await client.query<{ count: number }>(
        'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()',
      )
      return rows[0]!.count
    })
  // Rows that were inserted with dates of the past have left jobs, which a firm that has been running does not have.
  const dueJobs = () =>
    withClient({ connectionString: product.url }, async client => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from graphile_worker.jobs where run_at <= now() and locked_at is null',
      )
      return rows[0]!.count
    })
  do await delay(30_000)
  while ((await dueJobs()) > 0)
  const before = { server: secondsOf(product.pid), database: database(), transactions: await transactions() }
  await delay(minutes * 60_000)
  const share = (seconds: number) => `${((seconds / minutes / 60) * 100).toFixed(2)} % of a core`
  print(`server: ${share(secondsOf(product.pid) - before.server)}, ${memoryOf(product.pid).toFixed(0)} MB`)
  print(`database: ${share(database() - before.database)}`)
  print(`transactions: ${Math.round(((await transactions()) - before.transactions) / minutes)} a minute`)
} finally {
  await product.stop()
}
