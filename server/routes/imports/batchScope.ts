import { and, eq, sql } from 'drizzle-orm'

import { firmZone } from '../../../resources/kit/firmTime.ts'
import type { Context } from '../../context/context.ts'
import { batches } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'

/** Batches of one kind within the caller's scope: a branch sees the imports of its own administrators. */
export const batchScope = (context: Context, kind: string) =>
  and(
    scopeCondition(context, { firm: batches.firmId, office: batches.organizationId }),
    eq(batches.kind, kind),
    // People created one by one are batches without a source.
    sql`${batches.source} is not null`,
  )!

/** A batch is named by its time. */
export const batchName = sql<string>`to_char(${sql`${batches.createdAt}`} at time zone ${sql.raw(`'${firmZone}'`)}, 'YYYY-MM-DD HH24:MI')`
