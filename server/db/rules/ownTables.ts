import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import * as tables from '../tables.ts'

/** Other programs may keep tables in the same database: they are neither changed nor copied nor removed. */
export const ownTables = (): string[] =>
  Object.values(tables)
    .filter(value => is(value, PgTable))
    .map(table => getTableName(table))

const snapshot = z.looseObject({ tables: z.record(z.string(), z.looseObject({ name: z.string() })) })

/** Those of earlier releases too, for data that no migration of this one has changed yet. */
export const tablesOfEveryRelease = (): string[] => {
  const folder = join(import.meta.dirname, '../migrations/meta')
  const names = readdirSync(folder)
    .filter(name => name.endsWith('_snapshot.json'))
    .map(name => snapshot.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .flatMap(({ tables: made }) => Object.values(made).map(({ name }) => name))
  return [...new Set(names)]
}
