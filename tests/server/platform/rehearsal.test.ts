import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'

import type { Tools } from '../../../server/commands/command.ts'
import { answersFile } from '../../../server/commands/rehearsal/answers.ts'
import { recordAnswersCommand, rehearseUpgrade } from '../../../server/commands/rehearsal/rehearsal.ts'
import { compatibilityLines, upgradeFrom } from '../../../server/commands/rehearsal/updateCompatibility.ts'
import { backup } from '../../../server/db/backup/backup.ts'
import { migrate, ownVersion, withClient } from '../../../server/db/migrate.ts'
import { type Migration, readMigrations, toMigration } from '../../../server/db/migrations.ts'
import { readEveryFirm } from '../../../server/db/rules/rules.ts'
import { withScratchDatabase } from '../../../server/db/scratchDatabase.ts'
import { seedDemo } from '../../../server/db/seed/demo.ts'
import { readConfig } from '../../../server/process/config.ts'
import { createLog } from '../../../server/process/log.ts'
import { memoryStorage, password } from '../../support/app.ts'
import { type FreshDatabase, freshDatabase, testSuperuser } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'
import { contracted, expanded } from '../../support/nextRelease.ts'
import { runServer, until } from '../../support/process.ts'

const folder = folderOfFile('rehearsal')
const file = () => join(folder(), 'backup.tar')
const answers = () => join(folder(), 'answers.json')
const printed: string[] = []
let tools: Tools
let database: FreshDatabase
/** The address of a login that may create databases. */
let url: string
beforeAll(async () => {
  database = await freshDatabase()
  await seedDemo(database, { password, storage: memoryStorage(new Map()) })
  const { connection } = database
  const superuser = { ...testSuperuser(), database: connection.database }
  // Neither keeps the copy from being asked.
  await withClient(superuser, client =>
    client.query(`update firms set suspended_at = now() where firm_id = 1;
      insert into firm_configs (firm_id, key, value) values (1, 'loginRegSet', '{"factorLevels":[1,2,3]}')
        on conflict (firm_id, key) do update set value = firm_configs.value || excluded.value`),
  )
  const { user = '', password: secret = '' } = superuser
  const address = new URL(database.url)
  address.username = user
  address.password = String(secret)
  url = address.href
  const config = readConfig({ DATA_DIR: join(folder(), 'data') })
  await mkdir(config.dataDir)
  await backup(connection, join(folder(), 'none'), file())
  const print = (line: string) => void printed.push(line)
  tools = { config, log: createLog('silent'), connection, owner: connection, superuser, print }
  await writeFile(answers(), '', { mode: 0o644 })
  await recordAnswersCommand.run(tools, answers(), file())
}, 240_000)
afterAll(() => database.close())

/** A checksum of every row of every table, and of the schema. */
const contentOf = (connection: pg.ClientConfig) =>
  withClient(connection, async client => {
    await client.query('begin read only')
    await readEveryFirm(client)
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')
        and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: hashes } = await client.query<{ hash: string }>(
        `select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as hash from ${name} t`,
      )
      found[name] = hashes[0]!.hash
    }
    return found
  })

const scratchDatabases = () =>
  withClient(tools.owner, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, 'tenant_admin_check_')`,
    )
    return rows.map(({ name }) => name)
  })
const temporaryFolders = async () => (await readdir(folder())).filter(name => name.startsWith('.backup-'))

const nextRelease = (sql: string): Migration[] => [
  ...readMigrations(),
  toMigration('0001_next', ownVersion() + 1, sql),
]

/** What the rehearsal of a release says; null where it finds nothing. */
const rehearse = async (migrations: readonly Migration[], limitMs?: number): Promise<string | null> => {
  printed.length = 0
  try {
    await rehearseUpgrade(tools, {
      file: file(),
      answers: answers(),
      migrations,
      ...(limitMs !== undefined && { limitMs }),
    })
    return null
  } catch (error) {
    if (error instanceof Error && error.name === 'UpgradeWarning') return error.message
    throw error
  }
}

test('answers are recorded of every firm, also of a suspended one that asks for a second factor, into a file that only the own user can read', async () => {
  expect((await stat(answers())).mode & 0o777).toBe(0o600)
  const { answers: recorded } = answersFile.parse(JSON.parse(await readFile(answers(), 'utf8')))
  const succeeded = Object.keys(recorded).filter(key => recorded[key]!.code === '200')
  expect([...new Set(succeeded.map(key => key.split(' ')[0]))]).toEqual(['1'])
})

describe('a scratch database', () => {
  const withScratch = <T>(work: (name: string) => Promise<T>) =>
    withScratchDatabase(tools, ({ database: name = '' }) => work(name))

  it('that another command uses is not removed while nothing is asked of it', async () => {
    const found = await withScratch(async outer => {
      await withScratch(() => Promise.resolve())
      return (await scratchDatabases()).includes(outer)
    })
    expect(found).toBe(true)
  })

  it('that cannot be removed does not keep back a command', async () => {
    const superuser = (statement: string) =>
      withClient(tools.superuser!, client => client.query(statement).then(() => {}))
    const name = 'tenant_admin_check_kept'
    await superuser(`create database ${name} is_template true`)
    try {
      expect(await withScratch(() => Promise.resolve('done'))).toBe('done')
    } finally {
      await superuser(`alter database ${name} is_template false`)
      await superuser(`drop database ${name}`)
    }
  })
})

describe('the rehearsal of an upgrade', () => {
  it('finds nothing in a release that only adds, and leaves the database in use and no copy behind', async () => {
    const before = await contentOf(tools.owner)
    expect(await rehearse(expanded)).toBeNull()
    expect(await contentOf(tools.owner)).toEqual(before)
    expect(await scratchDatabases()).toEqual([])
    expect(await temporaryFolders()).toEqual([])
    const text = printed.join('\n')
    expect(text).toMatch(/锁 \(lock\) lawyers: AccessExclusiveLock, \d+ ms/)
    expect(text).toContain('0001_expand: ALTER TABLE "lawyers" ADD COLUMN')
    expect(text).toMatch(/answers of reading calls\): [1-9]\d\d+/)
  })

  it('names a column that is dropped, and the calls that fail without it', async () => {
    const found = await rehearse(contracted)
    expect(found).toContain('删除列 lawyers.team')
    expect(found).toContain('lawyers.pageList')
    expect(printed.join('\n')).toContain('processes of the earlier release read lawyers.team')
  })

  it('names what is narrowed, rewritten and slow', async () => {
    const found = await rehearse(
      nextRelease(`ALTER TABLE "offices" ALTER COLUMN "phone" TYPE varchar(400);
        SELECT pg_sleep(0.3)`),
      200,
    )
    expect(found).toContain('列 offices.phone 由 jsonb 改为 character varying(400)')
    expect(found).toMatch(/offices 被锁 \d+ ms/)
    expect(await rehearse(nextRelease(`ALTER TABLE "offices" ALTER COLUMN "version" TYPE bigint`))).toContain(
      '整表重写 offices',
    )
  })

  it('names answers that change, by call and field and without their values', async () => {
    const found = await rehearse(nextRelease(`UPDATE "offices" SET "name" = "name" || '（新）'`))
    expect(found).toMatch(/offices\.\w+ \S*name 改变/)
    expect(found).not.toContain('（新）')
  })

  it('names a firm of which no call succeeds', async () => {
    const found = await rehearse(nextRelease(`UPDATE "admins" SET "deleted_at" = now() WHERE "firm_id" = 1`))
    expect(found).toContain('律所 1 没有一个读取接口答复成功')
  })

  it('removes what a killed rehearsal has left', async () => {
    const command = { entry: 'dist-server/cli.js', args: ['rehearse-upgrade', file()] }
    const env = { DATABASE_URL: url, DATA_DIR: join(folder(), 'data') }
    const killed = runServer(env, command)
    await until(async () => (await scratchDatabases()).length > 0)
    killed.child.kill('SIGKILL')
    await killed.ended
    const again = runServer(env, command)
    expect((await again.ended).code, again.errors()).toBe(0)
    expect(again.output()).toContain('没有发现丢失、变慢或改变')
    expect(await scratchDatabases()).toEqual([])
    expect(await temporaryFolders()).toEqual([])
  })

  it('refuses answers of another backup', async () => {
    const other = join(folder(), 'other.json')
    const recorded = JSON.parse(await readFile(answers(), 'utf8')) as Record<string, unknown>
    await writeFile(other, JSON.stringify({ ...recorded, backupAt: '2026-01-01T00:00:00.000Z' }))
    await expect(rehearseUpgrade(tools, { file: file(), answers: other })).rejects.toThrow('another backup')
    expect(await scratchDatabases()).toEqual([])
  })
})

describe('the compatibility of an update', () => {
  it('allows a rolling upgrade to a release that only adds', () => {
    const { pending, breaking } = upgradeFrom(ownVersion(), expanded)
    expect(pending.map(({ name }) => name)).toEqual(['0001_expand'])
    expect(breaking).toEqual([])
  })

  it('forbids it for a release that removes what the earlier one uses, with the reason', () => {
    expect(compatibilityLines(upgradeFrom(ownVersion(), contracted)).join('\n')).toMatch(
      /0002_contract: processes of the earlier release read lawyers\.team\n.*no rolling upgrade/,
    )
  })

  test.each([
    ['the database in use', () => []],
    ['a backup', () => [file()]],
  ])('the command reads %s', async (_, args) => {
    const command = { entry: 'dist-server/cli.js', args: ['update-compatibility', ...args()] }
    const { ended, output, errors } = runServer({ DATABASE_URL: url }, command)
    expect((await ended).code, errors()).toBe(0)
    expect(output()).toContain('可以逐个替换进程')
  })

  it('refuses a database of a later release', async () => {
    await migrate(tools.owner, { migrations: expanded })
    const command = { entry: 'dist-server/cli.js', args: ['update-compatibility'] }
    const { ended, errors } = runServer({ DATABASE_URL: url }, command)
    expect((await ended).code).toBe(1)
    expect(errors()).toContain('newer release')
  })
})
