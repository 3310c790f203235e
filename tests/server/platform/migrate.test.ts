import { execFileSync } from 'node:child_process'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate, withClient } from '../../../server/db/migrate.ts'
import { emptyDatabase } from '../../support/database.ts'
import { folderOfTest } from '../../support/folder.ts'

const root = join(import.meta.dirname, '../../..')

const empty = async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  return database.connection
}

it('creates the tables, and a second run changes nothing', async () => {
  const connection = await empty()
  const state = () =>
    withClient(connection, async client => {
      const { rows } = await client.query(
        'select oid, relname, xmin::text from pg_class where relname !~ $1 order by 1',
        ['^pg_'],
      )
      return rows as unknown[]
    })
  await migrate(connection)
  const first = await state()
  expect(first.length).toBeGreaterThan(20)
  await migrate(connection)
  expect(await state()).toEqual(first)
})

it('is safe when several servers start at once', async () => {
  const connection = await empty()
  const started = [migrate(connection), migrate(connection), migrate(connection)]
  await expect(Promise.all(started)).resolves.toHaveLength(3)
})

it('refuses data of a newer release', async () => {
  const connection = await empty()
  await migrate(connection)
  await withClient(connection, client =>
    client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`,
    ),
  )
  await expect(migrate(connection)).rejects.toThrow(/newer release/)
})

it('refuses data of a build before the first release, and changes nothing in it', async () => {
  const connection = await empty()
  await withClient(connection, client =>
    client.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1795400000000), ('last', 9000000000000)`),
  )
  await expect(migrate(connection)).rejects.toThrow(/1\.0\.0 发布前的版本.*build before the first release/)
  const { rows } = await withClient(connection, client =>
    client.query(`select from pg_class where relnamespace = 'public'::regnamespace`),
  )
  expect(rows).toEqual([])
})

it('finds a migration for every change of the tables (else: npx drizzle-kit generate)', async () => {
  // The copy lies inside the repository since the generator accepts relative paths only.
  const copy = await folderOfTest('migrations', join(root, 'node_modules'))
  await cp(join(root, 'server/db/migrations'), copy, { recursive: true })
  const before = await readdir(copy)
  execFileSync(
    join(root, 'node_modules/.bin/drizzle-kit'),
    [
      'generate',
      '--dialect=postgresql',
      '--casing=snake_case',
      '--schema=server/db/tables.ts',
      `--out=${copy.slice(root.length + 1)}`,
    ],
    { cwd: root, stdio: 'ignore' },
  )
  expect(await readdir(copy)).toEqual(before)
})

it('finds the first migration as it is written from the tables (else: node server/db/baseline/generate.ts)', async () => {
  const copy = await folderOfTest('baseline', join(root, 'node_modules'))
  execFileSync(process.execPath, ['server/db/baseline/generate.ts', copy.slice(root.length + 1)], {
    cwd: root,
    stdio: 'ignore',
  })
  const read = (folder: string) => readFile(join(folder, '0000_baseline.sql'), 'utf8')
  expect(await read(copy)).toBe(await read(join(root, 'server/db/migrations')))
})
