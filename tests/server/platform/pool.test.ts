import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { isDatabaseDown, openDatabase } from '../../../server/db/connection/open.ts'
import { freshDatabase } from '../../support/database.ts'

/** Fakes the timers by which a pool waits. */
const stopClock = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('waits ten seconds for a connection while all are busy', async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.close())
  const database = await openDatabase({ connection: fresh.connection, max: 1 })
  onTestFinished(() => database.close())
  let release = () => {}
  const connectionTaken = Promise.withResolvers<void>()
  const busy = database.read(1, async db => {
    await db.execute(sql`select 1`)
    const done = Promise.withResolvers<void>()
    release = done.resolve
    connectionTaken.resolve()
    await done.promise
  })
  await connectionTaken.promise
  stopClock()
  const next = () => database.read(1, async db => (await db.execute(sql`select 1 as one`)).rows)
  const impatient = next().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  const patient = next()
  await vi.advanceTimersByTimeAsync(9_500)
  expect(isDatabaseDown(await impatient)).toBe(true)
  vi.useRealTimers()
  release()
  await busy
  expect(await patient).toEqual([{ one: 1 }])
})

test('treats a database that accepts a connection and stays silent as unreachable after three seconds', async () => {
  const silentServer = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void silentServer.close())
  await once(silentServer, 'listening')
  const { port } = silentServer.address() as { port: number }
  stopClock()
  const opened = openDatabase({ connection: { host: '127.0.0.1', port, user: 'a', password: 'b' } })
  const refusal = opened.catch((error: unknown) => error)
  await once(silentServer, 'connection')
  await turn()
  await vi.advanceTimersByTimeAsync(3_001)
  expect(isDatabaseDown(await refusal)).toBe(true)
})
