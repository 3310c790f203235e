import { sql } from 'drizzle-orm'
import { bigint, bigserial, integer, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Ids are JSON numbers; 2^53 is enough for every firm. The primary key is the firm with the id, so that firms
 * can be spread over databases.
 */
export const idColumn = () => bigserial({ mode: 'number' }).notNull()
export const idReference = () => bigint({ mode: 'number' })
export const firmIdColumn = () => integer().notNull()
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })

/**
 * Who created and last changed a row, and when; `createdBy` is `population:id`, the names are those at that
 * time.
 */
export const auditColumns = () => ({
  createdAt: timestamptz().notNull().defaultNow(),
  createdBy: text(),
  createdByName: text(),
  updatedAt: timestamptz().notNull().defaultNow(),
  updatedByName: text(),
  version: integer().notNull().default(1),
})

/**
 * The key by which names are sorted, of letters and digits only (resources/domain/nameReadings.ts). Rows that have none
 * yet, after an upgrade, get it from a job (services/directory/nameKeyRepair.ts).
 */
export const nameSortColumn = () => text().notNull().default('')
/** The condition of a partial index over rows without their key. */
export const lacksNameSort = sql`name_sort = ''`

/** A deleted row can be restored for 30 days. */
export const softDelete = () => ({ deletedAt: timestamptz(), deletedBy: text() })

/** The condition of a partial index over rows that are not deleted. */
export const notDeleted = sql`deleted_at is null`
/** The condition of a partial index over deleted rows, which are few and are searched by a job. */
export const isDeleted = sql`deleted_at is not null`
