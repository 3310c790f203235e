import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { backup } from '../../server/db/backup/backup.ts'
import { restoreBackup } from '../../server/db/backup/restore.ts'
import { openDatabase } from '../../server/db/connection/open.ts'
import { migrate, withClient } from '../../server/db/migrate.ts'
import { logPartitions, makeLogMonths, monthAfter } from '../../server/db/rules/logMonths.ts'
import { type Worker, workersOf } from '../../server/db/distribution/workers.ts'
import { bindToFirm, readEveryFirm } from '../../server/db/rules/rules.ts'
import { servedCalls } from '../../server/routes/served.ts'
import { verifyAudit } from '../../server/services/audit/auditChain.ts'
import { enqueue } from '../../server/services/jobs/queue.ts'
import { deleteFirm } from '../../server/services/operation/deleteFirm.ts'
import { exportFirm } from '../../server/services/operation/export/exportFirm.ts'
import { setSuspended } from '../../server/services/operation/suspension.ts'
import { memoryStorage, startApp, type TestApp } from '../support/app.ts'
import { type Asker, boundCall, createAsker, demandedInputOf } from '../support/asking.ts'
import { citusDatabase } from '../support/citus.ts'
import { examples } from '../support/examples/index.ts'
import { folderOfTest } from '../support/folder.ts'
import { restoredCounts, rowCounts } from '../support/rowCounts.ts'
import { setStage, type Stage } from '../support/stage.ts'
import { queriesOf } from '../support/statements.ts'
import { whyNoCitus } from '../support/whyNoCitus.ts'

// The product on Citus: TEST_CITUS_URL is the address of a superuser at a coordinator with two workers or more.
// TEST_CITUS_STOP and TEST_CITUS_START are commands that stop and start the worker whose host and port they get as WORKER.

const reason = whyNoCitus()
const { TEST_CITUS_STOP: stop, TEST_CITUS_START: start } = process.env

/** Timed calls of each kind. */
const ROUNDS = 60

type Sent = { title: string; text: string; values: unknown[] }

const position = (postCode: string) => ({
  postName: `职位${postCode}`,
  postCode,
  postLevel: 9,
  isPartner: 0 as const,
  needLicence: 0 as const,
  sort: 1,
  enabled: '1' as const,
})

/** Statements that ask more than one shard or cannot be explained, each with the reason. */
const severalTasks: readonly (readonly [RegExp, string])[] = [
  [
    /^insert into "review_reminders" .+ select distinct/s,
    'EXPLAIN cannot plan it with parameters; with constants it is one task, whose rows the coordinator inserts',
  ],
]

describe.skipIf(reason)(`on Citus${reason ? ` (${reason})` : ''}`, () => {
  let database: Awaited<ReturnType<typeof citusDatabase>>
  let app: TestApp
  let stage: Stage
  let ask: Asker
  const sent: Sent[] = []
  beforeAll(async () => {
    database = await citusDatabase()
    app = await startApp({ database, seed: () => Promise.resolve(database.world) })
    process.stdout.write(
      `${database.distributed.length} tables distributed in ${database.seconds.toFixed(1)} s\n`,
    )
    stage = await setStage(app)
    ask = createAsker(app)
  }, 300_000)
  afterAll(() => app.close())

  const noting = async (title: string, work: () => Promise<void>) => {
    for (const query of await queriesOf(app.database.pool, work)) sent.push({ title, ...query })
  }

  test('all tables are distributed, and a second run changes nothing', async () => {
    expect(database.distributed).toContain('lawyers')
    expect(await database.distribute()).toEqual([])
  })

  test.each(examples.map(it => [it.title, it] as const))('%s answers', async (title, { call, make }) => {
    const { input, by = stage.place.admin } = await make(stage)
    await ask(boundCall('session.self').call, by, {})
    await noting(title, async () => {
      expect(await ask(call, by, input)).toMatchObject({ code: '200' })
    })
  })

  const reading = servedCalls.filter(({ call }) => !call.writes)
  test.each(reading.map(it => [it.name, it] as const))('%s reads', async (name, { call }) => {
    await noting(name, async () => {
      const { code } = await ask(call, 'admin', demandedInputOf(call))
      expect(code).not.toMatch(/^50/)
    })
  })

  test('each statement of a call asks one shard, except those that are listed here', async () => {
    const found: string[] = []
    const explained = new Set<string>()
    await withClient(database.connection, async client => {
      for (const { title, text, values } of sent) {
        if (explained.has(text) || !/^(select|insert|update|delete|with)\b/i.test(text)) continue
        explained.add(text)
        await client.query('begin')
        await bindToFirm(client, 1)
        const plan = await client.query<Record<string, string>>(`explain ${text}`, values).then(
          ({ rows }) => rows.map(row => Object.values(row)[0]!).join('\n'),
          (error: Error) => `${error.message}: Task Count: 1000`,
        )
        const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
        if (tasks.some(count => count > 1) && !severalTasks.some(([query]) => query.test(text)))
          found.push(`${title}: ${Math.max(...tasks)} tasks: ${text}`)
        await client.query('rollback')
      }
    })
    expect(explained.size).toBeGreaterThan(500)
    expect(found).toEqual([])
  })

  const workers = () =>
    withClient(database.superuser, async (client: pg.ClientBase): Promise<Worker[]> => {
      await client.query('begin read only')
      await readEveryFirm(client)
      return workersOf(client)
    })
  const workerOf = async (firmId: number) => (await workers()).find(({ firms }) => firms.includes(firmId))!

  const intact = (firmId: number) =>
    app.database.read(firmId, async db => (await verifyAudit(db, firmId)).broken)

  test(
    'a firm moves to another worker under six writers, and nothing is lost',
    { timeout: 180_000 },
    async () => {
      const from = await workerOf(1)
      const to = (await workers()).find(({ address }) => address !== from.address)!
      const admin = await app.as('admin')
      let isMoving = true
      let number = 0
      const written = new Set<string>()
      const refused: string[] = []
      const write = async () => {
        while (isMoving) {
          const code = `Move${(number += 1)}`
          await admin.call('positions.add', position(code)).then(
            () => written.add(code),
            (error: Error) => refused.push(`${(error as Error & { code?: string }).code}`),
          )
        }
      }
      const writers = Array.from({ length: 6 }, write)
      const [fromHost, fromPort] = from.address.split(':')
      const [toHost, toPort] = to.address.split(':')
      const began = performance.now()
      await withClient(database.superuser, client =>
        client.query(
          `select citus_move_shard_placement(get_shard_id_for_distribution_column('firms', 1), $1, $2, $3, $4, 'block_writes')`,
          [fromHost, Number(fromPort), toHost, Number(toPort)],
        ),
      ).finally(() => (isMoving = false))
      const seconds = (performance.now() - began) / 1000
      await Promise.all(writers)
      expect((await workerOf(1)).address).toBe(to.address)
      const { rows } = await app.database.read(1, db =>
        db.execute<{ code: string }>(
          `select post_code as code from positions where firm_id = 1 and post_code like 'Move%'`,
        ),
      )
      const stored = rows.map(({ code }) => code)
      expect([...written].filter(code => !stored.includes(code))).toEqual([])
      expect(new Set(stored).size).toBe(stored.length)
      expect(await intact(1)).toEqual([])
      process.stdout.write(
        `moved in ${seconds.toFixed(1)} s: ${written.size} writes, ${refused.length} refused (${[...new Set(refused)].join(', ')})\n`,
      )
    },
  )

  test('dates and what waits get their jobs within a minute', async () => {
    await app.runJobs('all')
    const { input } = await examples.find(it => it.title === 'articles.add (byAdministrator)')!.make(stage)
    const { articleId: id } = await (await app.as('admin')).call('articles.add', input as never)
    const at = new Date(Date.now() + 60_000)
    await app.database.write(1, db =>
      db.execute(
        sql`update articles set status = 5, publish_at = ${at.toISOString()} where firm_id = 1 and article_id = ${id}`,
      ),
    )
    await app.database.write(null, db => enqueue(db, 'releaseAbandonedJobs', {}))
    await app.runJobs()
    const { rows } = await app.database.pool.query<{ key: string }>(
      `select key from graphile_worker._private_jobs where key like 'publication:1:%'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('calls are timed beside an ordinary database on the same machine', { timeout: 180_000 }, async () => {
    const ordinary = await database.ordinary()
    onTestFinished(ordinary.drop)
    await migrate(ordinary.connection, {
      superuser: { ...database.superuser, database: ordinary.connection.database },
    })
    const opened = await openDatabase({ connection: ordinary.connection, max: 8 })
    const plain = await startApp({
      database: { ...opened, connection: ordinary.connection, url: '' },
    })
    onTestFinished(plain.close)
    const prepared = await Promise.all(
      [plain, app].map(async each => {
        const admin = await each.as('admin')
        const lawyerId = each.world.people.get('13800000001')!.id
        const { postId } = await admin.call('positions.add', position('Timed'))
        let sort = 1
        const update = async () => {
          const { version } = await admin.call('positions.one', { postId })
          const start = performance.now()
          await admin.call('positions.update', { postId, version, sort: (sort += 1) })
          return performance.now() - start
        }
        const timed = (work: () => Promise<unknown>) => async () => {
          const start = performance.now()
          await work()
          return performance.now() - start
        }
        return {
          page: timed(() => admin.call('lawyers.pageList', {})),
          record: timed(() => admin.call('lawyers.lawyerInfo', { id: lawyerId })),
          log: timed(() => admin.call('logs.getAdminLogPageList', {})),
          update,
        }
      }),
    )
    const [first, second] = prepared as [(typeof prepared)[0], (typeof prepared)[0]]
    for (const name of ['page', 'record', 'log', 'update'] as const) {
      const times: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS + 10; round += 1) {
        const [one, other] = [await first[name](), await second[name]()]
        // The first calls prepare statements and fill caches.
        if (round >= 10) [one, other].forEach((ms, at) => times[at]!.push(ms))
      }
      const [alone, distributed] = times.map(list => list.toSorted((a, b) => a - b)[ROUNDS / 2]!)
      expect(alone).toBeGreaterThan(0)
      process.stdout.write(
        `${name}: ${alone!.toFixed(1)} ms, on Citus ${distributed!.toFixed(1)} ms, ratio ${(distributed! / alone!).toFixed(2)}\n`,
      )
    }
  })

  const jobs = [
    'expireUnusable',
    'releaseAbandonedJobs',
    'restoreJobs',
    'expireCounters',
    'makeLogMonths',
    'expireLogs',
    'expireMessages',
    'expireRevisions',
    'expireBulkRows',
  ] as const
  test.each(jobs)('the job %s runs', async name => {
    await app.database.write(null, db => enqueue(db, name, {}))
    await app.runJobs()
    const { rows } = await app.database.pool.query<{ error: string }>(
      `select j.last_error as error from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = $1 and j.last_error is not null`,
      [name],
    )
    expect(rows).toEqual([])
  })

  test('a month of the log is made on each worker, and nobody can change its rows', async () => {
    const now = monthAfter(new Date(), 4)
    await withClient(database.connection, client => makeLogMonths(client, now))
    const months = await withClient(database.connection, logPartitions)
    const { name } = months.find(({ from }) => from?.getTime() === now.getTime())!
    const { rows } = await withClient(database.superuser, client =>
      client.query<{ shards: number }>(
        `select count(*)::int as shards from pg_dist_shard where logicalrelid = $1::regclass`,
        [name],
      ),
    )
    expect(rows).toEqual([{ shards: 32 }])
    await withClient(database.connection, async client => {
      await client.query('begin')
      await bindToFirm(client, 1)
      await expect(client.query(`update ${name} set summary = '' where firm_id = 1`)).rejects.toThrow(
        /append-only/,
      )
      await client.query('rollback')
      await client.query('begin')
      await bindToFirm(client, 1)
      await expect(client.query('delete from logs where firm_id = 1')).rejects.toThrow(/append-only/)
    })
  })

  test('the start of a process finds nothing to change, nor rows of the log of months without a partition', async () => {
    await app.database.write(2, db =>
      db.execute(sql`insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id,
          operator_name, summary, result, request_id, prev_hash, hash)
        values (2, -1, now() - interval '1 year', 2, 1, 'update', 1, 1, 1, '操作人', '一年前', 1, 'R1', 'p1', 'h1')`),
    )
    await expect(migrate(database.connection, { superuser: database.superuser })).resolves.toBeUndefined()
  })

  test(
    'a backup holds every row, and is restored into an ordinary database',
    { timeout: 180_000 },
    async () => {
      const folder = await folderOfTest('citus')
      const file = join(folder, 'all.tar')
      const counts = await rowCounts(database.connection)
      const { tables } = await backup(database.connection, join(folder, 'none'), file)
      const { visit_marks: _marks, visit_salts: _salts, ...copied } = counts
      expect(Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))).toEqual(copied)
      const unpropagated = { ...database.connection, options: '-c citus.propagate_set_commands=none' }
      await expect(backup(unpropagated, join(folder, 'none'), join(folder, 'none.tar'))).rejects.toThrow(
        'citus.propagate_set_commands',
      )
      const ordinary = await database.ordinary()
      onTestFinished(ordinary.drop)
      await restoreBackup(ordinary.connection, join(folder, 'files'), file)
      const restored = await rowCounts(ordinary.connection)
      expect(restored).toEqual(restoredCounts(counts))
    },
  )

  test('a firm is exported, suspended and deleted, and leaves nothing', { timeout: 180_000 }, async () => {
    const folder = await folderOfTest('firm2')
    const { connection } = database
    const storage = memoryStorage(new Map())
    const { tables } = await exportFirm({
      database: app.database,
      connection,
      storage,
      firmId: 2,
      folder: join(folder, 'firm2'),
    })
    expect(tables.find(({ name }) => name === 'firms')).toMatchObject({ rows: 1 })
    await app.database.write(2, db => setSuspended(db, 2, new Date()))
    expect(await deleteFirm({ owner: app.database, storage, firmId: 2, now: new Date() })).toBe(true)
    await withClient(connection, async client => {
      await client.query('begin read only')
      await readEveryFirm(client)
      for (const { name } of tables.filter(it => it.name !== 'areas' && it.name !== 'professions')) {
        const { rows } = await client.query(`select from "${name}" where firm_id = 2 limit 1`)
        expect(rows, name).toEqual([])
      }
    })
    expect(await intact(1)).toEqual([])
    expect(await intact(0)).toEqual([])
  })

  test.skipIf(!stop || !start)(
    `firms on a living worker lose no call while the other is stopped${stop && start ? '' : ' (TEST_CITUS_STOP and TEST_CITUS_START are not set)'}`,
    { timeout: 180_000 },
    async () => {
      const stopped = (await workers()).find(({ firms }) => !firms.includes(1))!
      const order = (command: string) =>
        execFileSync('sh', ['-c', command], { env: { ...process.env, WORKER: stopped.address } })
      order(stop!)
      onTestFinished(() => void order(start!))
      for (let round = 0; round < 20; round += 1) {
        const admin = await app.asNew('admin')
        await admin.call('lawyers.pageList', {})
        await admin.call('logs.getAdminLogPageList', {})
        await admin.call('positions.add', position(`Alone${round}`))
      }
      expect(await intact(1)).toEqual([])
    },
  )
})
