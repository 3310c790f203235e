import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { entriesOf } from '../../../resources/kit/objects.ts'
import type { Context } from '../../context/context.ts'
import { categories, lawyers, offices, positions, selfProfessions } from '../../db/tables.ts'

/** The tables that other rows refer to, in the order in which they are locked. */
const referencedTables = {
  offices: { table: offices, key: offices.organizationId, type: sql`bigint[]` },
  lawyers: { table: lawyers, key: lawyers.id, type: sql`bigint[]` },
  categories: { table: categories, key: categories.typeId, type: sql`bigint[]` },
  professions: { table: selfProfessions, key: selfProfessions.id, type: sql`bigint[]` },
  positions: { table: positions, key: positions.postCode, type: sql`text[]` },
} as const satisfies Record<string, { table: PgTable & { firmId: PgColumn }; key: PgColumn; type: SQL }>

export type References = {
  [K in keyof typeof referencedTables]?: readonly (typeof referencedTables)[K]['key']['_']['data'][]
}

/**
 * Locks the records that a write refers to until its transaction ends. A removal or closing locks such a
 * record `for update`, so one of the two waits and sees what the other did: the check that follows finds no
 * row, or the removal finds the new use. Call it before locking the referring rows, so that no deadlock
 * occurs.
 */
export const lockReferences = async (
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  references: References,
) => {
  const lockQueries = entriesOf(referencedTables).flatMap(([name, { table, key, type }]) => {
    const keys = [...new Set<number | string>(references[name])]
    if (keys.length === 0) return []
    return sql`(select 1 from (select ${key} from ${table} where ${table.firmId} = ${firmId}
      and ${key} = any(${sql.param(keys)}::${type}) order by ${key} for key share) as held)`
  })
  if (lockQueries.length > 0) await db.execute(sql.join(lockQueries, sql` union all `))
}
