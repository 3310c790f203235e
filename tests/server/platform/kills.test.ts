import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { useSecretKeys } from '../../../server/process/secretKeys.ts'
import { enqueue } from '../../../server/services/jobs/queue.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer, type ServerProcess, until } from '../../support/process.ts'
import { isThorough } from '../../support/thoroughness.ts'
import { startReceiver } from '../../support/webhookReceiver.ts'

// The only process is killed again and again while it works. What was stored must be done in the end, and once.

/** `npm run test:all` kills twenty times in each kind of work. */
const kills = isThorough ? 20 : 1

const dataDir = folderOfFile('kills')
let app: TestApp
/** The process decrypts what this file's own app has encrypted. */
const secretKey = 'the-same-key-in-every-process-of-this-test'
beforeAll(async () => {
  useSecretKeys([secretKey])
  app = await startApp()
})
afterAll(() => {
  useSecretKeys([])
  return app.close()
})

const rowsOf = async <R extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await app.database.read(1, db => db.execute<R>(statement))).rows
const numberOf = async (statement: ReturnType<typeof sql>) => (await rowsOf<{ n: number }>(statement))[0]!.n

/** Another process waits for a minute before it takes over the jobs of one that has ended. */
const letMinutePass = () =>
  app.database.write(null, async db => {
    await db.execute(sql`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'
      where locked_by is not null`)
    await enqueue(db, 'releaseAbandonedJobs', {})
  })

const startProcess = (): ServerProcess =>
  runServer({
    DATA_DIR: dataDir(),
    DATABASE_URL: app.database.url,
    SECRET_KEY: secretKey,
    SMS_PROVIDER: 'none',
    WEBHOOK_PRIVATE: 'on',
  })

type Work = {
  done: () => Promise<number>
  isFinished: () => Promise<boolean>
  /** Adds the work of one process, where any amount of it would be done before the process can be killed. */
  add?: () => Promise<void>
}

/** Starts a process `kills` times and kills it once it has done a part of the work; the last one finishes. Returns the kills. */
const killWhile = async ({ done, isFinished, add }: Work) => {
  let killed = 0
  for (; killed < kills; killed += 1) {
    await add?.()
    if (await isFinished()) break
    const before = await done()
    const server = startProcess()
    await until(async () => (await done()) > before)
    server.child.kill('SIGKILL')
    await server.ended
    await letMinutePass()
  }
  const last = startProcess()
  onTestFinished(async () => void (await last.stop()))
  await until(isFinished)
  return killed
}

/** Milliseconds for a test, by the number of processes that it starts. */
const patience = (kills + 1) * 60_000

test(
  'a bulk action changes each record once, with one log row each',
  async () => {
    const { call, organizationId } = await app.as('admin')
    const people = 40 * kills
    await app.database.write(1, db =>
      db.execute(sql`insert into lawyers (firm_id, name, name_pinyin, name_sort, name_initials, mobile, organization_id, person_type, status,
        code_key, search, updated_at)
      select 1, '批量' || n, 'piliang', 'piliang', 'pl', (13700000000 + n)::text, ${organizationId}, 2, 1, 'k' || n, '批量' || n, now()
      from generate_series(1, ${people}) as n`),
    )
    const { id } = await call('bulkRuns.start', {
      resource: 'lawyers',
      action: 'disable',
      filter: { keyword: '批量' },
      answers: { reason: '集中停用' },
    })
    const done = () =>
      numberOf(
        sql`select count(*)::int as n from bulk_rows where firm_id = 1 and run_id = ${id} and state <> 0`,
      )
    const isFinished = async () =>
      (await numberOf(sql`select state as n from bulk_runs where firm_id = 1 and id = ${id}`)) === 2
    expect(await killWhile({ done, isFinished })).toBe(kills)
    expect(
      await rowsOf(
        sql`select state, count(*)::int as n from bulk_rows where firm_id = 1 and run_id = ${id} group by state`,
      ),
    ).toEqual([{ state: 1, n: people }])
    const entries = sql`select target_id from logs where firm_id = 1 and batch_id = ${id} and target_type = 'lawyers'`
    expect(
      await rowsOf(
        sql`select count(*)::int as entries, count(distinct target_id)::int as people from (${entries}) as entry`,
      ),
    ).toEqual([{ entries: people, people }])
  },
  patience,
)

test(
  'every event reaches the receiver, and what comes twice has the same id',
  async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    const { call, organizationId } = await app.as('admin')
    await call('webhooks.add', { name: '官网', url: receiver.url, events: ['lawyer.created'] })
    let people = 0
    const add = async () => {
      const list = Array.from({ length: 12 }, (_, n) => ({
        name: `送达${people + n}`,
        mobile: String(13_600_100_000 + people + n),
        organizationId,
        personType: 2 as const,
      }))
      await call('lawyers.addList', { mode: 'all', list })
      people += list.length
    }
    const isFinished = async () =>
      (await numberOf(
        sql`select count(*)::int as n from webhook_deliveries where firm_id = 1 and state <> 1`,
      )) === 0
    const done = () => Promise.resolve(receiver.received.length)
    expect(await killWhile({ done, isFinished, add })).toBe(kills)
    const ids = new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])))
    expect(ids.size).toBe(people)
  },
  patience,
)

test(
  'each article that is due is published once, with one log row',
  async () => {
    const { organizationId } = await app.as('admin')
    const numberWith = (status: number) =>
      numberOf(
        sql`select count(*)::int as n from articles where firm_id = 1 and title like '定时%' and status = ${status}`,
      )
    const portion = 50
    let articles = 0
    // Each moment has a job of its own.
    const add = async () => {
      await app.database.write(1, db =>
        db.execute(sql`insert into articles (firm_id, kind, organization_id, title, language, content_mode, source_type, lawyer_ids,
          professional, status, publish_at, is_top, search, updated_at)
        select 1, 1, ${organizationId}, '定时' || n, 'CN', 1, 1, '{}', '{}', 5, now() - n * interval '1 second', 0, '', now()
        from generate_series(${articles + 1}::int, ${articles + portion}::int) as n`),
      )
      articles += portion
    }
    const isFinished = async () => (await numberWith(5)) === 0
    expect(await killWhile({ done: () => numberWith(2), isFinished, add })).toBe(kills)
    const entries = sql`select target_id from logs where firm_id = 1 and action = 'publish' and target_name like '定时%'`
    expect(
      await rowsOf(
        sql`select count(*)::int as entries, count(distinct target_id)::int as articles from (${entries}) as entry`,
      ),
    ).toEqual([{ entries: articles, articles }])
  },
  patience,
)
