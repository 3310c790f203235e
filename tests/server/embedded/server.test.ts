import { existsSync } from 'node:fs'
import { chown, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useEmbedded } from '../../../server/db/embedded.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer, until } from '../../support/process.ts'
import type { ServerProcess } from '../../support/process.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await folderOfTest('server')
})

const start = async (env: Record<string, string> = {}, options = {}): Promise<ServerProcess> => {
  const server = runServer({ DATA_DIR: dataDir, ...env }, options)
  onTestFinished(async () => void (await server.stop()))
  await server.isListening()
  return server
}

/** Beside the running server, as the commands do it. */
const ask = async (text: string): Promise<unknown[]> => {
  const { superuser, connection, stop } = await useEmbedded({ dataDir })
  try {
    const login = { ...superuser, database: connection.database }
    return await withClient(login, async client => (await client.query(text)).rows as unknown[])
  } finally {
    await stop()
  }
}

const databasePid = async (): Promise<number> =>
  parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)

const addFirm = `insert into firms (firm_id, name, short_name) values (1, 'Kept', 'K')`

describe('the server', () => {
  it('is ready, and ends with 0 at SIGTERM, taking its database along', async () => {
    const server = await start()
    expect((await server.get('/health/ready')).status).toBe(200)
    const [{ pid } = { pid: 0 }] = (await ask('select pg_backend_pid() as pid')) as { pid: number }[]
    expect(await server.stop()).toBe(0)
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  })

  it('is not ready from SIGTERM on, but takes whoever still comes until its time is over', async () => {
    const server = await start({ DRAIN_SECONDS: '300' })
    server.child.kill('SIGTERM')
    await until(async () => (await server.get('/health/ready')).status === 503)
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await server.get('/health/live')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    // A second one ends the waiting.
    expect(await server.stop()).toBe(0)
  })

  it('takes its port before it touches the data, and says in a line that it is taken', async () => {
    const first = await start()
    const port = /"port":(\d+)/.exec(first.output())![1]!
    const elsewhere = join(dataDir, 'second')
    const second = runServer({ DATA_DIR: elsewhere, PORT: port })
    expect((await second.ended).code).toBe(1)
    expect(second.errors()).toMatch(/^127\.0\.0\.1:\d+ 已被其他程序占用.*EADDRINUSE\)\n$/)
    expect(existsSync(elsewhere)).toBe(false)
  })

  it.each(['alone', 'with its database'])(
    'keeps what was acknowledged when it is killed %s, and starts again at once',
    async how => {
      const first = await start()
      await ask(addFirm)
      if (how === 'with its database') process.kill(await databasePid(), 'SIGKILL')
      first.child.kill('SIGKILL')
      await first.ended
      const second = await start()
      expect((await second.get('/health/ready')).status).toBe(200)
      expect(await ask('select name from firms')).toEqual([{ name: 'Kept' }])
    },
  )

  it('refuses a folder that another server has, in one line', async () => {
    const first = await start()
    const second = runServer({ DATA_DIR: dataDir })
    expect((await second.ended).code).toBe(1)
    expect(second.errors()).toMatch(/^数据目录正被另一个服务使用 \(pid \d+\).*\n$/)
    expect((await first.get('/health/ready')).status).toBe(200)
  })

  it('refuses a wrong value in one line, and starts nothing', async () => {
    const server = runServer({ DATA_DIR: dataDir, PORT: 'abc' })
    expect((await server.ended).code).toBe(1)
    expect(server.errors()).toContain('PORT: a whole number from 0 to 65535')
    expect(server.errors()).not.toContain(' at ')
  })

  it('logs JSON lines', async () => {
    const server = await start()
    const lines = server
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
    expect(lines.map(line => JSON.parse(line) as { level: string; msg: string })).toMatchObject([
      { level: 'info', msg: 'listening' },
    ])
  })

  it('is read-only, and says so, while the disk is low', async () => {
    const server = await start({ DISK_LOW_MB: '999999999' })
    expect(server.output()).toContain('disk is low')
    expect((await server.get('/health/ready')).status).toBe(200)
  })

  it.runIf(process.getuid?.() === 0)('runs as an ordinary user too', async () => {
    await chown(dataDir, 65_534, 65_534)
    const server = await start({}, { uid: 65_534, gid: 65_534 })
    expect((await server.get('/health/ready')).status).toBe(200)
    expect(await until(() => server.stop().then(code => code === 0))).toBe(true)
  })
})
