import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { Population } from '../../../resources/domain/role.ts'
import { firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'

/** A person's security question (promise Q09); the answer is hashed like a password. */
export const securityQuestions = pgTable(
  'security_questions',
  {
    firmId: firmIdColumn(),
    population: integer().$type<Population>().notNull(),
    userId: idReference().notNull(),
    question: text().notNull(),
    answerHash: text().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  table => [primaryKey({ columns: [table.firmId, table.population, table.userId] })],
)

/** A person's authenticator app (RFC 6238); it counts once a code has confirmed it. */
export const secondFactors = pgTable(
  'second_factors',
  {
    firmId: firmIdColumn(),
    population: integer().$type<Population>().notNull(),
    userId: idReference().notNull(),
    /** Encrypted with the installation's key, which is not in the database. */
    sealed: text().notNull(),
    /** Null while it is being set up. */
    confirmedAt: timestamptz(),
    /**
     * The 30 s interval, counted from 1970, of the last code that was accepted: no code is accepted twice.
     */
    lastStep: integer(),
    /** Hashes of the unused recovery codes. */
    recoveryHashes: text().array().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: timestamptz().notNull(),
  },
  table => [primaryKey({ columns: [table.firmId, table.population, table.userId] })],
)

/** Passkeys (WebAuthn credentials) of people; each works at the host name where it was created. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    population: integer().$type<Population>().notNull(),
    userId: idReference().notNull(),
    name: text().notNull(),
    /** The relying party: the host name at which the passkey was created. */
    host: text().notNull(),
    /** The authenticator's id of the passkey, as base64url. */
    credentialId: text().notNull(),
    /** COSE key, as base64url. */
    publicKey: text().notNull(),
    /** The authenticator's count of signatures; 0 where it does not count. */
    signCount: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz(),
    version: integer().notNull().default(1),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('passkeys_credential').on(table.firmId, table.credentialId),
    index('passkeys_owner').on(table.firmId, table.population, table.userId),
  ],
)

/** Signing keys of the installation; created at first use, and the same for every process on one database. */
export const installSecrets = pgTable('install_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Failures and requests counted per key within a time window; incremented by one conditional statement. */
export const counters = pgTable('counters', {
  key: text().primaryKey(),
  count: integer().notNull(),
  /** Consecutive failures since the last success; never decays by time. */
  total: integer().notNull().default(0),
  windowEndsAt: timestamptz().notNull(),
  blockedUntil: timestamptz(),
})

/** Picture captchas, SMS codes, tickets and sign-ins that wait for a second factor: hashed, used once. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: text().notNull(),
    kind: text().$type<'captcha' | 'sms' | 'ticket' | 'challenge'>().notNull(),
    firmId: integer().notNull(),
    /** What the code is bound to: scene, mobile, user. */
    purpose: text().notNull(),
    subject: text().notNull().default(''),
    codeHash: text().notNull(),
    triesLeft: integer().notNull(),
    expireAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('one_time_codes_expiry').on(table.expireAt),
  ],
)
