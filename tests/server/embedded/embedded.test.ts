import { spawn } from 'node:child_process'
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startEmbedded, useEmbedded } from '../../../server/db/embedded/embedded.ts'
import type { Embedded } from '../../../server/db/embedded/embedded.ts'
import { binariesOf, findPackage } from '../../../server/db/embedded/embeddedBinaries.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { folderOfFile, folderOfTest } from '../../support/folder.ts'
import { until } from '../../support/process.ts'

/** A data folder after a first start; creating one takes ten times as long as copying it. */
const started = folderOfFile('started')
beforeAll(async () => {
  await (await startEmbedded({ dataDir: started(), fsync: false })).stop()
})

let dataDir = ''
beforeEach(async () => {
  // The folder has mode 0700, so that as root it is a place which the database's user cannot enter.
  dataDir = await folderOfTest('embedded')
  await cp(started(), dataDir, { recursive: true })
})

const start = async (fsync = true): Promise<Embedded> => {
  const embedded = await startEmbedded({ dataDir, fsync })
  onTestFinished(embedded.stop)
  return embedded
}

const ask = (embedded: Embedded, text: string) =>
  withClient(embedded.connection, async client => (await client.query(text)).rows as unknown[])

const pidFile = (): string => join(dataDir, 'postgres/cluster/postmaster.pid')

/** Leaves the pid file of a killed server, with the process id of another program. */
const leaveStalePid = async (pid: number): Promise<void> => {
  const embedded = await startEmbedded({ dataDir, fsync: false })
  const text = await readFile(pidFile(), 'utf8')
  await embedded.stop()
  await writeFile(pidFile(), text.replace(/^\d+/, String(pid)))
}

describe('the embedded database', () => {
  it('is reached through a private socket by a role that row-level security binds', async () => {
    const embedded = await start(false)
    expect(
      await ask(
        embedded,
        `select rolsuper, current_setting('listen_addresses') as tcp
      from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ rolsuper: false, tcp: '' }])
  })

  it('sizes its cache by the memory of the machine', async () => {
    const [cache] = await ask(
      await start(false),
      `select setting::int * 8 / 1024 as mb from pg_settings where name = 'shared_buffers'`,
    )
    const spared = totalmem() / 8 / 1024 ** 2
    expect(cache).toEqual({ mb: expect.toSatisfy((mb: number) => mb >= 64 && mb <= Math.max(64, spared)) })
  })

  it('keeps every acknowledged row after kill -9 and restarts', async () => {
    const embedded = await start()
    await ask(embedded, 'create table kept (id int)')
    let acknowledged = 0
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 20; i += 1) {
        await ask(embedded, `insert into kept values (${acknowledged})`)
        acknowledged += 1
      }
      const killed = embedded.pid()
      process.kill(killed!, 'SIGKILL')
      await until(async () => embedded.pid() !== killed && (await ask(embedded, 'select 1')))
    }
    expect(await ask(embedded, 'select count(*)::int as count from kept')).toEqual([{ count: acknowledged }])
  })

  it('refuses a second server, and can be used by a command', async () => {
    const embedded = await start(false)
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/is in use by another server/)
    const joined = await useEmbedded({ dataDir })
    expect(joined.pid()).toBe(embedded.pid())
    await joined.stop()
    expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts over a postmaster.pid with the id of another living process', async () => {
    await leaveStalePid(process.pid)
    expect(await ask(await start(false), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(process.platform === 'linux')('starts over a postmaster.pid with the id of a zombie', async () => {
    // The shell becomes `sleep`, which never waits for its child, so the child becomes a zombie when it ends.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 600'])
    onTestFinished(() => void parent.kill('SIGKILL'))
    const pid = await new Promise<number>(resolve =>
      parent.stdout.once('data', text => resolve(Number(text))),
    )
    await until(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n')
    parent.stdin.end()
    await until(async () => /\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8')))
    await leaveStalePid(pid)
    expect(await ask(await start(false), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('refuses a folder of a newer PostgreSQL', async () => {
    await writeFile(join(dataDir, 'postgres/cluster/PG_VERSION'), '19\n')
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/newer release/)
  })

  it('removes the rest of an interrupted first start', async () => {
    const unfinished = join(dataDir, 'postgres.new-killed')
    await rename(join(dataDir, 'postgres'), unfinished)
    expect(await ask(await start(false), 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(readdir(unfinished)).rejects.toThrow(/ENOENT/)
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('runs a copy of the binaries when their own folder cannot be entered', async () => {
    const name = join(dataDir, 'home')
    await cp(await findPackage(), name, { recursive: true, verbatimSymlinks: true })
    const nobody = { uid: 65_534, gid: 65_534 }
    const { postgres } = await binariesOf(name, nobody)
    expect(postgres.startsWith(dataDir)).toBe(false)
  })
})
