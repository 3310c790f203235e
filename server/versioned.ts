import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { type Fields, masked } from '../resources/kit/index.ts'
import type { Caller, Context } from './context.ts'
import { missing, Refusal } from './refusal.ts'
import { actorOf } from './scope.ts'

type VersionedTable = PgTable & { version: PgColumn; updatedAt: PgColumn; updatedByName: PgColumn }

/** Who and when, for a new row. */
export const created = ({ caller, now, firmId }: Context<Caller | null>) => ({
  firmId,
  createdAt: now,
  createdBy: caller && actorOf(caller),
  createdByName: caller?.name ?? null,
  updatedAt: now,
  updatedByName: caller?.name ?? null,
})

/** Who and when, for a changed row whose condition is its state instead of its version. */
export const stamped = ({ caller, now }: Context<Caller | null>, table: VersionedTable) => ({
  version: sql`${table.version} + 1`,
  updatedAt: now,
  updatedByName: caller?.name ?? null,
})

type Current = { version: number; updatedAt: Date; updatedByName: string | null } & Record<string, unknown>

/** Of a row only what its declaration shows: no hash leaves with a conflict, and sensitive values leave masked. */
const shown = (fields: Fields, row: Current) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, { isSensitive }]) => [
      name,
      isSensitive && typeof row[name] === 'string' ? masked(row[name]) : (row[name] ?? null),
    ]),
  ),
  version: row.version,
})

/** 4090 with what the other person saved, so that the caller can choose and lose nothing. */
export const conflict = (fields: Fields, current: Current, patch: object) =>
  new Refusal('4090', undefined, {
    current: shown(fields, current),
    changedFields: Object.keys(patch).filter(
      it =>
        it in fields &&
        JSON.stringify(current[it] ?? null) !==
          JSON.stringify((patch as Record<string, unknown>)[it] ?? null),
    ),
    updatedBy: current.updatedByName,
    updatedAt: current.updatedAt.toISOString(),
  })

/**
 * Changes one row if it still has the version that the caller read: one conditional statement, so that of two writers
 * one is refused. `current` is the row as read in this transaction; `where` carries key and scope.
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
  },
): Promise<{ version: number }> => {
  const { where, current, version, patch, fields } = change
  if (current.version !== version) throw conflict(fields, current, patch)
  const { db } = context
  const [row] = await db
    .update(table as PgTable)
    .set({ ...patch, ...stamped(context, table) } as never)
    .where(and(where, eq(table.version, version)))
    .returning({ version: table.version })
  if (row) return row as { version: number }
  const [fresh] = await db
    .select()
    .from(table as PgTable)
    .where(where)
  throw fresh ? conflict(fields, fresh as Current, patch) : missing()
}
