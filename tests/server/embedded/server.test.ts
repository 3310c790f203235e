import { existsSync } from 'node:fs'
import { chown, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { useEmbedded } from '../../../server/db/embedded/embedded.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { folderOfFile, folderOfTest } from '../../support/folder.ts'
import { runServer, until } from '../../support/process.ts'
import type { ServerProcess } from '../../support/process.ts'

// A folder shared by most tests: a first start is twice as much work as the next one.
const folder = folderOfFile('server')

const start = async (env: Record<string, string> = {}, options = {}): Promise<ServerProcess> => {
  const server = runServer({ DATA_DIR: folder(), ...env }, options)
  onTestFinished(async () => void (await server.stop()))
  await server.isListening()
  return server
}

/** Queries the database beside the running server, as commands do. */
const ask = async (text: string): Promise<unknown[]> => {
  const { superuser, connection, stop } = await useEmbedded({ dataDir: folder() })
  try {
    const login = { ...superuser, database: connection.database }
    return await withClient(login, async client => (await client.query(text)).rows as unknown[])
  } finally {
    await stop()
  }
}

const databasePid = async (): Promise<number> =>
  parseInt(await readFile(join(folder(), 'postgres/cluster/postmaster.pid'), 'utf8'), 10)

describe('D a running server', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = runServer({ DATA_DIR: folder(), DRAIN_SECONDS: '300' })
    await server.isListening()
    return async () => void (await server.stop())
  })

  it('becomes ready, and logs JSON lines', async () => {
    expect((await server.get('/health/ready')).status).toBe(200)
    const lines = server
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
    expect(lines.map(line => JSON.parse(line) as { level: string; msg: string })).toMatchObject([
      { level: 'info', msg: 'listening' },
    ])
  })

  it('keeps its port: a second server names the reason in one line, before it touches its data', async () => {
    const port = /"port":(\d+)/.exec(server.output())![1]!
    const elsewhere = join(await folderOfTest('second'), 'data')
    const second = runServer({ DATA_DIR: elsewhere, PORT: port })
    expect((await second.ended).code).toBe(1)
    expect(second.errors()).toMatch(/^127\.0\.0\.1:\d+ 已被其他程序占用.*EADDRINUSE\)\n$/)
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('keeps its folder: a second server is refused in one line', async () => {
    const second = runServer({ DATA_DIR: folder() })
    expect((await second.ended).code).toBe(1)
    expect(second.errors()).toMatch(/^数据目录正被另一个服务使用 \(pid \d+\).*\n$/)
    expect((await server.get('/health/ready')).status).toBe(200)
  })

  it('is not ready after SIGTERM, serves late requests until its time is over, and stops its database', async () => {
    const [{ pid } = { pid: 0 }] = (await ask('select pg_backend_pid() as pid')) as { pid: number }[]
    server.child.kill('SIGTERM')
    await until(async () => (await server.get('/health/ready')).status === 503)
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await server.get('/health/live')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    // A second signal ends the waiting.
    expect(await server.stop()).toBe(0)
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })
})

describe('a start', () => {
  it.each([
    [1, 'alone'],
    [2, 'with its database'],
  ])('after a kill (%s: %s) has all acknowledged rows at once', async (id, how) => {
    const first = await start()
    await ask(`insert into firms (firm_id, name, short_name) values (${id}, '${how}', 'K')`)
    if (how === 'with its database') process.kill(await databasePid(), 'SIGKILL')
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start()
    expect((await second.get('/health/ready')).status).toBe(200)
    expect(await ask(`select name from firms where firm_id = ${id}`)).toEqual([{ name: how }])
  })

  it('with an invalid value is refused in one line, and starts nothing', async () => {
    const server = runServer({ DATA_DIR: folder(), PORT: 'abc' })
    expect((await server.ended).code).toBe(1)
    expect(server.errors()).toContain('PORT: a whole number from 0 to 65535')
    expect(server.errors()).not.toContain(' at ')
  })

  it('is read-only when the disk is nearly full, and says so', async () => {
    const server = await start({ DISK_LOW_MB: '999999999' })
    expect(server.output()).toContain('disk is low')
    expect((await server.get('/health/ready')).status).toBe(200)
  })

  it.runIf(process.getuid?.() === 0)('works for an ordinary user', async () => {
    const own = await folderOfTest('user')
    await chown(own, 65_534, 65_534)
    const server = await start({ DATA_DIR: own }, { uid: 65_534, gid: 65_534 })
    expect((await server.get('/health/ready')).status).toBe(200)
    expect(await until(() => server.stop().then(code => code === 0))).toBe(true)
  })
})
