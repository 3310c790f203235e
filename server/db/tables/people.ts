import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
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

import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import { offices } from './firms.ts'
import { batches } from './records.ts'
import {
  isDeleted,
  softDelete,
  firmIdColumn,
  idColumn,
  timestamptz,
  idReference,
  auditColumns,
} from './columns.ts'

/** What both populations need to sign in. */
const account = () => ({
  passwordHash: text(),
  mustChangePwd: integer().$type<0 | 1>().notNull().default(0),
  lastLoginAt: timestamptz(),
  lastLoginIp: text(),
  prefs: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /** The version of the firm's agreement and privacy notice that he last agreed to, when and from where; null for never. */
  consentVersion: text(),
  consentAt: timestamptz(),
  consentIp: text(),
})

export const admins = pgTable(
  'admins',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    account: text().notNull(),
    name: text().notNull(),
    mobile: text().notNull(),
    email: text(),
    avatar: text(),
    organizationId: idReference().notNull(),
    officeLevel: integer().$type<OfficeLevel>().notNull(),
    isSystem: integer().$type<0 | 1>().notNull().default(0),
    canAudit: integer().$type<0 | 1>().notNull().default(1),
    canExport: integer().$type<0 | 1>().notNull().default(1),
    isContact: integer().$type<0 | 1>().notNull().default(1),
    /** 1 正常, 0 停用. 2 锁定 is derived from the sign-in counters. */
    status: integer().$type<0 | 1>().notNull().default(1),
    remark: text(),
    search: text().notNull().default(''),
    ...account(),
    ...auditColumns(),
    ...softDelete(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.id] }),
    uniqueIndex('admins_account')
      .on(it.firmId, sql`lower(${it.account})`)
      .where(sql`deleted_at is null`),
    uniqueIndex('admins_mobile')
      .on(it.firmId, it.mobile)
      .where(sql`deleted_at is null`),
    uniqueIndex('admins_main')
      .on(it.firmId, it.organizationId)
      .where(sql`office_level = 3 and deleted_at is null`),
    foreignKey({
      name: 'admins_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('admins_office').on(it.firmId, it.organizationId),
    index('admins_deleted').on(it.firmId, it.deletedAt).where(isDeleted),
  ],
)

export const lawyers = pgTable(
  'lawyers',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    name: text().notNull(),
    nameEn: text(),
    namePinyin: text().notNull().default(''),
    nameInitials: text().notNull().default(''),
    gender: integer().$type<0 | 1 | 2>(),
    mobile: text().notNull(),
    email: text(),
    organizationId: idReference().notNull(),
    team: text(),
    employeeNo: text(),
    personType: integer().$type<1 | 2 | 3 | 4 | 5>().notNull().default(1),
    licenseNumber: text(),
    practiceType: integer().$type<1 | 2 | 3 | 4 | 5 | 6>(),
    firstPractisedYear: integer(),
    isRegisteredPartner: integer().$type<0 | 1>().notNull().default(0),
    entryDate: date(),
    leaveDate: date(),
    /** 0 待审核, 1 正常, 2 已驳回, 3 已停用, 4 已离所 (domain.md §4). */
    status: integer().$type<0 | 1 | 2 | 3 | 4>().notNull().default(1),
    rejectReason: text(),
    /** 1 后台创建, 2 批量导入, 3 自主注册. */
    source: integer().$type<1 | 2 | 3>().notNull().default(1),
    wxBound: integer().$type<0 | 1>().notNull().default(0),
    avatar: text(),
    assessments: jsonb()
      .$type<{ year: number; result: 1 | 2 | 3 | 4; recordedAt: string }[]>()
      .notNull()
      .default([]),
    /** The years of `assessments`, kept by a trigger (migration 0010): who lacks one is counted from an index. */
    assessedYears: integer().array().notNull().default([]),
    remark: text(),
    /** Permanent and public: the card's code (domain.md §3.4 codeKey). */
    codeKey: text().notNull(),
    batchId: idReference(),
    /** Of the Chinese card, kept by triggers (migration 0007): lists are sorted by them through an index. */
    cardTop: integer(),
    cardPostLevel: integer(),
    cardWeight: integer(),
    /** Name, pinyin, initials, mobile, licence, employee number: what the search box looks through. */
    search: text().notNull().default(''),
    ...account(),
    ...auditColumns(),
    ...softDelete(),
  },
  it => [
    uniqueIndex('lawyers_mobile').on(it.firmId, it.mobile),
    uniqueIndex('lawyers_licence').on(it.firmId, it.licenseNumber),
    uniqueIndex('lawyers_employee').on(it.firmId, it.employeeNo),
    uniqueIndex('lawyers_code').on(it.firmId, it.codeKey),
    primaryKey({ columns: [it.firmId, it.id] }),
    foreignKey({
      name: 'lawyers_office_fk',
      columns: [it.firmId, it.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    foreignKey({
      name: 'lawyers_batch_fk',
      columns: [it.firmId, it.batchId],
      foreignColumns: [batches.firmId, batches.id],
    }),
    index('lawyers_alive')
      .on(it.firmId, it.organizationId)
      .where(sql`deleted_at is null`),
    index('lawyers_office').on(it.firmId, it.organizationId, it.status),
    // Who practises and has no licence on record.
    index('lawyers_unlicensed')
      .on(it.firmId, it.organizationId)
      .where(sql`status = 1 and person_type = 1 and license_number is null and deleted_at is null`),
    index('lawyers_assessed')
      .on(it.firmId, it.organizationId, it.assessedYears)
      .where(sql`status = 1 and person_type = 1 and deleted_at is null`),
    // Who applied and waits, the longest first.
    index('lawyers_waiting')
      .on(it.firmId, sql`coalesce(consent_at, created_at)`, it.id)
      .where(sql`status = 0 and deleted_at is null`),
    index('lawyers_order')
      .on(
        it.firmId,
        it.cardTop.desc().nullsLast(),
        it.cardPostLevel.asc().nullsLast(),
        it.cardWeight.desc().nullsLast(),
        it.namePinyin.asc().nullsLast(),
        it.id,
      )
      .where(sql`deleted_at is null`),
    index('lawyers_deleted').on(it.firmId, it.deletedAt).where(isDeleted),
    index('lawyers_undecided')
      .on(it.firmId)
      .where(sql`status = 0 and deleted_at is null`),
    index('lawyers_batch')
      .on(it.firmId, it.batchId)
      .where(sql`batch_id is not null`),
    index('lawyers_pinyin').on(it.firmId, it.namePinyin.nullsFirst(), it.id),
    index('lawyers_updated').on(it.firmId, it.updatedAt.desc(), it.id),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().primaryKey(),
    id: bigserial({ mode: 'number' }).notNull(),
    firmId: firmIdColumn(),
    population: integer().$type<Population>().notNull(),
    userId: idReference().notNull(),
    isRemembered: boolean().notNull().default(false),
    createdAt: timestamptz().notNull().defaultNow(),
    lastAt: timestamptz().notNull().defaultNow(),
    /** By the database's clock, since processes on several machines compare it. Kept only where there is a replica. */
    lastWriteAt: timestamptz().notNull().defaultNow(),
    expireAt: timestamptz().notNull(),
    ip: text(),
    device: text(),
  },
  it => [
    index('sessions_user').on(it.firmId, it.population, it.userId),
    index('sessions_expiry').on(it.expireAt),
  ],
)

/** The answer of a POST with an Idempotency-Key, kept 24 h. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    firmId: firmIdColumn(),
    caller: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  it => [
    primaryKey({ columns: [it.firmId, it.caller, it.key] }),
    index('idempotency_keys_age').on(it.createdAt),
  ],
)
