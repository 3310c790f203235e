import { getTableColumns, getTableName } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import type pg from 'pg'

import { addedFields } from '../../resources/domain/extension.ts'
import { extensions } from '../../resources/domain/extensions.ts'
import { entities } from '../../resources/entities.ts'
import { type Fields, isEntity, kindOf } from '../../resources/kit/index.ts'
import { snakeCase, tableOfEntity } from './entityTables.ts'

/** A column that refers to another table of the firm, with that table's own key. */
export type DeclaredReference = { table: string; column: string; to: string; key: string }

const keyOf = (name: string) => {
  const { fallbackEntity } = entities.find(it => it.name === name) ?? {}
  const table = tableOfEntity(name) ?? tableOfEntity(fallbackEntity ?? name)
  const columns = table && getTableConfig(table).primaryKeys[0]?.columns.map(it => snakeCase(it.name))
  return columns?.length === 2 && columns[0] === 'firm_id'
    ? { to: getTableName(table!), key: columns[1]! }
    : undefined
}

const referencesOf = (stored: string, fields: Fields): DeclaredReference[] => {
  const table = tableOfEntity(stored)
  if (!table) return []
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  return Object.entries(fields).flatMap(([name, field]) => {
    // A field that the extension's own code answers has no column.
    const column = columns[name.slice(name.indexOf(':') + 1)]
    const target = kindOf(field).refersTo === 'one' && 'to' in field ? keyOf(field.to) : undefined
    return column && target ? [{ table: getTableName(table), column: snakeCase(column.name), ...target }] : []
  })
}

/** What the tables of an extension refer to by its declarations; those of additional fields refer to their record, too. */
export const declaredReferences = (extension: string): DeclaredReference[] => {
  const found = extensions.find(it => it.name === extension)
  if (!found) return []
  const own = found.resources.flatMap(it => (isEntity(it) ? referencesOf(it.name, it.fields) : []))
  const added = Object.entries(found.fields ?? {}).flatMap(([entity, additions]) => {
    const stored = `${extension}:${entity}`
    const [table, base] = [tableOfEntity(stored), keyOf(entity)]
    if (!table || !base) return []
    return [
      { table: getTableName(table), column: base.key, ...base },
      ...referencesOf(stored, addedFields(additions)),
    ]
  })
  return [...own, ...added]
}

const WITHOUT_KEY = `
  select given.* from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given ("table", "column", "to", "key")
  where to_regclass(given."table") is not null and not exists (
    select from pg_constraint k
    where k.contype = 'f' and k.conrelid = to_regclass(given."table") and k.confrelid = to_regclass(given."to")
      and (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey))
        = (select array_agg(name order by name) from unnest(array['firm_id', given."column"]) as name))`

/** The declared references without a foreign key, by which a record could refer to one of another firm. */
export const referencesWithoutKey = async (
  client: pg.ClientBase,
  declared: readonly DeclaredReference[],
): Promise<DeclaredReference[]> => {
  const values = (['table', 'column', 'to', 'key'] as const).map(part => declared.map(it => it[part]))
  const { rows } = await client.query<DeclaredReference>(WITHOUT_KEY, values)
  return rows
}
