import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startEmbedded, useEmbedded } from '../../../server/db/embedded/embedded.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { emptyDatabase } from '../../support/database.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = join(await folderOfTest('failures'), 'data')
})

const refusalOf = async (env: Record<string, string> = {}, options = {}) => {
  const server = runServer({ DATA_DIR: dataDir, ...env }, options)
  onTestFinished(async () => void (await server.stop()))
  const { code } = await server.ended
  expect([code, server.errors().trim().split('\n').length]).toEqual([1, 1])
  return server.errors()
}
const command = (...args: string[]) => ({ entry: 'dist-server/cli.js', args })

const preparedDatabase = async () => {
  const { connection, url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const tables = () =>
    withClient(connection, async client => {
      const { rows } = await client.query(`select from pg_tables where schemaname = 'public'`)
      return rows.length
    })
  return { url, tables }
}

// Each test starts one or two servers, and some start a database before.
const startPatience = { timeout: 300_000 }

describe('a failed start explains what to do', startPatience, () => {
  it.each([
    ['a folder', (path: string) => mkdir(path, { recursive: true })],
    ['a text', (path: string) => writeFile(path, 'locked'.repeat(1_000))],
  ])('about a lock that is %s', async (_what, make) => {
    await mkdir(dataDir)
    await make(join(dataDir, 'server.lock'))
    expect(await refusalOf()).toMatch(/server\.lock 不能用作锁/)
  })

  it('about a data folder without the version of its cluster or without its password', async () => {
    await (await startEmbedded({ dataDir, fsync: false })).stop()
    const [version, password] = ['cluster/PG_VERSION', 'password'].map(it => join(dataDir, 'postgres', it))
    const text = await readFile(version!)
    await writeFile(version!, '')
    expect(await refusalOf()).toMatch(`${version} 缺失或为空`)
    await writeFile(version!, text)
    await unlink(password!)
    expect(await refusalOf()).toMatch(`${password} 缺失或为空`)
  })

  it('about a file at the path of the folder', async () => {
    await writeFile(dataDir, '')
    expect(await refusalOf()).toMatch(`${dataDir} 不是文件夹`)
  })

  it.runIf(process.getuid?.() === 0)('about a missing folder that it may not create', async () => {
    await chmod(join(dataDir, '..'), 0o755)
    expect(await refusalOf({}, { uid: 65_534, gid: 65_534 })).toMatch(`没有权限读写 ${dataDir}`)
  })

  it.runIf(process.getuid?.() === 0)('about an existing folder that it may not write', async () => {
    await mkdir(dataDir, { mode: 0o755 })
    await chmod(join(dataDir, '..'), 0o755)
    expect(await refusalOf({}, { uid: 65_534, gid: 65_534 })).toMatch(`没有权限读写 ${dataDir}`)
  })

  it('about a data folder whose cluster is gone', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/password'), 'x'.repeat(48))
    expect(await refusalOf()).toMatch(`数据目录已损坏，${join(dataDir, 'postgres/cluster')} 缺失或为空`)
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['password'])
  })

  it.each([
    [
      'a damaged control file',
      'global',
      /^pg_control$/,
      (path: string) => writeFile(path, Buffer.alloc(8192, 7)),
    ],
    ['a lost control file', 'global', /^pg_control$/, unlink],
    ['a lost log', 'pg_wal', /^[0-9A-F]{24}$/, unlink],
    [
      'a damaged log',
      'pg_wal',
      /^[0-9A-F]{24}$/,
      (path: string) => writeFile(path, Buffer.alloc(16 << 20, 7)),
    ],
    ['a lost state of transactions', 'pg_xact', /^0000$/, unlink],
  ])('about %s of the database', async (_what, folder, name, damage) => {
    await (await startEmbedded({ dataDir, fsync: false })).stop()
    const place = join(dataDir, 'postgres/cluster', folder)
    for (const each of await readdir(place)) if (name.test(each)) await damage(join(place, each))
    const server = runServer({ DATA_DIR: dataDir })
    onTestFinished(async () => void (await server.stop()))
    expect((await server.ended).code).toBe(1)
    const [sentence, ...original] = server.errors().split('\n')
    expect(sentence).toMatch(/^数据库的文件已损坏或丢失：.*npm run cli -- restore/)
    expect(original.join('\n')).toMatch(/PANIC|FATAL|could not/)
  })

  it('about uploads without their database, and creates no new database beside them', async () => {
    await mkdir(join(dataDir, 'files/1'), { recursive: true })
    const { url, tables } = await preparedDatabase()
    for (const options of [{}, command('create-admin', '新律所', 'admin', '张三丰', '13800000001')])
      expect(await refusalOf({ DATABASE_URL: url, DEMO: 'on' }, options)).toMatch(
        /里有上传的文件，数据库却是空的/,
      )
    expect(await tables()).toBe(0)
  })
})

it('a read-only command creates and changes nothing', async () => {
  const { url, tables } = await preparedDatabase()
  for (const words of [['verify-audit'], ['backup', `${dataDir}.tar`]]) {
    expect(await refusalOf({}, command(...words))).toMatch(/没有数据库/)
    expect(await refusalOf({ DATABASE_URL: url }, command(...words))).toMatch(/没有数据库/)
  }
  expect(existsSync(dataDir)).toBe(false)
  expect(await tables()).toBe(0)
})

it('a damaged backup leaves nothing behind', async () => {
  const file = join(dataDir, '../damaged.tar')
  await writeFile(file, 'not a backup'.repeat(1_000))
  expect(await refusalOf({}, command('restore', file))).toMatch(/is incomplete or damaged/)
  expect(await readdir(join(dataDir, '..'))).toEqual(['damaged.tar'])
})

it('two simultaneous first starts on an empty database create one firm', startPatience, async () => {
  const { url } = await preparedDatabase()
  const started = ['a', 'b'].map(name =>
    runServer({
      DATA_DIR: join(dataDir, name),
      DATABASE_URL: url,
      DEMO: 'on',
      DEMO_PASSWORD: 'Demo-password-1',
    }),
  )
  onTestFinished(async () => void (await Promise.all(started.map(server => server.stop()))))
  await Promise.all(started.map(server => server.isListening(200_000)))
  const waited = started.filter(server => server.output().includes('waiting for another process'))
  expect(waited).toHaveLength(1)
  expect(started.map(server => server.errors())).toEqual(['', ''])
})

it('a damaged table is reported as such in the answer and in the log', async () => {
  const env = { DATA_DIR: dataDir }
  const first = runServer(env)
  await first.isListening()
  const { superuser, connection } = await useEmbedded({ dataDir })
  const paths = await withClient({ ...superuser, database: connection.database }, async client => {
    const { rows } = await client.query<{ path: string }>(
      `select pg_relation_filepath(indexrelid) as path from pg_index where indrelid in ('firms'::regclass, 'one_time_codes'::regclass)`,
    )
    return rows.map(({ path }) => join(dataDir, 'postgres/cluster', path))
  })
  await first.stop()
  for (const path of paths) await writeFile(path, Buffer.alloc((await stat(path)).size, 7))
  const server = runServer(env)
  onTestFinished(async () => void (await server.stop()))
  await server.isListening()
  const answer = await server.get('/api/auth/code?scene=login')
  expect([answer.status, await answer.json()]).toMatchObject([
    500,
    { code: '5000', message: '数据库的文件已损坏，请联系系统管理员检查磁盘并恢复备份' },
  ])
  expect(server.output()).toMatch(/数据库的文件已损坏或丢失：.*\\n.*invalid page/)
})
