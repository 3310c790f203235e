import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import * as tables from '../tables.ts'

/**
 * The tables of this product. Other programs may keep tables in the same database, which are neither changed
 * nor copied nor removed.
 */
export const ownTables = (): string[] =>
  Object.values(tables)
    .filter(value => is(value, PgTable))
    .map(table => getTableName(table))

const snapshot = z.looseObject({ tables: z.record(z.string(), z.looseObject({ name: z.string() })) })

/** The tables of this and all earlier releases, for data that has not been migrated yet. */
export const tablesOfEveryRelease = (): string[] => {
  const folder = join(import.meta.dirname, '../migrations/meta')
  const names = readdirSync(folder)
    .filter(name => name.endsWith('_snapshot.json'))
    .map(name => snapshot.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .flatMap(({ tables: tableMap }) => Object.values(tableMap).map(({ name }) => name))
  return [...new Set(names)]
}
