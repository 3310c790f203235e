import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { LogAction } from '../../resources/domain/logVocabulary.ts'
import type { Call } from '../../resources/kit/index.ts'
import { notFound } from '../context/apiError.ts'
import type { Context } from '../context/context.ts'
import { type LogEntry, log } from '../services/audit/audit.ts'
import { type Selection, selectRows } from '../db/lists/select.ts'
import { columnFor, selectionBy, wholeRow } from './columns.ts'
import type { CrudRules, DeclaredEntity, PlainTable, FieldValues } from './crudRules.ts'
import { type FilteredListCall, plainListOf } from './list.ts'
import { scopeCondition } from './scope.ts'

/** The columns, visibility and log target of a plain entity's rows. */
export const plainRows = (resource: DeclaredEntity, table: PlainTable) => {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  const key = columns[resource.id]
  if (!key) throw new Error(`${resource.name}: the table has no column ${resource.id}`)
  const { organizationId: office, lawyerId: lawyer, createdBy: author, deletedAt } = columns
  const isAlive = deletedAt && isNull(deletedAt)
  const isUnowned = !office && !lawyer

  /**
   * Public calls and calls for all signed-in users reach every row of the firm, other calls as far as the
   * caller's right reaches. Rows that belong to no office and no lawyer can be read by everyone with the
   * right.
   */
  const visibleWhere = (call: Call | undefined, context: Context) =>
    and(
      call?.who === 'public' || call?.who === 'signedIn' || (isUnowned && call?.writes === false)
        ? eq(table.firmId, context.firmId)
        : scopeCondition(context, {
            firm: table.firmId,
            ...(office && { office }),
            ...(lawyer && { lawyer }),
            ...(author && { author }),
          }),
      isAlive,
    )!

  /**
   * With `isLocked`, nobody can refer to the row (services/directory/references.ts) or remove it until the
   * transaction ends.
   */
  const find = async (call: Call | undefined, context: Context, id: unknown, isLocked = false) => {
    const where = and(visibleWhere(call, context), eq(key, id))
    const lock = isLocked ? sql` for update` : sql``
    const from = sql`from ${table} where ${where}${lock}`
    const [row] = await selectRows<FieldValues>(context.db, wholeRow(table), from)
    if (!row) throw notFound()
    return row
  }

  const record = (
    context: Context,
    action: LogAction,
    row: FieldValues,
    rest: Omit<LogEntry, 'module' | 'action' | 'target'> = {},
    write = log,
  ) => {
    const { [resource.id]: id, [resource.title]: name, organizationId } = row
    const target = {
      type: resource.name,
      id: Number(id),
      name: String(name),
      organizationId: organizationId == null ? null : Number(organizationId),
    }
    return write(context, { module: resource.logModule!, action, target, ...rest })
  }

  return { columns, key, alive: isAlive, deletedAt, visibleWhere, find, record }
}

/** The handlers of a plain entity that read: its list, one record, and its choices. */
export const readHandlersOf = (
  resource: DeclaredEntity,
  rules: CrudRules,
  rows: ReturnType<typeof plainRows>,
) => {
  const { table, columns = {}, sorts = {}, conditions = {}, offered } = rules
  const { calls, crud, sort, searchFields = [] } = resource
  const list = calls[crud.list ?? '']
  const direction = sort.order === 'ASC' ? asc : desc
  const order = rules.order ?? [direction(columnFor(table, sort.field)!)]
  const search = searchFields.map(name => columnFor(table, name)!)
  const listing =
    list &&
    plainListOf<FieldValues, FieldValues, Context>(list as FilteredListCall, {
      table,
      key: rows.key,
      visibleWhere: context => rows.visibleWhere(list, context),
      search: search.length > 0 ? search : undefined,
      order,
      columns,
      sorts,
      conditions,
    })
  const selections = new Map<z.ZodObject, (context: Context) => Selection>()
  const selectionOf = (context: Context, row: z.ZodObject) => {
    const known = selections.get(row) ?? selectionBy(row, table, columns)
    selections.set(row, known)
    return known(context)
  }
  const select = (context: Context, row: z.ZodObject, where: SQL | undefined) =>
    selectRows<FieldValues>(
      context.db,
      selectionOf(context, row),
      sql`from ${table} where ${where} order by ${sql.join([...order, rows.key], sql`, `)}`,
    )

  const one = async (input: FieldValues, context: Context) => {
    const call = calls[crud.one!]!
    const where = and(rows.visibleWhere(call, context), eq(rows.key, input[resource.id]))
    const [row] = await select(context, call.output as z.ZodObject, where)
    if (!row) throw notFound()
    return row
  }

  const choicesCall = calls[resource.choices ?? '']
  const choiceParams = Object.keys((choicesCall?.input as z.ZodObject | undefined)?.shape ?? {})
  const unanswered = choiceParams.filter(name => !(name in (list?.filters ?? {})))
  if (unanswered.length > 0)
    throw new Error(
      `${resource.name}: the choices are asked for by ${unanswered.join()}, which is no filter of the list`,
    )

  /** All choices, in the order of an unsorted list. */
  const choices = (query: FieldValues, context: Context) => {
    const conditionsOfQuery = listing?.matching(context, query) ?? []
    const where = and(rows.visibleWhere(choicesCall, context), offered?.(context), ...conditionsOfQuery)
    return select(context, (choicesCall!.output as z.ZodArray<z.ZodObject>).element, where)
  }
  return { list: listing?.listing, one, choices }
}
