import { sql } from 'drizzle-orm'
import { bigint, bigserial, integer, text, timestamp } from 'drizzle-orm/pg-core'

/** Ids are JSON numbers; 2^53 is enough for every firm. */
export const key = () => bigserial({ mode: 'number' }).primaryKey()
export const ref = () => bigint({ mode: 'number' })
export const firm = () => integer().notNull()
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** Who made and last changed a row; `createdBy` is `population:id`, the names are as they were then. */
export const stamps = () => ({
  createdAt: moment().notNull().defaultNow(),
  createdBy: text(),
  createdByName: text(),
  updatedAt: moment().notNull().defaultNow(),
  updatedByName: text(),
  version: integer().notNull().default(1),
})

/** Soft deletion: the bin keeps a row 30 days. */
export const bin = () => ({ deletedAt: moment(), deletedBy: text() })

/** The condition of a partial index over rows outside the bin. */
export const alive = sql`deleted_at is null`
