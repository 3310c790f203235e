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
  lacksNameSort,
  nameSortColumn,
} from './columns.ts'

/** The columns for signing in, which administrators and lawyers share. */
const accountColumns = () => ({
  passwordHash: text(),
  mustChangePwd: integer().$type<0 | 1>().notNull().default(0),
  lastLoginAt: timestamptz(),
  lastLoginIp: text(),
  prefs: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /**
   * The version of the firm's agreement and privacy notice that the person last agreed to, with time and
   * address; null for never.
   */
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
    nameSort: nameSortColumn(),
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
    ...accountColumns(),
    ...auditColumns(),
    ...softDelete(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('admins_account')
      .on(table.firmId, sql`lower(${table.account})`)
      .where(sql`deleted_at is null`),
    uniqueIndex('admins_mobile')
      .on(table.firmId, table.mobile)
      .where(sql`deleted_at is null`),
    uniqueIndex('admins_main')
      .on(table.firmId, table.organizationId)
      .where(sql`office_level = 3 and deleted_at is null`),
    foreignKey({
      name: 'admins_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    index('admins_office').on(table.firmId, table.organizationId),
    index('admins_unsorted').on(table.firmId, table.id).where(lacksNameSort),
    index('admins_deleted').on(table.firmId, table.deletedAt).where(isDeleted),
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
    nameSort: nameSortColumn(),
    nameInitials: text().notNull().default(''),
    gender: integer().$type<0 | 1 | 2>(),
    mobile: text().notNull(),
    email: text(),
    /**
     * 1 where the person has written the address without proving to own it: it identifies nobody at a single sign-on, since it may be
     * a colleague's.
     */
    isEmailUnproven: integer().$type<0 | 1>().notNull().default(0),
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
    /** The lawyer to whom the printed code of a person who has left leads. */
    successorId: idReference(),
    /** The day on which a person who has left is moved to the recycle bin; null: never by itself. */
    removeOn: date(),
    /** 0 待审核, 1 正常, 2 已驳回, 3 已停用, 4 已离所 (docs/domain.md §4). */
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
    /**
     * The years of `assessments`, maintained by a trigger (db/baseline/triggers.sql), so that an index can count who
     * lacks one.
     */
    assessedYears: integer().array().notNull().default([]),
    remark: text(),
    /** Permanent and public: the card's code (docs/domain.md §3.4 codeKey). */
    codeKey: text().notNull(),
    batchId: idReference(),
    /**
     * Values of the Chinese card, maintained by triggers (db/baseline/triggers.sql), because lists are sorted by them
     * through an index.
     */
    cardTop: integer(),
    cardPostLevel: integer(),
    cardWeight: integer(),
    /** Text for the search box: name, pinyin, initials, mobile, licence, employee number. */
    search: text().notNull().default(''),
    ...accountColumns(),
    ...auditColumns(),
    ...softDelete(),
  },
  table => [
    uniqueIndex('lawyers_mobile').on(table.firmId, table.mobile),
    uniqueIndex('lawyers_licence').on(table.firmId, table.licenseNumber),
    uniqueIndex('lawyers_employee').on(table.firmId, table.employeeNo),
    // Finds the people whose day has come, in all firms.
    index('lawyers_remove_on')
      .on(table.removeOn)
      .where(sql`remove_on is not null and deleted_at is null`),
    uniqueIndex('lawyers_code').on(table.firmId, table.codeKey),
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'lawyers_office_fk',
      columns: [table.firmId, table.organizationId],
      foreignColumns: [offices.firmId, offices.organizationId],
    }),
    foreignKey({
      name: 'lawyers_batch_fk',
      columns: [table.firmId, table.batchId],
      foreignColumns: [batches.firmId, batches.id],
    }),
    index('lawyers_alive')
      .on(table.firmId, table.organizationId)
      .where(sql`deleted_at is null`),
    index('lawyers_office').on(table.firmId, table.organizationId, table.status),
    // Practising lawyers without a licence number.
    index('lawyers_unlicensed')
      .on(table.firmId, table.organizationId)
      .where(sql`status = 1 and person_type = 1 and license_number is null and deleted_at is null`),
    index('lawyers_assessed')
      .on(table.firmId, table.organizationId, table.assessedYears)
      .where(sql`status = 1 and person_type = 1 and deleted_at is null`),
    // Applicants who wait for review, the longest-waiting first.
    index('lawyers_waiting')
      .on(table.firmId, sql`coalesce(consent_at, created_at)`, table.id)
      .where(sql`status = 0 and deleted_at is null`),
    index('lawyers_order')
      .on(
        table.firmId,
        table.cardTop.desc().nullsLast(),
        table.cardPostLevel.asc().nullsLast(),
        table.cardWeight.desc().nullsLast(),
        table.nameSort.asc().nullsLast(),
        table.id,
      )
      .where(sql`deleted_at is null`),
    index('lawyers_deleted').on(table.firmId, table.deletedAt).where(isDeleted),
    index('lawyers_undecided')
      .on(table.firmId)
      .where(sql`status = 0 and deleted_at is null`),
    index('lawyers_batch')
      .on(table.firmId, table.batchId)
      .where(sql`batch_id is not null`),
    index('lawyers_unsorted').on(table.firmId, table.id).where(lacksNameSort),
    index('lawyers_name').on(table.firmId, table.nameSort.nullsFirst(), table.id),
    index('lawyers_updated').on(table.firmId, table.updatedAt.desc(), table.id),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text().notNull(),
    id: bigserial({ mode: 'number' }).notNull(),
    firmId: firmIdColumn(),
    population: integer().$type<Population>().notNull(),
    userId: idReference().notNull(),
    isRemembered: boolean().notNull().default(false),
    createdAt: timestamptz().notNull().defaultNow(),
    lastAt: timestamptz().notNull().defaultNow(),
    /**
     * By the database's clock, since processes on several machines compare it. Only maintained where there is
     * a replica.
     */
    lastWriteAt: timestamptz().notNull().defaultNow(),
    expireAt: timestamptz().notNull(),
    ip: text(),
    device: text(),
    /** In a view: the administrator who looks at the account, and the id of that administrator's own session. */
    viewerId: idReference(),
    viewerSessionId: idReference(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.tokenHash] }),
    index('sessions_viewer')
      .on(table.firmId, table.viewerId)
      .where(sql`viewer_id is not null`),
    index('sessions_user').on(table.firmId, table.population, table.userId),
    index('sessions_expiry').on(table.expireAt),
  ],
)

/** The answer to a POST with an Idempotency-Key, kept for 24 hours. */
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
  table => [
    primaryKey({ columns: [table.firmId, table.caller, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)
