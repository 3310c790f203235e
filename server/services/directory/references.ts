import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { entriesOf } from '../../../resources/kit/objects.ts'
import type { Context } from '../../context/context.ts'
import { categories, lawyers, offices, positions, selfProfessions } from '../../db/tables.ts'

/** What other rows refer to, in the order in which it is locked. */
const referenced = {
  offices: { table: offices, key: offices.organizationId, type: sql`bigint[]` },
  lawyers: { table: lawyers, key: lawyers.id, type: sql`bigint[]` },
  categories: { table: categories, key: categories.typeId, type: sql`bigint[]` },
  professions: { table: selfProfessions, key: selfProfessions.id, type: sql`bigint[]` },
  positions: { table: positions, key: positions.postCode, type: sql`text[]` },
} as const satisfies Record<string, { table: PgTable & { firmId: PgColumn }; key: PgColumn; type: SQL }>

export type References = {
  [K in keyof typeof referenced]?: readonly (typeof referenced)[K]['key']['_']['data'][]
}

/**
 * Holds what a write refers to until its transaction ends. Who removes or closes a row locks it `for update`, so that of
 * the two one waits and sees what the other did: the check that follows finds no row any more, or the removal finds its
 * use. Asked before the rows that refer are locked, so that nobody waits in a circle.
 */
export const holdReferences = async ({ db, firmId }: Pick<Context, 'db' | 'firmId'>, named: References) => {
  const held = entriesOf(referenced).flatMap(([name, { table, key, type }]) => {
    const keys = [...new Set<number | string>(named[name])]
    if (keys.length === 0) return []
    return sql`(select 1 from (select ${key} from ${table} where ${table.firmId} = ${firmId}
      and ${key} = any(${sql.param(keys)}::${type}) order by ${key} for key share) as held)`
  })
  if (held.length > 0) await db.execute(sql.join(held, sql` union all `))
}
