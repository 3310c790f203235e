import { and, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Filters } from '../../resources/kit/index.ts'
import { fieldTablesOf, isSameRow } from '../db/additionalFields.ts'
import { comparisonWith, type FilterConditions } from './conditions.ts'

/** The conditions of filters by fields that extensions add to the rows of this table. */
export const additionalConditions = (table: PgTable, filters: Filters): FilterConditions<unknown> =>
  Object.fromEntries(
    fieldTablesOf(table).flatMap(stored =>
      Object.entries(filters).flatMap(([name, filter]) => {
        const column = stored.columns[filter.column ?? name]
        if (!column) return []
        const holds = (value: unknown): SQL =>
          sql`exists (select from ${stored.table} where ${and(isSameRow(stored), comparisonWith(filter, column, value))})`
        return [[name, holds]]
      }),
    ),
  )
