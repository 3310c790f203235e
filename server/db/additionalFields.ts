import { and, getTableColumns, getTableName, sql, type SQLWrapper } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

import { extensions } from '../../resources/domain/extensions.ts'
import type { Db } from './connection/open.ts'
import { firmOfTransaction } from './connection/transaction.ts'
import { tableOfEntity } from './entityTables.ts'
import type { Selection } from './lists/select.ts'

// The fields that extensions add to entities of the product. Each extension stores its fields of one entity in a table of its
// own, whose primary key is that of the entity's table: `x_training_lawyers (firm_id, id, …)`. A row is written with the first
// value, and removed with the record by the foreign key.

type FieldTable = {
  table: PgTable
  /** The columns of its primary key, each with the column of the entity's table. */
  keys: readonly { own: PgColumn; other: PgColumn; property: string }[]
  /** Columns by the name of the field. */
  columns: Readonly<Record<string, PgColumn>>
}

const propertyOf = (table: PgTable, column: PgColumn) =>
  Object.entries(getTableColumns(table)).find(([, it]) => it.name === column.name)![0]

const fieldTable = (extension: string, entity: string, names: readonly string[]): FieldTable => {
  const stored = `${extension}:${entity}`
  const [table, base] = [tableOfEntity(stored), tableOfEntity(entity)]
  if (!base) throw new Error(`${stored}: 产品没有这个实体的表 (the product has no table of this entity)`)
  if (!table)
    throw new Error(`${stored}: tables.ts 缺少附加字段的表 (has no table for its additional fields)`)
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  const baseColumns: Readonly<Record<string, PgColumn>> = getTableColumns(base)
  const keys = getTableConfig(table)
    .primaryKeys.flatMap(it => it.columns)
    .map(own => {
      const property = propertyOf(table, own as PgColumn)
      const other = baseColumns[property]
      if (!other)
        throw new Error(
          `${getTableName(table)}: 主键应与 ${getTableName(base)} 相同 (its primary key must be that of this table)`,
        )
      return { own: own as PgColumn, other, property }
    })
  const columnOf = (name: string) => {
    const column = columns[name.slice(name.indexOf(':') + 1)]
    if (!column) throw new Error(`${getTableName(table)}: 缺少 ${name} 的列 (has no column for this field)`)
    return [name, column] as const
  }
  return { table, keys, columns: Object.fromEntries(names.map(columnOf)) }
}

const tablesByEntity = () => {
  const found = new Map<PgTable, FieldTable[]>()
  for (const { name: extension, fields = {} } of extensions)
    for (const [entity, added] of Object.entries(fields)) {
      const made = fieldTable(extension, entity, Object.keys(added))
      const base = tableOfEntity(entity)!
      found.set(base, [...(found.get(base) ?? []), made])
    }
  return found
}

// Found with the first query: the tables of an extension import what uses this file.
let found: ReadonlyMap<PgTable, readonly FieldTable[]> | undefined
const fieldTables = () => (found ??= tablesByEntity())

/** The tables with additional fields of the rows of this table. */
export const fieldTablesOf = (table: PgTable): readonly FieldTable[] => fieldTables().get(table) ?? []

/**
 * The condition that joins a row of the table of fields with its record. The firm is a value where the transaction is bound
 * to one, when the statement is made: a database that is spread over several servers asks all of them otherwise.
 */
export const isSameRow = ({ keys }: FieldTable) =>
  and(
    ...keys.map(({ own, other, property }) => {
      const ofFirm: SQLWrapper = { getSQL: () => sql`${firmOfTransaction() ?? other}` }
      return property === 'firmId' ? sql`${own} = ${ofFirm}` : sql`${own} = ${other}`
    }),
  )!

const isoTime = (text: string) => new Date(text).toISOString()

const selectionFrom = (stored: FieldTable): Selection =>
  Object.fromEntries(
    Object.entries(stored.columns).map(([name, column]) => {
      const value = sql`(select ${column} from ${stored.table} where ${isSameRow(stored)})`
      return [name, column.dataType === 'date' ? value.mapWith(isoTime) : value.mapWith(column)]
    }),
  )

const selections = new WeakMap<PgTable, Selection>()

/** The additional fields of a row of this table, to be selected with it. */
export const additionalFields = (table: PgTable): Selection => {
  const known = selections.get(table) ?? Object.assign({}, ...fieldTablesOf(table).map(selectionFrom))
  selections.set(table, known)
  return known
}

/** Drizzle's columns of moments take no text. */
const storable = ({ dataType }: PgColumn, value: unknown) =>
  dataType === 'date' && typeof value === 'string' ? new Date(value) : value

type Writer = { db: Db; firmId: number }

/** The statements that store the additional fields among the values of a record, which has this key. */
const statementsFor = (
  { db, firmId }: Writer,
  table: PgTable,
  record: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
) =>
  fieldTablesOf(table).flatMap(({ table: own, keys, columns }) => {
    const given = Object.entries(columns).filter(([name]) => values[name] !== undefined)
    if (given.length === 0) return []
    const key = keys.map(({ property }) => [property, property === 'firmId' ? firmId : record[property]])
    const set = Object.fromEntries(
      given.map(([name, column]) => [propertyOf(own, column), storable(column, values[name])]),
    )
    return [
      db
        .insert(own)
        .values({ ...Object.fromEntries(key), ...set })
        .onConflictDoUpdate({ target: keys.map(it => it.own), set }),
    ]
  })

/**
 * Stores the additional fields among the values of a record. The statements are sent at once, so that whatever the caller sends
 * next comes after them.
 */
export const writeAdditionalFields = (
  context: Writer,
  table: PgTable,
  record: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
) =>
  Promise.all(
    statementsFor(context, table, record, values).map(statement => {
      const { sql: text, params } = statement.toSQL()
      return context.db.$client.query({ text, values: params })
    }),
  )
