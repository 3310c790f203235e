import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

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

type Current = { version: number; updatedAt: Date; updatedByName: string | null } & Record<string, unknown>

/** 4090 with what the other person saved, so that the caller can choose and lose nothing. */
export const conflict = (current: Current, patch: object, shown: object = current) =>
  new Refusal('4090', undefined, {
    current: shown,
    changedFields: Object.keys(patch).filter(
      it =>
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
  { db, caller, now }: Context<Caller | null>,
  table: T,
  {
    where,
    current,
    version,
    patch,
    shown,
  }: { where: SQL; current: Current; version: number; patch: Partial<T['$inferInsert']>; shown?: object },
): Promise<{ version: number }> => {
  if (current.version !== version) throw conflict(current, patch, shown)
  const stamps = { version: sql`${table.version} + 1`, updatedAt: now, updatedByName: caller?.name ?? null }
  const [row] = await db
    .update(table as PgTable)
    .set({ ...patch, ...stamps } as never)
    .where(and(where, eq(table.version, version)))
    .returning({ version: table.version })
  if (row) return row as { version: number }
  const [fresh] = await db
    .select()
    .from(table as PgTable)
    .where(where)
  throw fresh ? conflict(fresh as Current, patch, shown) : missing()
}
