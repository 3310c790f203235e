import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { z } from 'zod'

import { beginSchemaChange } from './distribution/schemaChange.ts'

// One file a release. It first adds only (expand), so that processes of the earlier release go on beside it; what they
// still use is removed by a later release (contract), whose file begins with `-- breaking: …`. An index on a table with
// many rows is made by CREATE INDEX CONCURRENTLY. Long changes of rows are no migrations but jobs in portions
// (services/directory/nameKeyRepair.ts).

export type Migration = {
  name: string
  /** Milliseconds of its creation; the version of a database whose last migration it is. */
  version: number
  /** Statements or groups of statements, which run in one transaction. */
  statements: readonly string[]
  /** Indexes that are made after that transaction, without locking their tables against writing. */
  indexes: readonly { name: string; statement: string }[]
  /** Indexes of earlier migrations that this one removes. */
  droppedIndexes: readonly string[]
  /** Whether a process of an earlier release fails in some call after it, and why. */
  isBreaking: boolean
  breakingReason: string | null
  hash: string
}

const journalShape = z.looseObject({
  entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })),
})

const concurrentIndex = /^(?:--.*\n|\s)*create (?:unique )?index concurrently "?(\w+)"?/i
const breakingComment = /^-- breaking:(.*)/m
const droppedIndex = /\bdrop index (?:concurrently )?(?:if exists )?"?(\w+)"?/gi

/** Reads a migration from the text of its file, in which `--> statement-breakpoint` separates the statements. */
export const toMigration = (name: string, version: number, text: string): Migration => {
  const parts = text.split('--> statement-breakpoint')
  const indexes = parts.flatMap(statement => {
    const index = concurrentIndex.exec(statement)?.[1]
    return index ? [{ name: index, statement }] : []
  })
  return {
    name,
    version,
    statements: parts.filter(part => !concurrentIndex.test(part)),
    indexes,
    droppedIndexes: [...text.matchAll(droppedIndex)].map(found => found[1]!),
    isBreaking: breakingComment.test(text),
    breakingReason: breakingComment.exec(text)?.[1]?.trim() ?? null,
    hash: createHash('sha256').update(text).digest('hex'),
  }
}

/** The migrations of this program, in order. */
export const readMigrations = (folder = join(import.meta.dirname, 'migrations')): Migration[] => {
  const journal = journalShape.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
  return journal.entries.map(({ tag, when }) =>
    toMigration(tag, when, readFileSync(join(folder, `${tag}.sql`), 'utf8')),
  )
}

/** The versions that the data has had; none for an empty database. The table is that of Drizzle's own migrator. */
export const appliedVersions = async (client: pg.ClientBase): Promise<number[]> => {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return []
  const applied = await client.query<{ version: string }>(
    'select created_at as version from drizzle.__drizzle_migrations order by 1',
  )
  return applied.rows.map(({ version }) => Number(version))
}

type Change = Awaited<ReturnType<typeof beginSchemaChange>>
type Run = (change: Change, statement: string, migration: Migration) => Promise<unknown>

const runStatement: Run = (change, statement) => change(statement)

/**
 * Applies the missing migrations in one transaction, so that an interruption leaves nothing behind. After an error the
 * caller rolls back. `run` runs one statement, or a group of them.
 */
export const applyMigrations = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
  run: Run = runStatement,
): Promise<void> => {
  const version = (await appliedVersions(client)).at(-1) ?? 0
  const missing = migrations.filter(migration => migration.version > version)
  if (missing.length === 0) return
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`)
  const change = await beginSchemaChange(client)
  for (const migration of missing) {
    const { statements, hash, version: created } = migration
    for (const statement of statements) await run(change, statement, migration)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      created,
    ])
  }
  await client.query('commit')
}

const VALIDITY = 'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)'

/**
 * Makes the indexes that are missing while calls read and write the tables. An index whose creation was interrupted is
 * invalid, and is made anew. It waits for transactions that began earlier, so nobody who waits for this process may
 * hold one.
 */
export const makeConcurrentIndexes = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<void> => {
  for (const [at, migration] of migrations.entries()) {
    const dropped = new Set(migrations.slice(at + 1).flatMap(later => later.droppedIndexes))
    for (const { name, statement } of migration.indexes.filter(index => !dropped.has(index.name))) {
      const quoted = `public.${pg.escapeIdentifier(name)}`
      const { rows } = await client.query<{ isValid: boolean }>(VALIDITY, [quoted])
      if (rows[0]?.isValid) continue
      // Of a distributed table, some servers may not have begun it.
      if (rows[0]) await client.query(`drop index concurrently if exists ${quoted}`)
      await client.query(statement)
    }
  }
}
