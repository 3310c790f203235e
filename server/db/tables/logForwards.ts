import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { LogTargetName } from '../../../resources/domain/logTargets.ts'
import { firmIdColumn, idReference, timestamptz } from './columns.ts'

/** How far the log of each firm was forwarded to a target outside the installation. */
export const logForwards = pgTable(
  'log_forwards',
  {
    firmId: firmIdColumn(),
    target: text().$type<LogTargetName>().notNull(),
    /** The position of the last row that the target has acknowledged. */
    seq: idReference().notNull(),
    forwardedAt: timestamptz(),
    /** Since when no row was accepted, and why; null after a success. */
    failingSince: timestamptz(),
    failure: text(),
  },
  table => [primaryKey({ columns: [table.firmId, table.target] })],
)
