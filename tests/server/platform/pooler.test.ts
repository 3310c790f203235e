import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '../../../server/db/connection/open.ts'
import { refuseTransactionPooler } from '../../../server/db/connection/pooler.ts'
import { emptyDatabase } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'
import { startPooler, whyNoPooler } from '../../support/pooler.ts'
import { runServer } from '../../support/process.ts'

const folder = folderOfFile('pooler')
const reason = whyNoPooler()

const behind = async (mode: Parameters<typeof startPooler>[1]) => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  const pooler = await startPooler(connection, mode)
  onTestFinished(pooler.stop)
  return pooler
}

describe.skipIf(reason)(`behind PgBouncer${reason ? ` (${reason})` : ''}`, () => {
  test('in transaction mode a start and a command are refused with what to do', async () => {
    const { url } = await behind('transaction')
    const env = { DATA_DIR: folder(), DATABASE_URL: url }
    for (const options of [{}, { entry: 'server/cli.ts', args: ['migrate'] }]) {
      const server = runServer(env, options)
      onTestFinished(async () => void (await server.stop()))
      expect((await server.ended).code).toBe(1)
      expect(server.errors()).toMatch(/^数据库地址指向按事务分配连接的连接池.*session mode\n$/)
    }
  })

  test('in session mode the server starts, with its limits of time', async () => {
    const { url, connection } = await behind('session')
    const server = runServer({ DATA_DIR: folder(), DATABASE_URL: url })
    onTestFinished(async () => void (await server.stop()))
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

test('a connection of its own is none of a pooler', async () => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  await expect(refuseTransactionPooler(connection)).resolves.toBeUndefined()
})
