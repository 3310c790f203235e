import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { Population } from '../../../resources/domain/role.ts'
import { firm, timestamptz, ref } from './columns.ts'

/** One question of a person's own choice (promise Q09); the answer is hashed like a password. */
export const securityQuestions = pgTable(
  'security_questions',
  {
    firmId: firm(),
    population: integer().$type<Population>().notNull(),
    userId: ref().notNull(),
    question: text().notNull(),
    answerHash: text().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  it => [primaryKey({ columns: [it.firmId, it.population, it.userId] })],
)

/** What this installation signs with; made at first use, the same for every process on one database. */
export const installSecrets = pgTable('install_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
