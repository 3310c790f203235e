import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Fields } from '../../resources/kit/index.ts'
import { updatedColumns, type VersionedTable } from '../context/actor.ts'
import type { Caller, Context } from '../context/context.ts'
import { ApiError, invalid, notFound } from '../context/apiError.ts'
import { sendTogether } from '../db/connection/open.ts'
import { selectRows } from '../db/lists/select.ts'
import { additionalFields, writeAdditionalFields } from '../db/additionalFields.ts'
import { wholeRow } from './columns.ts'
import { asColumnValues } from './moments.ts'
import { refuseMissingAdditions } from '../services/directory/missingReferences.ts'
import { changedFields } from '../services/audit/changedFields.ts'
import { securityOf } from '../services/settings/systemConfig.ts'
import { type Reader, mayRead, readableValue } from '../context/readable.ts'

type Current = { version: number; updatedAt: Date; updatedByName: string | null } & Record<string, unknown>

/**
 * The declared fields of a row, so that no hash leaves with a conflict. They are as the record shows them to this reader: a form
 * compares both, and would report a value that only the conflict masks as a change by the other person.
 */
const visibleFields = (reader: Reader, fields: Fields, row: Current) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readableValue(reader, field, row[name] ?? null)]),
  ),
  version: row.version,
})

/**
 * Error 4090 with the values that the other person saved, so that the caller can choose and loses nothing.
 */
export const versionConflictError = (reader: Reader, fields: Fields, current: Current, patch: object) =>
  new ApiError('4090', undefined, {
    current: visibleFields(reader, fields, current),
    changedFields: Object.entries(patch).flatMap(([name, value]) => {
      const field = fields[name]
      const isSame = JSON.stringify(current[name] ?? null) === JSON.stringify(value ?? null)
      return field && mayRead(reader, field) && !isSame ? [name] : []
    }),
    updatedBy: current.updatedByName,
    updatedAt: current.updatedAt.toISOString(),
  })

/** Refuses a decision that names no version, unless the firm allows it for older clients (docs/domain.md §0). */
export const requireVersion = async (
  { db, firmId }: Context,
  name: 'version' | 'versions',
  givenVersion: number | readonly number[] | undefined,
) => {
  if (givenVersion !== undefined) return
  const { strictVersion } = await securityOf(db, firmId)
  if (strictVersion !== 0) throw invalid({ [name]: '缺少版本号，请刷新后重试' })
}

/** Throws unless `current` was read by `wholeRow`: without the additional fields, each of them would count as changed. */
const requireWholeRow = (table: PgTable, current: Current) => {
  const missing = Object.keys(additionalFields(table)).filter(name => !Object.hasOwn(current, name))
  if (missing.length > 0)
    throw new Error(
      `${getTableName(table)}: the row was read without its additional fields ${missing.join()}`,
    )
}

/**
 * Changes one row if it still has the version that the caller read. It is one conditional statement, so that
 * of two writers one is refused; where nothing differs, nothing is written. `current` is the row as read in
 * this transaction; `where` carries key and scope.
 */
export const updateVersioned = async <T extends VersionedTable>(
  context: Context<Caller | null>,
  table: T,
  change: {
    where: SQL
    current: Current
    version: number
    patch: Partial<T['$inferInsert']>
    /** The declaration's fields, which decide what the loser of a race may see of the row. */
    fields: Fields
    /**
     * Appends the log row in the same network round trip (`logWithChange`); only where no other row is locked
     * after it.
     */
    logged?: () => Promise<void>
  },
): Promise<{ version: number }> => {
  const { where, current, version, patch, fields, logged } = change
  requireWholeRow(table, current)
  if (current.version !== version) throw versionConflictError(context, fields, current, patch)
  if (Object.keys(changedFields(current, patch)).length === 0) return { version }
  await refuseMissingAdditions(context, fields, patch, current)
  const { sql: text, params: values } = context.db
    .update(table as PgTable)
    .set({ ...asColumnValues(table, patch), ...updatedColumns(context, table) } as never)
    .where(and(where, eq(table.version, version)))
    .returning({ version: table.version })
    .toSQL()
  // The update is sent before the log row, so that a transaction waiting for the end of the log does not hold
  // up this row.
  sendTogether(context.db.$client)
  const updated = context.db.$client.query<{ version: number }>({ text, values })
  const additional = writeAdditionalFields(context, table, current, patch)
  const [{ rows }] = await Promise.all([updated, additional, logged?.()])
  if (rows[0]) return rows[0]
  const [fresh] = await selectRows<Current>(context.db, wholeRow(table), sql`from ${table} where ${where}`)
  throw fresh ? versionConflictError(context, fields, fresh, patch) : notFound()
}
