import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'

import { requireDirectConnection } from '../../../server/db/connection/directConnection.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { withClient } from '../../../server/db/migrate.ts'
import type { Envelope } from '../../support/app.ts'
import { startApp } from '../../support/app.ts'
import { emptyDatabase, testSuperuser } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'
import { startPooler, whyNoPooler } from '../../support/pooler.ts'
import { runServer } from '../../support/process.ts'

const folder = folderOfFile('pooler')
const reason = whyNoPooler()

type Mode = Parameters<typeof startPooler>[1]
const pool = async (connection: Parameters<typeof startPooler>[0], mode: Mode) => {
  const pooler = await startPooler(connection, mode)
  onTestFinished(pooler.stop)
  return pooler
}

const start = (env: Record<string, string>, options = {}) => {
  const server = runServer({ DATA_DIR: folder(), SMS_PROVIDER: 'none', ...env }, options)
  onTestFinished(async () => void (await server.stop()))
  return server
}

/** A server whose calls go through PgBouncer, on the database of an application beside it. */
const startBehind = async () => {
  const app = await startApp()
  onTestFinished(() => app.close())
  const { url } = await pool(app.database.connection, 'transaction')
  const env = { DATABASE_URL: url, DIRECT_DATABASE_URL: app.database.url, PREPARED_STATEMENTS: 'off' }
  const server = start(env)
  await server.isListening()
  const [, port] = /"port":(\d+)/.exec(server.output())!
  const call = async (token: string, path: string, body?: object) => {
    const headers = { token, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return (await (await fetch(`http://127.0.0.1:${port}/api${path}`, init)).json()) as Envelope
  }
  return { app, call }
}

const post = (nth: number) => ({
  postName: `顾问${nth}`,
  postCode: `Counsel${nth}`,
  postLevel: 5,
  isPartner: 0,
  needLicence: 1,
  sort: nth,
  enabled: '1',
})

describe.skipIf(reason)(`behind PgBouncer${reason ? ` (${reason})` : ''}`, () => {
  test('in transaction mode, the start and commands ask for a direct address', async () => {
    const { connection, drop } = await emptyDatabase()
    onTestFinished(drop)
    const { url } = await pool(connection, 'transaction')
    const command = { entry: 'dist-server/cli.js', args: ['migrate'] }
    for (const [env, options] of [
      [{ DATABASE_URL: url }, {}],
      [{ DATABASE_URL: url }, command],
      [{ DATABASE_URL: url, DIRECT_DATABASE_URL: url }, {}],
    ] as const) {
      const server = start(env, options)
      expect((await server.ended).code).toBe(1)
      expect(server.errors()).toMatch(/^(DIRECT_)?DATABASE_URL 经过.*set DIRECT_DATABASE_URL to one\n$/)
    }
  })

  test('that does not track named statements, the start asks to switch them off', async () => {
    const { connection, url: direct, drop } = await emptyDatabase()
    onTestFinished(drop)
    const { url } = await pool(connection, 'transaction')
    const server = start({ DATABASE_URL: url, DIRECT_DATABASE_URL: direct })
    expect((await server.ended).code).toBe(1)
    expect(server.errors()).toMatch(/^DATABASE_URL 经过.*set PREPARED_STATEMENTS=off\n$/)
  })

  test('in transaction mode, 60 lists and 30 writes side by side are each answered from their own firm', async () => {
    const { app, call } = await startBehind()
    const { token } = await app.as('admin')
    const lists = Array.from({ length: 60 }, () => call(token, '/lawyer/pageList?pageNum=1&pageSize=20'))
    const writes = Array.from({ length: 30 }, (_, nth) => call(token, '/firm/post', post(nth)))
    const answers = await Promise.all([...lists, ...writes])
    expect(new Set(answers.map(it => it.code))).toEqual(new Set(['200']))
    const { data } = await call(token, '/firm/post/page?pageNum=1&pageSize=50')
    expect(data).toMatchObject({ total: 30 })
    const totals = new Set(answers.slice(0, 60).map(it => (it.data as { total: number }).total))
    const people = await app.database.read(1, db =>
      db.execute<{ n: number }>(sql`select count(*)::int as n from lawyers where deleted_at is null`),
    )
    expect([...totals]).toEqual([people.rows[0]!.n])
  })

  test('in transaction mode, the next call of a disabled lawyer is refused', async () => {
    const { app, call } = await startBehind()
    const lawyer = await app.asNew('13800000002')
    expect(await call(lawyer.token, '/auth/self')).toMatchObject({ code: '200' })
    const admin = await app.as('admin')
    await admin.call('lawyers.update', { id: lawyer.id, version: 1, status: 3, reason: '短期外派，暂时停用' })
    expect((await call(lawyer.token, '/auth/self')).code).toMatch(/^400[35]$/)
  })

  test('in session mode, the server starts with its time limits', async () => {
    const { connection: direct, drop } = await emptyDatabase()
    onTestFinished(drop)
    const { url, connection } = await pool(direct, 'session')
    const server = start({ DATABASE_URL: url })
    await server.isListening()
    expect((await server.get('/health/ready')).status).toBe(200)
    const database = await openDatabase({ connection })
    onTestFinished(database.close)
    const { rows } = await database.read(null, db =>
      db.execute(sql`select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`),
    )
    expect(rows).toEqual([{ statement: '5s', idle: '10s' }])
  })
})

test('a direct connection does not go through a pooler', async () => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  await expect(requireDirectConnection('DATABASE_URL', connection)).resolves.toBeUndefined()
})

test('a database in SQL_ASCII is refused with the statement that makes another', async () => {
  const { connection, url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const name = `${connection.database}_ascii`
  const superuser = testSuperuser()
  const ask = (statement: string) => withClient(superuser, client => client.query(statement))
  await ask(
    `create database ${name} owner ${connection.user} encoding 'SQL_ASCII' locale 'C' template template0`,
  )
  onTestFinished(async () => void (await ask(`drop database ${name} with (force)`)))
  const server = start({ DATABASE_URL: url.replace(connection.database!, name) })
  expect((await server.ended).code).toBe(1)
  expect(server.errors()).toMatch(
    /^数据库的编码是 SQL_ASCII.*create database … encoding 'UTF8' template template0/,
  )
})
