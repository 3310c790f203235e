import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { installationTables, referenceTables } from '../../../server/db/rules/firmTables.ts'
import { ownTables } from '../../../server/db/rules/ownTables.ts'
import { readEveryFirm } from '../../../server/db/rules/rules.ts'
import { seedDemo } from '../../../server/db/seed/demo.ts'
import { files, hosts } from '../../../server/db/tables.ts'
import { createStorage } from '../../../server/services/files/storage.ts'
import { password } from '../../support/app.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database.ts'
import { addRowsInUse, addSecondFirm } from '../../support/fixtureRows.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'

// Moving a firm out of the installation: the export contains everything of it, and the deletion leaves
// nothing.

const folder = folderOfFile('leavingFirm')
const uploads = () => join(folder(), 'data/files')
const key = 'a key of thirty-two characters or more'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await seedDemo(database, { password, storage: createStorage(uploads()) })
  await database.write(1, addRowsInUse)
  await database.write(2, addSecondFirm)
  await database.write(1, db => db.insert(hosts).values({ name: 'cards.example', firmId: 1 }))
  for (const [firmId, path] of [
    [1, '1/1-1/unfinished.png'],
    [2, '2/1-1/logo.png'],
  ] as const)
    await database.write(firmId, db =>
      db
        .insert(files)
        .values({ firmId, path, ownerPopulation: 1, ownerId: 1, scene: 'logo', mime: 'image/png', size: 4 }),
    )
  await mkdir(dirname(join(uploads(), '2/1-1/logo.png')), { recursive: true })
  await writeFile(join(uploads(), '2/1-1/logo.png'), 'logo')
})
afterAll(() => database.close())

const start = (...args: string[]) =>
  runServer(
    {
      DATA_DIR: join(folder(), 'data'),
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      AUDIT_KEY: key,
    },
    { entry: 'dist-server/cli.js', args },
  )

const run = async (...args: string[]) => {
  const command = start(...args)
  const { code } = await command.ended
  return { code, output: command.output(), errors: command.errors() }
}

/** Reads the tables from the database catalog, so that none is forgotten. */
const tablesWithFirm = async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`)
  return rows.map(({ name }) => name)
}

const everyRowOf = (firmId: number) =>
  withClient(database.connection, async client => {
    await client.query('begin read only')
    await readEveryFirm(client)
    const found: Record<string, string[]> = {}
    for (const name of await tablesWithFirm()) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${name}" t where firm_id = $1 order by 1`,
        [firmId],
      )
      if (rows.length > 0) found[name] = rows.map(({ row }) => row)
    }
    return found
  })

const verifyExport = (place: string, auditKey?: string) => {
  const env = { PATH: process.env['PATH'], ...(auditKey && { AUDIT_KEY: auditKey }) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(place, 'verify.mjs')], {
    env,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

describe('export of a firm', () => {
  const place = () => join(folder(), 'export')

  it('holds each table of the firm, its files and its log, and nothing of another firm', async () => {
    expect(await run('export-firm', '1', place())).toMatchObject({
      code: 0,
      output: expect.stringContaining('不在存储中 (not in the storage): 1/1-1/unfinished.png') as string,
    })
    const tables = (await readdir(join(place(), 'tables'))).map(name => name.replace('.csv', ''))
    const excludedTables = [
      ...installationTables,
      'api_tokens',
      'idempotency_keys',
      'log_forwards',
      'one_time_codes',
      'passkeys',
      'second_factors',
      'sessions',
      'visit_marks',
      'visit_salts',
    ]
    expect(tables).toEqual(
      ownTables()
        .filter(name => !excludedTables.includes(name))
        .toSorted(),
    )
    for (const name of tables) {
      const text = await readFile(join(place(), 'tables', `${name}.csv`), 'utf8')
      expect(text.split('\n').length, name).toBeGreaterThan(2)
      if (!(referenceTables as readonly string[]).includes(name))
        expect(text).not.toMatch(/桃源|taoyuan|陈律师/)
    }
    const lawyers = await readFile(join(place(), 'tables/lawyers.csv'), 'utf8')
    expect(lawyers.trim().split('\n').length - 1).toBeGreaterThanOrEqual(60)
    expect(await readdir(join(place(), 'files'))).toEqual(['1'])
    expect(await run('export-firm', '1', place())).toMatchObject({
      code: 2,
      errors: expect.stringContaining('needs an empty folder') as string,
    })
  })

  it('can be verified by the program included in it, with and without the key of the log', async () => {
    expect(verifyExport(place())).toMatchObject({
      status: 0,
      text: expect.stringContaining('was not checked') as string,
    })
    const verified = verifyExport(place(), key)
    expect(verified).toMatchObject({ status: 0 })
    expect(verified.text).not.toContain('was not checked')
  })

  it('fails verification once a log row or a file differs', async () => {
    const chain = join(place(), 'log/chain.jsonl')
    const text = await readFile(chain, 'utf8')
    await writeFile(chain, text.replace('导出了律所的全部数据', '什么也没有导出'))
    expect(verifyExport(place(), key)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/log\/chain\.jsonl: changed[^]*was rewritten/) as string,
    })
    await writeFile(chain, text.split('\n').toSpliced(2, 1).join('\n'))
    expect(verifyExport(place()).text).toContain('log, row 4: does not follow row 2')
    await writeFile(chain, text)
    expect(verifyExport(place(), key).status).toBe(0)
  })
})

describe('deletion of a firm', () => {
  const name = async () => {
    const { rows } = await database.read(1, db => db.execute<{ name: string }>(sql`select name from firms`))
    return rows[0]!.name
  }

  it('is refused for a firm that is not suspended and for a wrong name', async () => {
    expect(await run('delete-firm', '1', '--confirm', await name())).toMatchObject({
      code: 2,
      errors: expect.stringContaining('suspend the firm first') as string,
    })
    expect((await run('suspend-firm', '1')).code).toBe(0)
    expect((await run('delete-firm', '1', '--confirm', '别的律师事务所')).code).toBe(2)
    expect((await run('delete-firm', '1', await name())).code).toBe(2)
    expect(Object.keys(await everyRowOf(1)).length).toBeGreaterThan(25)
  })

  it('killed half-way leaves the firm suspended with a valid log, and a second run completes it', async () => {
    const [other, firmName] = [await everyRowOf(2), await name()]
    await withClient(database.connection, async client => {
      // Blocks the deletion between two of its transactions.
      await client.query(`select pg_advisory_lock(77);
        create function wait_for_test() returns trigger language plpgsql as $$
          begin perform pg_advisory_xact_lock_shared(77); return old; end $$;
        create trigger wait_for_test before delete on lawyers for each row execute function wait_for_test()`)
      const deletion = start('delete-firm', '1', '--confirm', firmName)
      await vi.waitFor(async () => {
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(`select from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory'`)
        expect(rows).toHaveLength(1)
      }, 60_000)
      deletion.child.kill('SIGKILL')
      await deletion.ended
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`)
      await client.query('drop trigger wait_for_test on lawyers; drop function wait_for_test()')
    })
    const half = await everyRowOf(1)
    expect(half).not.toHaveProperty('cards')
    expect(half).toHaveProperty('lawyers')
    expect(half).toHaveProperty('log_forwards')
    expect(await run('resume-firm', '1')).toMatchObject({ code: 2 })
    expect((await run('list-firms')).output).toContain('正在删除 (being deleted)')
    expect((await run('verify-audit')).code).toBe(0)

    expect(await run('delete-firm', '1', '--confirm', firmName)).toMatchObject({ code: 0 })
    expect(await everyRowOf(1)).toEqual({})
    const remainingFiles = await readdir(join(uploads(), '1'), { recursive: true, withFileTypes: true })
    expect(remainingFiles.filter(entry => entry.isFile())).toEqual([])
    const { rows } = await database.pool.query<{ key: string }>(
      `select key from counters where key ~ ':1(:|$)'`,
    )
    expect(rows).toEqual([])

    expect(await everyRowOf(2)).toEqual(other)
    expect(await readFile(join(uploads(), '2/1-1/logo.png'), 'utf8')).toBe('logo')
  })

  it('is recorded in the log of the installation, which is verified with the others', async () => {
    const verified = await run('verify-audit')
    expect(verified).toMatchObject({ code: 0 })
    expect(verified.output).toMatch(/^installation: 2 rows OK$/m)
    expect(verified.output).toMatch(/^firm 1: \S+ 已删除 \(deleted\), \d+ rows$/m)
    const installationLogRows = (await everyRowOf(0))['logs']!
    expect(installationLogRows[0]).toMatch(/开始删除律所.*lawyers/)
    expect(installationLogRows[1]).toMatch(/删除了律所.*的全部数据/)
  })

  it('does not free the firm’s number for another firm', async () => {
    const created = await run('create-firm', '清风律师事务所', 'boss', '顾主任', '13900001111')
    expect(created.output).toContain('律所编号 (firm): 3')
  })
})
