import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { backup } from '../../../server/db/backup/backup.ts'
import { migrate, withClient } from '../../../server/db/migrate.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { makeLogMonths, monthAfter } from '../../../server/db/rules/logMonths.ts'
import { restoreBackup } from '../../../server/db/backup/restore.ts'
import { firms, offices, sessions } from '../../../server/db/tables.ts'
import { emptyDatabase, freshDatabase } from '../../support/database.ts'
import type { FreshDatabase } from '../../support/database.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'
import { everyStatementOf } from '../../support/statements.ts'

const folder = folderOfFile('backup')
let source: FreshDatabase
const uploads = () => join(folder(), 'uploads')
const target = () => join(folder(), 'restored')

/** Text with the separators and escapes of PostgreSQL's COPY format. */
const specialCharacters = '张\t三\n"李\\N四",\\.\r\n𠮷'

beforeAll(async () => {
  await mkdir(join(uploads(), '1/2'), { recursive: true })
  await writeFile(join(uploads(), '1/2/photo.jpg'), 'a picture')
  await writeFile(join(uploads(), '.part-1'), 'half')
  source = await filledDatabase()
})
afterAll(() => source.close())

/** A database with two firms. */
const filledDatabase = async (): Promise<FreshDatabase> => {
  const database = await freshDatabase()
  for (const firmId of [1, 2]) {
    await database.write(firmId, async db => {
      await db.insert(firms).values({
        firmId,
        name: specialCharacters,
        shortName: `F${firmId}`,
        appConfSet: { a: [1, specialCharacters] },
      })
      const place = { provinceCode: '1', cityCode: '2', districtCode: '3', address: '路1号' }
      await db
        .insert(offices)
        .values({ firmId, name: `Office ${firmId}`, ...place, phone: ['021', specialCharacters] })
      const expireAt = new Date('2099-01-01')
      await db
        .insert(sessions)
        .values({ firmId, tokenHash: `hash${firmId}`, population: 1, userId: 1, expireAt })
    })
  }
  return database
}

const empty = async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  return database.connection
}

const newBackup = async (name: string): Promise<string> => {
  const file = join(folder(), name)
  await backup(source.connection, uploads(), file)
  return file
}

describe('a backup', () => {
  it('restores every row of every firm, without sessions', async () => {
    const connection = await empty()
    await restoreBackup(connection, target(), await newBackup('whole.tar'))
    const copy = await openDatabase({ connection })
    onTestFinished(copy.close)
    for (const firmId of [1, 2]) {
      const read = (from: typeof copy) =>
        from.read(firmId, async db => ({
          firms: await db.select().from(firms),
          offices: await db.select().from(offices),
        }))
      const expectedRows = await read(source)
      expect(expectedRows.offices).toHaveLength(1)
      expect(await read(copy)).toEqual(expectedRows)
      expect(await copy.read(firmId, db => db.select().from(sessions))).toEqual([])
    }
  })

  it('has no salts by which visitors could be recognised later', async () => {
    const { tables } = await backup(source.connection, uploads(), join(folder(), 'visitors.tar'))
    const names = tables.map(({ name }) => name)
    expect(names).toContain('card_visits')
    expect(names.filter(name => name.startsWith('visit_'))).toEqual([])
  })

  // Row-level security hides rows without an error where the policy for reading every firm is missing, changed or narrowed.
  it.each([
    ['offices', 'drop policy read_every_firm on offices'],
    ['firms', 'drop policy read_every_firm on firms'],
    ['offices', 'alter policy read_every_firm on offices using (firm_id = 1)'],
    ['offices', 'alter policy own_firm on offices using (firm_id = 1)'],
    ['offices', 'create policy narrow on offices as restrictive using (firm_id = 1)'],
  ])('is refused where rows of %s are hidden: %s', async (table, statement) => {
    const { connection, close } = await filledDatabase()
    onTestFinished(close)
    await withClient(connection, client => client.query(statement))
    const file = join(folder(), 'hidden.tar')
    await expect(backup(connection, uploads(), file)).rejects.toThrow(table)
    await expect(stat(file)).rejects.toThrow(/ENOENT/)
  })

  it('restores uploads, and nothing half-written', async () => {
    await restoreBackup(await empty(), target(), await newBackup('files.tar'))
    expect(await readFile(join(target(), '1/2/photo.jpg'), 'utf8')).toBe('a picture')
    await expect(stat(join(target(), '.part-1'))).rejects.toThrow(/ENOENT/)
  })

  it('continues ids where the source was, with the same protection', async () => {
    const connection = await empty()
    await restoreBackup(connection, target(), await newBackup('counting.tar'))
    const copy = await openDatabase({ connection })
    onTestFinished(copy.close)
    const place = { provinceCode: '1', cityCode: '2', districtCode: '3', address: '路2号' }
    const [added] = await copy.write(1, db =>
      db
        .insert(offices)
        .values({ firmId: 1, name: 'New', ...place })
        .returning({ id: offices.organizationId }),
    )
    expect(added?.id).toBe(3)
    expect(await copy.read(2, db => db.select().from(offices))).toHaveLength(1)
    await expect(copy.pool.query('delete from logs')).rejects.toThrow(/append-only/)
  })

  it('fills the partitions of the log’s months directly, and makes each index of the source anew', async () => {
    const months = [-30, -3, 0]
    await withClient(source.connection, client => makeLogMonths(client, monthAfter(new Date(), -30)))
    await source.write(1, async db => {
      for (const [offset, month] of months.entries())
        await db.execute(sql`insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_name,
          summary, result, request_id, prev_hash, hash)
          values (1, ${offset + 1}, ${monthAfter(new Date(), month).toISOString()}, 2, 5, 'update', 1, '甲', '一行', 1, 'r', '', '')`)
    })
    const connection = await empty()
    const statements = await everyStatementOf(async () =>
      restoreBackup(connection, target(), await newBackup('months.tar')),
    )
    expect(statements.filter(text => text.includes('moved as (delete from logs_default'))).toHaveLength(2)
    const read = (of: pg.ClientConfig) =>
      withClient(of, async client => {
        await client.query(`select set_config('app.firm_id', '1', false)`)
        const places = `select seq, tableoid::regclass::text as partition from logs order by seq`
        const indexes = `select indrelid::regclass::text as of, array_agg(distinct replace(pg_get_indexdef(indexrelid),
            indexrelid::regclass::text, '') order by replace(pg_get_indexdef(indexrelid), indexrelid::regclass::text, '')) as definitions
          from pg_index where indisvalid and indrelid::regclass::text !~ '^(pg_|logs_\\d)|[.]' group by 1 order by 1`
        const { rows: searches } = await client.query(
          `select inhrelid from pg_inherits where inhparent = 'logs_search'::regclass`,
        )
        const { rows: partitions } = await client.query(
          `select from pg_inherits where inhparent = 'logs'::regclass`,
        )
        expect(searches).toHaveLength(partitions.length)
        return [(await client.query(places)).rows, (await client.query(indexes)).rows]
      })
    const [places, indexes] = await read(connection)
    const [wantedPlaces, wantedIndexes] = await read(source.connection)
    expect(indexes).toEqual(wantedIndexes)
    expect(places!.map(({ seq }) => String(seq))).toEqual(['1', '2', '3'])
    expect(places!.map(({ partition }) => partition)).not.toContain('logs_default')
    expect(wantedPlaces).not.toEqual(places)
  })

  it('shows one moment while others write', async () => {
    const changes = source.write(1, async db => {
      await db.update(firms).set({ nameEn: 'changed' })
      await newBackup('moment.tar')
    })
    await changes
    const connection = await empty()
    await restoreBackup(connection, target(), join(folder(), 'moment.tar'))
    const names = await withClient(connection, async client => {
      await client.query(`select set_config('app.firm_id', '1', false)`)
      return (await client.query('select name_en from firms')).rows as unknown[]
    })
    expect(names).toEqual([{ name_en: null }])
  })

  it('is refused by a database that has tables', async () => {
    const file = await newBackup('full.tar')
    await expect(restoreBackup(source.connection, target(), file)).rejects.toThrow(/needs an empty database/)
  })

  it('is refused when one byte differs, and the database stays empty', async () => {
    const file = await newBackup('damaged.tar')
    const bytes = await readFile(file)
    const offset = bytes.indexOf('firms.copy.gz') + 512 + 20
    bytes[offset] = bytes[offset]! ^ 1
    await writeFile(file, bytes)
    const connection = await empty()
    await expect(restoreBackup(connection, target(), file)).rejects.toThrow(/damaged/)
    await restoreBackup(connection, target(), await newBackup('after.tar'))
  })

  it('is refused when it is truncated', async () => {
    const file = await newBackup('short.tar')
    await writeFile(file, (await readFile(file)).subarray(0, 4_096))
    await expect(restoreBackup(await empty(), target(), file)).rejects.toThrow(/damaged/)
  })

  it.runIf(process.platform !== 'win32')('is readable for its owner only', async () => {
    expect((await stat(await newBackup('mode.tar'))).mode & 0o777).toBe(0o600)
  })

  it('neither contains nor changes what other programs keep in the same database', async () => {
    const foreign = (connection: pg.ClientConfig, statement: string) =>
      withClient(connection, async client => (await client.query(statement)).rows as unknown[])
    const connection = await empty()
    await foreign(
      connection,
      'create table clients (firm_id int, search text); insert into clients values (7)',
    )
    await migrate(connection)
    const file = join(folder(), 'foreign.tar')
    const { tables } = await backup(connection, uploads(), file)
    expect(tables.map(({ name }) => name)).not.toContain('clients')
    const second = await empty()
    await foreign(second, 'create table clients (firm_id int, search text); insert into clients values (8)')
    await restoreBackup(second, target(), file)
    expect(await foreign(second, 'select firm_id from clients')).toEqual([{ firm_id: 8 }])
  })

  it('leaves no file under its name when it fails', async () => {
    const file = join(folder(), 'never.tar')
    await expect(backup({ ...source.connection, database: 'nowhere' }, uploads(), file)).rejects.toThrow(
      /nowhere/,
    )
    await expect(stat(file)).rejects.toThrow(/ENOENT/)
  })
})

it('omits the files of a bucket, and says so', async () => {
  const env = {
    DATABASE_URL: source.url,
    DATA_DIR: join(folder(), 'data'),
    BUCKET_URL: 'https://s3.example.com/firm',
    BUCKET_KEY_ID: 'key',
    BUCKET_SECRET: 'secret',
  }
  const args = ['backup', join(folder(), 'beside.tar')]
  const command = runServer(env, { entry: 'dist-server/cli.js', args })
  expect(await command.ended).toMatchObject({ code: 0 })
  expect(command.output() + command.errors()).toContain(
    '存储桶 https://s3.example.com/firm 中的文件不在备份内',
  )
})
