import { foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { DirectorySource, DirectoryValues } from '../../../resources/domain/directory.ts'
import { firmIdColumn, idReference, timestamptz } from './columns.ts'
import { lawyers } from './people.ts'

/** What a client of SCIM wrote about a person and the product does not use, as it was written. */
export type DirectoryExtra = {
  userName?: string
  externalId?: string
  displayName?: string
  formatted?: string
  familyName?: string
  givenName?: string
  office?: string
  /** Values that differ from those of the product and were not taken. */
  offered?: DirectoryValues
  /** When the client deleted the user, who is not answered since. */
  deletedAt?: string
}

/** Which person of a directory of the firm (通讯录) is which person here, and what the directory said last. */
export const directoryPeople = pgTable(
  'directory_people',
  {
    firmId: firmIdColumn(),
    source: text().$type<DirectorySource>().notNull(),
    /** The directory's own name for the person; it is compared as it is written. */
    externalId: text().notNull(),
    lawyerId: idReference().notNull(),
    /** The values that the directory gave and the product took. A value here that differs was corrected by hand. */
    given: jsonb().$type<DirectoryValues>().notNull().default({}),
    /** Time from which the directory no longer lists the person, or lists the person as inactive. */
    goneAt: timestamptz(),
    extra: jsonb().$type<DirectoryExtra>().notNull().default({}),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.source, table.externalId] }),
    uniqueIndex('directory_people_person').on(table.firmId, table.source, table.lawyerId),
    foreignKey({
      name: 'directory_people_lawyer_fk',
      columns: [table.firmId, table.lawyerId],
      foreignColumns: [lawyers.firmId, lawyers.id],
    }).onDelete('cascade'),
  ],
)
