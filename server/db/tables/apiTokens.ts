import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import type { Capability } from '../../../resources/domain/rights.ts'
import { auditColumns, firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'
import { admins } from './people.ts'

/** API tokens (接口令牌), with which programs call in the name of an administrator. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    name: text().notNull(),
    /** SHA-256 of the token, which leaves the server only once. */
    tokenHash: text().notNull(),
    /** The last four characters of the token. */
    tail: text().notNull(),
    /** The owner, in whose name the program calls. */
    adminId: idReference().notNull(),
    /** What the program may do, as far as its owner may do it at the time of the call. */
    capabilities: jsonb().$type<Capability[]>().notNull(),
    /** Whether a language model's program reads with it by the Model Context Protocol, and nothing else. */
    isForAgents: integer().$type<0 | 1>().notNull().default(0),
    /** Whether such a program may propose changes (proposals.ts). */
    mayPropose: integer().$type<0 | 1>().notNull().default(0),
    /** Whether an identity provider keeps the people up to date with it by SCIM, and nothing else (routes/scim). */
    isForDirectory: integer().$type<0 | 1>().notNull().default(0),
    lastDay: date().notNull(),
    /** The end of the last day in China. */
    expireAt: timestamptz().notNull(),
    lastUsedAt: timestamptz(),
    revokedAt: timestamptz(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('api_tokens_hash').on(table.firmId, table.tokenHash),
    foreignKey({
      name: 'api_tokens_owner_fk',
      columns: [table.firmId, table.adminId],
      foreignColumns: [admins.firmId, admins.id],
    }).onDelete('cascade'),
    index('api_tokens_owner').on(table.firmId, table.adminId),
    index('api_tokens_created').on(table.firmId, table.createdAt.desc(), table.id),
  ],
)
