import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { isDatabaseDown } from '../../../server/db/connection/connectionErrors.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { connectionBy } from '../../../server/db/connection/severalServers.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { positions } from '../../../server/db/tables.ts'
import { callSteadily, startPair, tokenIn } from '../../support/failoverRun.ts'
import { folderOfTest } from '../../support/folder.ts'
import { startHaproxy, whyNoHaproxy } from '../../support/haproxy.ts'
import { runServer, until } from '../../support/process.ts'
import { whyNoSystemPostgres } from '../../support/systemPostgres.ts'

const reason = whyNoSystemPostgres() ?? whyNoHaproxy()

const at = (socketFolder: string) =>
  `postgresql://firm_server@localhost/product?host=${encodeURIComponent(socketFolder)}`

test.skipIf(reason)(
  `behind HAProxy, with and without its closing of sessions, writes go on after a switchover and only 5030 is answered meanwhile${reason ? ` (${reason})` : ''}`,
  async () => {
    const { primary, standby, connection, standbyUrl } = await startPair()
    onTestFinished(async () => {
      await standby.remove()
      await primary.stop()
    })
    const token = await tokenIn({ connection })
    let isSwitched = false
    const haproxy = await startHaproxy([
      { socketFolder: primary.socketFolder, isPrimary: () => !isSwitched },
      { socketFolder: standby.socketFolder, isPrimary: () => isSwitched },
    ])
    onTestFinished(haproxy.stop)
    const env = { AUDIT_KEY: 'a key of the switchover alone 0123456789', SMS_PROVIDER: 'none' }
    const servers = await Promise.all(
      [haproxy.closing, haproxy.keeping].map(async (socketFolder, nth) =>
        runServer({ ...env, DATA_DIR: await folderOfTest(`switched${nth}`), DATABASE_URL: at(socketFolder) }),
      ),
    )
    onTestFinished(async () => void (await Promise.all(servers.map(server => server.stop()))))
    await Promise.all(servers.map(server => server.isListening()))
    const ports = servers.map(server => Number(/"port":(\d+),"msg":"listening"/.exec(server.output())![1]))
    const load = callSteadily(place => ports[place % 2]!, token)
    const acknowledgedBy = (server: number, from: number) =>
      load.acknowledged.slice(from).some(name => Number(/^W(\d+)N/.exec(name)![1]) % 2 === server)
    const bothWrite = (from: number) => until(async () => acknowledgedBy(0, from) && acknowledgedBy(1, from))
    await bothWrite(0)

    await primary.shutDown()
    await standby.promote()
    await primary.startAsStandbyOf(standby.socketFolder)
    // HAProxy still leads to the former primary, which answers reads.
    for (const server of servers) await until(async () => (await server.get('/health/ready')).status === 503)
    isSwitched = true
    await bothWrite(load.acknowledged.length)
    for (const server of servers) await until(async () => (await server.get('/health/ready')).status === 200)
    await load.end()

    const codes = new Set(load.outcomes.map(({ code }) => code))
    expect([...codes].toSorted()).toEqual(['200', '5030'])
    const stored = await withClient(connectionBy(standbyUrl), async client => {
      await client.query(`select set_config('app.firm_id', '1', false)`)
      return (await client.query<{ name: string }>('select post_name as name from positions')).rows
    })
    const names = new Set(stored.map(({ name }) => name))
    expect(load.acknowledged.filter(name => !names.has(name))).toEqual([])

    // The queue of jobs makes its connections in a pool of its own.
    const pool = new pg.Pool(connectionBy(at(primary.socketFolder)))
    await expect(pool.connect()).rejects.toThrow(/standby/)
    await pool.end()

    // Behind a pooler a connection stays open while the server behind it becomes a standby.
    const { onConnect: _onConnect, ...unchecked } = connectionBy(at(primary.socketFolder))
    const database = await openDatabase({ connection: unchecked, max: 1 })
    onTestFinished(database.close)
    const processId = () =>
      database.read(1, async db => (await db.execute('select pg_backend_pid() as pid')).rows[0])
    const before = await processId()
    const failure = await database.write(1, db => db.delete(positions)).catch((error: unknown) => error)
    expect(isDatabaseDown(failure)).toBe(true)
    expect(await processId()).not.toEqual(before)
  },
)
