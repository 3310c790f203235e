// Long and sudden loads: 200 connections for ten minutes (or as many as given), a burst of sign-ins and an export of
// 100,000 log rows, each while one more person works. `npm run bench -- endurance [minutes]`.
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import { password } from '../support/app.ts'
import { fillLogs } from '../support/manyRows.ts'
import { inFirm, load, memoryOf, once, percentile, print, startLoaded, type Target } from './load.ts'

// Promise Q58 (server/promises.md).

const minutes = Number(process.argv[2] ?? 10)
const logRows = 100_000
const signIns = 100
/** Milliseconds between two calls of the person who works. */
const pause = 20
const retryAfter = 5_000

/** All lawyers get the password of the first one. */
const givePasswords = `
  update lawyers set must_change_pwd = 0, wx_bound = 0,
    password_hash = (select password_hash from lawyers where mobile = '13800000001' and firm_id = 1)
  where firm_id = 1`

const agent = new Agent({ keepAlive: true })

/** Response times in milliseconds of one person's calls until `work` has ended. */
const workBeside = async <T>(target: Target, work: Promise<T>) => {
  const times: number[] = []
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  while (!isOver) {
    const start = performance.now()
    await once(agent, target, 0, 0)
    times.push(performance.now() - start)
    await delay(pause)
  }
  await ended
  return times
}

const printTimes = (what: string, times: readonly number[]) =>
  print(
    `| ${what} | ${times.length} | ${[0.5, 0.99].map(it => percentile(times, it).toFixed(1)).join(' | ')} |`,
  )

const product = await startLoaded([fillLogs(logRows), givePasswords])
const { page, record, pid, port, token } = product
const memory = () => memoryOf(pid).toFixed(0)
try {
  print(`at rest: ${memory()} MB\n`)
  print('| one person’s calls, a record each | calls | median, ms | p99, ms |\n| --- | --: | --: | --: |')
  printTimes('alone', await workBeside(record, delay(10_000)))

  const signIn = (mobile: string, index: number): Target => ({
    port,
    ip: `10.0.${index}.1`,
    method: 'POST',
    path: '/api/auth/lawyerLogin',
    body: () => JSON.stringify({ mobile, password }),
  })
  let refused = 0
  const seconds: string[] = []
  /** When the queue of sign-ins is full, the server asks to try again later. */
  const signInLater = async (target: Target): Promise<void> => {
    await once(agent, target, 0, 0).catch(async (error: Error) => {
      if (error.message !== '5030') throw error
      refused++
      await delay(retryAfter)
      await signInLater(target)
    })
  }
  const people = await inFirm<{ mobile: string }>(product.url, [
    `select mobile from lawyers where code_key like 'b%' limit ${signIns}`,
  ])
  /** The first round warms up a process whose code has not run yet. */
  for (const time of ['first', 'second']) {
    const start = performance.now()
    const burst = Promise.all(people.map(({ mobile }, index) => signInLater(signIn(mobile, index))))
    const inAll = burst.then(() => (performance.now() - start) / 1000)
    printTimes(`beside ${signIns} sign-ins at once, the ${time} time`, await workBeside(record, burst))
    seconds.push((await inAll).toFixed(1))
  }

  const report: Target = {
    port,
    method: 'POST',
    path: '/api/export/logs',
    body: () => JSON.stringify({ reason: '测量' }),
    token,
  }
  printTimes(`beside an export of ${logRows} rows`, await workBeside(record, once(agent, report, 0, 0)))
  print(`\n${signIns} sign-ins: ${seconds.join(' and ')} s, ${refused} told to come again\n`)

  print('| minute of 200 connections | calls a second | p99, ms | memory, MB |\n| --: | --: | --: | --: |')
  for (let minute = 1; minute <= minutes; minute++) {
    const { rate, p99 } = await load([page, record, record], 200, 60_000)
    print(`| ${minute} | ${rate.toFixed(0)} | ${p99.toFixed(0)} | ${memory()} |`)
  }
} finally {
  agent.destroy()
  await product.stop()
}
