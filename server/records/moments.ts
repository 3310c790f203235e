import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { type Fields, kindOf } from '../../resources/kit/index.ts'

type Values = Readonly<Record<string, unknown>>

const mapValues = (values: Values, change: (name: string, value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]))

/** Writes moments in UTC, as they are read back, so that the same moment with another offset is not a change. */
export const inUtc = (fields: Fields, values: Values) =>
  mapValues(values, (name, value) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const hasOffset = field !== undefined && kindOf(field).hasOffset === true
    return hasOffset && typeof value === 'string' ? new Date(value).toISOString() : value
  })

/** The values as the columns of the table take them: Drizzle's columns of moments take no text. */
export const asColumnValues = (table: PgTable, values: Values) => {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  return mapValues(values, (name, value) =>
    columns[name]?.dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
  )
}
