import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../support/database.ts'
import type { FreshDatabase } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'
import { createGate } from '../../support/gate.ts'
import type { Gate } from '../../support/gate.ts'
import { runServer, until } from '../../support/process.ts'
import type { ServerProcess } from '../../support/process.ts'

const dataDir = folderOfFile('outage')
let database: FreshDatabase
let gate: Gate
let server: ServerProcess

beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.close())

beforeEach(async () => {
  const { host, port, user, password, database: name } = database.connection
  gate = await createGate(`${host}/.s.PGSQL.${port}`)
  const url = `postgresql://${user}:${String(password)}@127.0.0.1:${gate.port}/${name}`
  server = runServer({ DATA_DIR: dataDir(), DATABASE_URL: url })
  await server.isListening()
})
afterEach(async () => {
  await gate.open()
  await server.stop()
  await gate.shut()
})

const isReady = (status: number) => until(async () => (await server.get('/health/ready')).status === status)
/** A call that looks up a session. */
const callWithSession = () => server.get('/api/firm/post/page', { token: `1-${'x'.repeat(43)}` })

describe('server without its database', () => {
  it('stays alive, answers 503 with an envelope and recovers by itself', async () => {
    await isReady(200)
    await gate.shut()
    await isReady(503)
    expect((await server.get('/health/live')).status).toBe(200)
    const refused = await callWithSession()
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: '5030' }])
    await gate.open()
    await isReady(200)
    expect(await (await callWithSession()).json()).toMatchObject({ code: '4003' })
    expect(await server.stop()).toBe(0)
  })

  it('does the same when the database accepts connections but is frozen', async () => {
    expect(await (await callWithSession()).json()).toMatchObject({ code: '4003' })
    gate.freeze()
    await isReady(503)
    const refused = await Promise.all([callWithSession(), callWithSession(), callWithSession()])
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
    await gate.open()
    await isReady(200)
    expect(await (await callWithSession()).json()).toMatchObject({ code: '4003' })
  })
})
