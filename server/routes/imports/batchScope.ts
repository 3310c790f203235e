import { and, eq, sql } from 'drizzle-orm'

import { firmZone } from '../../../resources/kit/firmTime.ts'
import type { Context } from '../../context/context.ts'
import { batches } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'

/** Of one kind, as far as the caller's right reaches: a branch sees what was imported by its own administrators. */
export const batchScope = (context: Context, kind: string) =>
  and(
    scopeCondition(context, { firm: batches.firmId, office: batches.organizationId }),
    eq(batches.kind, kind),
    // Those of earlier releases say nothing of what came of them.
    sql`${batches.source} is not null`,
  )!

/** When it was made, as a person names it. */
export const batchName = sql<string>`to_char(${sql`${batches.createdAt}`} at time zone ${sql.raw(`'${firmZone}'`)}, 'YYYY-MM-DD HH24:MI')`
