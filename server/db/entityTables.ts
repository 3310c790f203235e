import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import { extensionTables } from './extensions.ts'
import * as ownTables from './tables.ts'

const isTable = (value: unknown): value is PgTable => is(value, PgTable)

/** Every table of the product and of its extensions. */
export const allTables = (): PgTable[] => [
  ...Object.values(ownTables).filter(isTable),
  ...extensionTables.flatMap(it => it.tables.filter(isTable)),
]

/** The first letters of the names of an extension's tables. */
export const tablePrefix = (extension: string) => `x_${extension}_`

/** The name in the database of a column with this property. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The name in the database of the table of an extension's entity: `x_training_records` for `training:records`. */
const extensionTableName = (entity: string) => {
  const [extension = '', name = ''] = entity.split(':')
  return tablePrefix(extension) + snakeCase(name)
}

/** Entities of the product whose table has another name; `professions` is that of the official areas of law. */
const exportedAs: Readonly<Record<string, keyof typeof ownTables>> = {
  professions: 'selfProfessions',
  officialProfessions: 'professions',
}

/** The table of an entity. `tables.ts` exports those of the product's own, nearly all under the name of the entity. */
export const tableOfEntity = (entity: string): PgTable | undefined => {
  const name = extensionTableName(entity)
  if (entity.includes(':')) return allTables().find(it => getTableName(it) === name)
  const exportedName = exportedAs[entity] ?? entity
  const table: unknown = Object.entries(ownTables).find(([exported]) => exported === exportedName)?.[1]
  return isTable(table) ? table : undefined
}
