import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parseIntoClientConfig } from 'pg-connection-string'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { type Database, databaseOf, openDatabase } from '../../../server/db/connection/open.ts'
import { withReplica } from '../../../server/db/connection/replica.ts'
import { migrate, withClient } from '../../../server/db/migrate.ts'
import { createLog } from '../../../server/process/log.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { createAsker, boundCall } from '../../support/asking.ts'
import { folderOfTest } from '../../support/folder.ts'
import { createGate } from '../../support/gate.ts'
import { runServer, until } from '../../support/process.ts'
import {
  startStandby,
  startSystemPostgres,
  type SystemPostgres,
  whyNoSystemPostgres,
} from '../../support/systemPostgres.ts'

const reason = whyNoSystemPostgres()

describe.skipIf(reason)(`with a streaming replica${reason ? ` (${reason})` : ''}`, () => {
  let primary: SystemPostgres
  let standby: Awaited<ReturnType<typeof startStandby>>
  let app: TestApp
  let replicaUrl: string

  const asSuperuser = (url: string, statement: string) =>
    withClient({ connectionString: url }, client => client.query(statement))

  beforeAll(async () => {
    const started = await startSystemPostgres()
    if (typeof started === 'string') throw new Error(started)
    primary = started
    // A superuser would bypass row-level security.
    await asSuperuser(primary.url, `create role firm_server login`)
    await asSuperuser(primary.url, 'create database product owner firm_server')
    const serverUrl = (of: string) =>
      of.replace('postgres@localhost/postgres', 'firm_server@localhost/product')
    const connection = parseIntoClientConfig(serverUrl(primary.url))
    await migrate(connection, { superuser: { ...connection, user: 'postgres' } })
    standby = await startStandby(primary)
    replicaUrl = serverUrl(standby.url)
    const options = { connection: parseIntoClientConfig(replicaUrl), log: createLog('silent') }
    const database = withReplica(await openDatabase({ connection }), options)
    const url = serverUrl(primary.url)
    app = await startApp({ database: { ...database, connection, url } })
  })
  afterAll(async () => {
    await app.close()
    await standby.remove()
    await primary.stop()
  })

  /** A session of a person who has written nothing for a minute. */
  const reader = async (account: string) => {
    const person = await app.as(account)
    await asSuperuser(
      app.database.url.replace('firm_server@', 'postgres@'),
      `update sessions set last_write_at = now() - interval '1 minute'`,
    )
    return person
  }
  const isFresh = () => until(async () => (await app.database.replica!.lag()) !== null)

  /** The lists of the product that the replica was asked for meanwhile. */
  const statementsOnReplica = async (work: () => Promise<unknown>) => {
    const before = (await standby.log()).length
    await work()
    const lines = (await standby.log()).slice(before).split('\n')
    const ofLists = lines.filter(line => line.startsWith('tenant-admin lists |'))
    return ofLists.filter(line => /\bselect\b/.test(line) && !line.includes('pg_last_wal_replay_lsn'))
  }
  const page = { pageNum: 1, pageSize: 20 }
  const position = (postName: string) => ({
    postName,
    postCode: postName,
    postLevel: 5,
    isPartner: 0 as const,
    needLicence: 1 as const,
    sort: 1,
    enabled: '1' as const,
  })
  const namesIn = async (account: string) => {
    const { call } = await app.as(account)
    return (await call('positions.page', page)).records.map(({ postName }) => postName)
  }

  test('reads lists, their counts and their exports from it, but not sessions and single records', async () => {
    const { call } = await reader('admin')
    const ask = createAsker(app)
    const { postId } = await call('positions.add', position('一个职位'))
    await reader('admin')
    await isFresh()
    const ofLists = await statementsOnReplica(async () => {
      await call('lawyers.pageList', page)
      await call('lawyers.lawyerNum', {})
      await call('articles.getList', { kind: 1, ...page })
      await ask(boundCall('lawyers.filterCounts').call, 'admin', { count: 'organizationId' })
      await ask(boundCall('lawyers.export').call, 'admin', { format: 'csv' })
    })
    expect(ofLists.filter(line => line.includes('"lawyers"')).length).toBeGreaterThanOrEqual(5)
    expect(ofLists.filter(line => line.includes('"articles"'))).not.toEqual([])
    expect(ofLists.filter(line => line.includes('sessions'))).toEqual([])
    await reader('admin')
    const ofRecords = await statementsOnReplica(() => call('positions.one', { postId }))
    expect(ofRecords).toEqual([])
  })

  test('shows each firm only its own rows there', async () => {
    const { call } = await reader('other-admin')
    await isFresh()
    const seen: unknown[] = []
    const replicaStatements = await statementsOnReplica(async () => {
      seen.push(...(await call('lawyers.pageList', page)).records.map(({ name }) => name))
    })
    expect(replicaStatements).not.toEqual([])
    expect(seen).toEqual(['陈律师'])
  })

  test('reads from the primary, in every session of the person, after a write', async () => {
    const { call } = await reader('admin')
    const elsewhere = await app.asNew('admin')
    await reader('admin')
    await isFresh()
    await call('positions.add', position('刚刚添加'))
    const replicaStatements = await statementsOnReplica(async () => {
      expect(await namesIn('admin')).toContain('刚刚添加')
      await elsewhere.call('positions.page', page)
    })
    expect(replicaStatements).toEqual([])
    await reader('admin2')
    await isFresh()
    expect(await statementsOnReplica(() => namesIn('admin2'))).not.toEqual([])
  })

  test('does not use a replica that lags until it has caught up', async () => {
    await reader('admin2')
    await isFresh()
    await asSuperuser(standby.url, 'select pg_wal_replay_pause()')
    const { call } = await app.as('admin')
    await call('positions.add', position('副本没有'))
    await until(async () => (await app.database.replica!.lag()) === null)
    const operator = await app.as('system')
    const status = await operator.call('status.read')
    expect(status).toMatchObject({ database: { replicas: 1, replica: { lagMs: null } } })
    expect(status.troubles).toContain('replicaLate')
    await reader('admin2')
    const replicaStatements = await statementsOnReplica(async () => {
      expect(await namesIn('admin2')).toContain('副本没有')
    })
    expect(replicaStatements).toEqual([])
    await asSuperuser(standby.url, 'select pg_wal_replay_resume()')
    await isFresh()
    expect(await statementsOnReplica(() => namesIn('admin2'))).not.toEqual([])
    expect((await operator.call('status.read')).troubles).not.toContain('replicaLate')
  })

  test('fails no call when it is killed, and uses it again once it is back', async () => {
    const { call } = await reader('admin2')
    await isFresh()
    await call('lawyers.pageList', page)
    await standby.stop()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('lawyers.pageList', page)))
    expect(new Set(answers.map(it => it.total)).size).toBe(1)
    expect(await app.database.replica!.lag()).toBeNull()
    await standby.start()
    await isFresh()
    expect(await statementsOnReplica(() => call('lawyers.pageList', page))).not.toEqual([])
  })

  describe('one that takes longer than a second', () => {
    /** The product's database with the replica behind a gate, and a pool to the replica with the limits of the primary. */
    const behindGate = async () => {
      const gate = await createGate(`${standby.socketFolder}/.s.PGSQL.5432`)
      const gated = { host: '127.0.0.1', port: gate.port, user: 'firm_server', database: 'product' }
      const options = { connection: gated, log: createLog('silent') }
      const database = withReplica(await openDatabase({ connection: app.database.connection }), options)
      const patient = databaseOf({ connection: gated })
      onTestFinished(async () => {
        await gate.shut()
        await Promise.all([database.close(), patient.close()])
      })
      const fresh = () => until(async () => (await database.replica.lag(), database.replica.fresh()))
      return { gate, fresh, patient }
    }
    const whoAnswers = (database: Database, first = 'select') =>
      database.read(1, async ({ $client: client }) => {
        await client.query(first)
        const { rows } = await client.query<{ answers: string }>(
          `select case when pg_is_in_recovery() then 'replica' else 'primary' end as answers`,
        )
        return rows[0]!.answers
      })

    test('for a statement leaves it to the primary', async () => {
      const { fresh } = await behindGate()
      expect(await whoAnswers(await fresh())).toBe('replica')
      expect(await whoAnswers(await fresh(), 'select pg_sleep(1.5)')).toBe('primary')
    })

    test('because it is frozen holds up a list for less time than the primary would', async () => {
      const { gate, fresh, patient } = await behindGate()
      const database = await fresh()
      await whoAnswers(patient)
      gate.freeze()
      const givenUp = whoAnswers(patient).catch(() => 'nobody')
      expect(await Promise.race([whoAnswers(database), givenUp])).toBe('primary')
      await givenUp
    })
  })

  test('finds it by the configuration and reports its lag in status and metrics', async () => {
    const folder = await folderOfTest('replica')
    const secret = join(folder, 'replica-url')
    await writeFile(secret, `${replicaUrl}\n`)
    const env = { DATA_DIR: folder, DATABASE_URL: app.database.url, DATABASE_REPLICA_URL_FILE: secret }
    const server = runServer({ ...env, SMS_PROVIDER: 'none', MANAGEMENT_PORT: '0' })
    onTestFinished(async () => void (await server.stop()))
    await server.isListening()
    const { token } = await reader('admin2')
    const list = () => server.get('/api/lawyer/pageList?pageNum=1&pageSize=20', { token })
    await until(async () => (await statementsOnReplica(list)).some(line => line.includes('"lawyers"')))
    const [, port] = /"port":(\d+),"msg":"management port"/.exec(server.output())!
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/^tenant_admin_replica_up\S* 1$/m)
    expect(metrics).toMatch(/^tenant_admin_replica_lag\S* 0(\.\d+)?$/m)
    const status = runServer(env, { entry: 'dist-server/cli.js', args: ['status'] })
    await status.ended
    expect(status.output()).toMatch(/\(replica for lists\): \d+ ms/)
  })

  test('ignores a server that is no replica, for example after a promotion', async () => {
    const { connection } = app.database
    const options = { connection, log: createLog('silent') }
    const database = withReplica(await openDatabase({ connection }), options)
    onTestFinished(database.close)
    expect(await database.replica.lag()).toBeNull()
    expect(database.replica.fresh()).toBeUndefined()
  })
})
