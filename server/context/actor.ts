import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Caller, Context } from './context.ts'

export type VersionedTable = PgTable & { version: PgColumn; updatedAt: PgColumn; updatedByName: PgColumn }

/** The caller as rows store it in `createdBy`. */
export const actorOf = ({ population, id }: Pick<Caller, 'population' | 'id'>) => `${population}:${id}`

/** Who really calls: under a mandate the assistant. */
export const callingPerson = (caller: Caller): Pick<Caller, 'firmId' | 'population' | 'id'> =>
  caller.mandate ? { firmId: caller.firmId, ...caller.mandate.assistant } : caller

/** Creation columns for a new row: firm, caller and time. */
export const createdColumns = ({ caller, now, firmId }: Context<Caller | null>) => ({
  firmId,
  createdAt: now,
  createdBy: caller && actorOf(caller),
  createdByName: caller?.name ?? null,
  updatedAt: now,
  updatedByName: caller?.name ?? null,
})

/** Change columns for an update whose condition is the row's state instead of its version. */
export const updatedColumns = ({ caller, now }: Context<Caller | null>, table: VersionedTable) => ({
  version: sql`${table.version} + 1`,
  updatedAt: now,
  updatedByName: caller?.name ?? null,
})

/**
 * Removal columns: time and person. The name is stored, since the account may be gone before the row is
 * restored.
 */
export const removedColumns = (context: Context<Caller>, table: VersionedTable) => ({
  deletedAt: context.now,
  deletedBy: context.caller.name,
  ...updatedColumns(context, table),
})
