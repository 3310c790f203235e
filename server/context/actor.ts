import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Caller, Context } from './context.ts'

export type VersionedTable = PgTable & { version: PgColumn; updatedAt: PgColumn; updatedByName: PgColumn }

/** How a row names who made it. */
export const actorOf = ({ population, id }: Pick<Caller, 'population' | 'id'>) => `${population}:${id}`

/** Who and when, for a new row. */
export const createdColumns = ({ caller, now, firmId }: Context<Caller | null>) => ({
  firmId,
  createdAt: now,
  createdBy: caller && actorOf(caller),
  createdByName: caller?.name ?? null,
  updatedAt: now,
  updatedByName: caller?.name ?? null,
})

/** Who and when, for a changed row whose condition is its state instead of its version. */
export const updatedColumns = ({ caller, now }: Context<Caller | null>, table: VersionedTable) => ({
  version: sql`${table.version} + 1`,
  updatedAt: now,
  updatedByName: caller?.name ?? null,
})

/** Who removed a row and when, by name: the account may be gone before the row returns. */
export const removedColumns = (context: Context<Caller>, table: VersionedTable) => ({
  deletedAt: context.now,
  deletedBy: context.caller.name,
  ...updatedColumns(context, table),
})
