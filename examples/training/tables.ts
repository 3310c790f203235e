import { bigint, date, index, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { auditColumns, firmIdColumn, idColumn, idReference, timestamptz } from 'tenant-admin/extend/server'

export const records = pgTable(
  'x_training_records',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    title: text().notNull(),
    lawyerId: bigint({ mode: 'number' }).notNull(),
    hours: numeric({ precision: 4, scale: 1, mode: 'number' }).notNull(),
    attendedOn: date().notNull(),
    startsAt: timestamptz(),
    kind: text().$type<'law' | 'ethics' | 'management'>().notNull(),
    remark: text(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('x_training_records_day').on(table.firmId, table.attendedOn.desc()),
    index('x_training_records_lawyer').on(table.firmId, table.lawyerId),
    uniqueIndex('x_training_records_once').on(table.firmId, table.title, table.lawyerId, table.attendedOn),
  ],
)

/** The additional fields of people; `id` is the person's. */
export const lawyers = pgTable(
  'x_training_lawyers',
  {
    id: idReference().notNull(),
    firmId: firmIdColumn(),
    barNumber: text(),
    certifiedUntil: date(),
    /** The end of validity of which the person was reminded. */
    remindedOf: date(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('x_training_lawyers_certified').on(table.firmId, table.certifiedUntil),
  ],
)

/** The additional field of offices. */
export const offices = pgTable(
  'x_training_offices',
  {
    organizationId: idReference().notNull(),
    firmId: firmIdColumn(),
    costCentre: text(),
  },
  table => [primaryKey({ columns: [table.firmId, table.organizationId] })],
)
