import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { entities } from '../../../resources/entities.ts'
import { type Fields, kindOf } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { tableOfEntity } from '../../db/entityTables.ts'

type Values = Readonly<Record<string, unknown>>
type Reach = Pick<Context, 'db' | 'firmId'>
type Reference = { to: string; label: string; path: string; id: number }

/** What stands for the name of a record that the reader may not see, or that was removed. */
export const unreadableRecord = (id: number) => `不可见或已删除（编号 ${id}）`

/** What the values refer to, those of the rows of a field included. */
export const namedReferences = (fields: Fields, values: Values, prefix = ''): Reference[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const path = prefix + name
    const parts = field && 'fields' in field ? field.fields : undefined
    if (parts && Array.isArray(value))
      return value.flatMap((row: unknown, at) =>
        isPlainObject(row) ? namedReferences(parts, row, `${path}.${at}.`) : [],
      )
    if (!field || !('to' in field)) return []
    const { to, label } = field
    return [value].flat().flatMap(id => (typeof id === 'number' ? [{ to, label, path, id }] : []))
  })

/** The table and the columns by which the records of an entity are found; undefined for one without a table of its own. */
export const recordTableOf = (name: string) => {
  const entity = entities.find(it => it.name === name)
  const table = tableOfEntity(name) ?? tableOfEntity(entity?.fallbackEntity ?? name)
  if (!entity || !table) return undefined
  const columns: Readonly<Record<string, PgColumn | undefined>> = getTableColumns(table)
  const { [entity.id]: id, firmId, deletedAt } = columns
  return id && firmId && { entity, table, columns, id, firmId, deletedAt }
}
export type RecordTable = NonNullable<ReturnType<typeof recordTableOf>>

/**
 * Errors for values that refer to records which the firm does not have, or has no longer. A column has a foreign key for that; a
 * setting is stored as one value, and a list of references in one column.
 */
export const missingReferences = async (
  { db, firmId }: Reach,
  fields: Fields,
  values: Values,
  isAsked: (reference: Reference) => boolean = () => true,
): Promise<FieldErrors> => {
  const references = namedReferences(fields, values).filter(isAsked)
  const errors: FieldErrors = {}
  for (const [to, group] of Map.groupBy(references, it => it.to)) {
    const records = recordTableOf(to)
    if (!records) continue
    const { table, id, deletedAt } = records
    const isFound = and(
      eq(records.firmId, firmId),
      inArray(
        id,
        group.map(it => it.id),
      ),
      deletedAt && isNull(deletedAt),
    )
    const found = new Set((await db.select({ id }).from(table).where(isFound)).map(row => Number(row.id)))
    for (const { id: wanted, path, label } of group)
      if (!found.has(wanted)) errors[path] = `所选的${label}已不存在，请重新选择`
  }
  return errors
}

/**
 * Those errors for what no foreign key can hold: lists of references, and references within rows. What the record named before
 * may stay, though it has been removed since.
 */
export const missingInLists = (
  context: Reach,
  fields: Fields,
  values: Values,
  current: Values = {},
): Promise<FieldErrors> => {
  const isListed = ([, it]: [string, Fields[string]]) => kindOf(it).refersTo === 'many' || 'fields' in it
  const listed = Object.fromEntries(Object.entries(fields).filter(isListed))
  const kept = new Set(namedReferences(listed, current).map(it => `${it.to} ${it.id}`))
  return missingReferences(context, listed, values, ({ to, id }) => !kept.has(`${to} ${id}`))
}

/** Refuses such values in the fields that extensions add to an entity of the product. */
export const refuseMissingAdditions = async (
  context: Reach,
  fields: Fields,
  values: Values,
  current: Values = {},
): Promise<void> => {
  const added = Object.entries(fields).filter(([name]) => name.includes(':'))
  const errors = await missingInLists(context, Object.fromEntries(added), values, current)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
