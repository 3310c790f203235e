import { and, eq, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { type Fields, masked } from '../../resources/kit/index.ts'
import { updatedColumns, type VersionedTable } from '../context/actor.ts'
import type { Caller, Context } from '../context/context.ts'
import { ApiError, invalid, missing } from '../context/apiError.ts'
import { sendTogether } from '../db/connection/open.ts'
import { changedFields } from '../services/audit/changedFields.ts'
import { securityOf } from '../services/settings/systemConfig.ts'
import { type Asking, mayRead, readableValue } from '../context/readable.ts'

// Promise Q46 (server/promises.md).

type Current = { version: number; updatedAt: Date; updatedByName: string | null } & Record<string, unknown>

/** Of a row only what its declaration shows: no hash leaves with a conflict, and sensitive values leave masked. */
const shown = (asking: Asking, fields: Fields, row: Current) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.isSensitive && typeof row[name] === 'string'
        ? masked(row[name])
        : readableValue(asking, field, row[name] ?? null),
    ]),
  ),
  version: row.version,
})

/** 4090 with what the other person saved, so that the caller can choose and lose nothing. */
export const conflict = (asking: Asking, fields: Fields, current: Current, patch: object) =>
  new ApiError('4090', undefined, {
    current: shown(asking, fields, current),
    changedFields: Object.entries(patch).flatMap(([name, value]) => {
      const field = fields[name]
      const isSame = JSON.stringify(current[name] ?? null) === JSON.stringify(value ?? null)
      return field && mayRead(asking, field) && !isSame ? [name] : []
    }),
    updatedBy: current.updatedByName,
    updatedAt: current.updatedAt.toISOString(),
  })

/** Refuses a decision that names no version, unless the firm's older clients may do without (domain.md §0). */
export const requireSeen = async (
  { db, firmId }: Context,
  name: 'version' | 'versions',
  seen: number | readonly number[] | undefined,
) => {
  if (seen !== undefined) return
  const { strictVersion } = await securityOf(db, firmId)
  if (strictVersion !== 0) throw invalid({ [name]: '缺少版本号，请刷新后重试' })
}

/**
 * Changes one row if it still has the version that the caller read: one conditional statement, so that of two writers
 * one is refused; where nothing differs nothing is written. `current` is the row as read in this transaction; `where` carries key and scope.
 */
export const updateVersioned = async <T extends VersionedTable>(
  context: Context<Caller | null>,
  table: T,
  change: {
    where: SQL
    current: Current
    version: number
    patch: Partial<T['$inferInsert']>
    /** The declaration's fields: what of the row may be shown to the loser of a race. */
    fields: Fields
    /** Sent with it: its log row (`logWithChange`), where no other row is locked behind it. */
    logged?: () => Promise<void>
  },
): Promise<{ version: number }> => {
  const { where, current, version, patch, fields, logged } = change
  if (current.version !== version) throw conflict(context, fields, current, patch)
  if (Object.keys(changedFields(current, patch)).length === 0) return { version }
  const { sql: text, params: values } = context.db
    .update(table as PgTable)
    .set({ ...patch, ...updatedColumns(context, table) } as never)
    .where(and(where, eq(table.version, version)))
    .returning({ version: table.version })
    .toSQL()
  // Sent before the log is asked: whoever waits for the log's end would otherwise wait for the row too.
  sendTogether(context.db.$client)
  const updated = context.db.$client.query<{ version: number }>({ text, values })
  const [{ rows }] = await Promise.all([updated, logged?.()])
  if (rows[0]) return rows[0]
  const [fresh] = await context.db
    .select()
    .from(table as PgTable)
    .where(where)
  throw fresh ? conflict(context, fields, fresh as Current, patch) : missing()
}
