import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import {
  auditColumns,
  firmIdColumn,
  idColumn,
  lacksNameSort,
  nameSortColumn,
  notDeleted,
  softDelete,
  timestamptz,
} from './columns.ts'

export const firms = pgTable('firms', {
  firmId: integer().primaryKey(),
  name: text().notNull(),
  shortName: text().notNull(),
  nameEn: text(),
  logo: text(),
  creditCode: text(),
  foundedOn: date(),
  intro: text(),
  introEn: text(),
  homeUrl: text(),
  /** The firm's own choices; `conf.app` fills in the defaults (docs/domain.md §6.0). */
  appConfSet: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  /**
   * When the operator suspended the firm. Meanwhile nobody can sign in, existing sessions are refused, and no
   * jobs run.
   */
  suspendedAt: timestamptz(),
  /** When the deletion of the firm started; some of its rows may be gone, and it cannot be resumed. */
  deletionStartedAt: timestamptz(),
  ...auditColumns(),
})

/**
 * Which firm a host name belongs to: in lower case, without a port; `*` stands for every name without a row.
 * It is read before anybody is signed in, so row-level security does not apply to it. Where the firms are spread over
 * several databases each has a copy, which can't refer to a firm elsewhere; hence no foreign key.
 */
export const hosts = pgTable('hosts', { name: text().primaryKey(), firmId: firmIdColumn() }, table => [
  index('hosts_firm').on(table.firmId),
])

/** The objects of `/firmConf/*` and `/system/config`, one row per key (docs/domain.md §6). */
export const firmConfigs = pgTable(
  'firm_configs',
  {
    firmId: firmIdColumn(),
    key: text().notNull(),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    version: integer().notNull().default(1),
    updatedAt: timestamptz().notNull().defaultNow(),
    updatedByName: text(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.key] }),
    // The firms that have chosen which reminders are sent, which a job reads every minute.
    index('firm_configs_reminders')
      .on(table.firmId)
      .where(sql`key = 'reminderSet'`),
  ],
)

/** The published versions of an object of the configuration; the newest version of a key is public. */
export const configRevisions = pgTable(
  'config_revisions',
  {
    firmId: firmIdColumn(),
    key: text().notNull(),
    version: integer().notNull(),
    kind: text().$type<'publish' | 'restore'>().notNull(),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamptz().notNull(),
    createdByName: text(),
  },
  table => [primaryKey({ columns: [table.firmId, table.key, table.version] })],
)

/** 名片模板 of an office, with a version of its own: saving it does not outdate an open form of the office. */
export type StoredCardTemplate = {
  values: Record<string, unknown>
  version: number
  updatedAt: string
  updatedBy: string | null
}

export const offices = pgTable(
  'offices',
  {
    organizationId: idColumn(),
    firmId: firmIdColumn(),
    isMain: integer().$type<0 | 1>().notNull().default(0),
    name: text().notNull(),
    namePinyin: text().notNull().default(''),
    nameSort: nameSortColumn(),
    search: text().notNull().default(''),
    nameEn: text(),
    shortName: text(),
    creditCode: text(),
    principal: text(),
    foundedOn: date(),
    provinceCode: text().notNull(),
    cityCode: text().notNull(),
    districtCode: text().notNull(),
    address: text().notNull(),
    addressEn: text(),
    longitude: numeric({ precision: 9, scale: 6, mode: 'number' }),
    latitude: numeric({ precision: 9, scale: 6, mode: 'number' }),
    phone: jsonb().$type<string[]>().notNull().default([]),
    fax: text(),
    email: text(),
    postcode: text(),
    workHours: text(),
    transport: text(),
    logo: text(),
    cover: text(),
    images: jsonb().$type<{ url: string; alt?: string | null }[]>(),
    intro: text(),
    introEn: text(),
    video: text(),
    videoCover: text(),
    homeUrl: text(),
    mpName: text(),
    mpAppId: text(),
    mpPath: text(),
    weight: integer().notNull().default(0),
    showStatus: integer().$type<0 | 1>().notNull().default(1),
    status: integer().$type<0 | 1>().notNull().default(1),
    /** What the office's cards have instead of the firm's card page; null where it has never been saved. */
    cardTemplate: jsonb().$type<StoredCardTemplate>(),
    ...auditColumns(),
    ...softDelete(),
  },
  table => [
    uniqueIndex('offices_name').on(table.firmId, table.name).where(notDeleted),
    uniqueIndex('offices_main')
      .on(table.firmId)
      .where(sql`is_main = 1 and deleted_at is null`),
    primaryKey({ columns: [table.firmId, table.organizationId] }),
    foreignKey({ name: 'offices_firm_fk', columns: [table.firmId], foreignColumns: [firms.firmId] }),
    index('offices_unsorted').on(table.firmId, table.organizationId).where(lacksNameSort),
    index('offices_order').on(table.firmId, table.isMain.desc(), table.weight.desc(), table.organizationId),
  ],
)

/** Provinces, cities and districts of China; the same for every firm. */
export const areas = pgTable(
  'areas',
  {
    code: text().primaryKey(),
    name: text().notNull(),
    parentCode: text(),
    level: integer().$type<1 | 2 | 3>().notNull(),
    pinyin: text().notNull(),
  },
  table => [index('areas_parent').on(table.parentCode)],
)

export const positions = pgTable(
  'positions',
  {
    postId: idColumn(),
    firmId: firmIdColumn(),
    postName: text().notNull(),
    postCode: text().notNull(),
    postLevel: integer().notNull(),
    isPartner: integer().$type<0 | 1>().notNull().default(0),
    needLicence: integer().$type<0 | 1>().notNull().default(0),
    sort: integer().notNull().default(0),
    enabled: text().$type<'0' | '1'>().notNull().default('1'),
    remark: text(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.postId] }),
    uniqueIndex('positions_name').on(table.firmId, table.postName),
    uniqueIndex('positions_code').on(table.firmId, table.postCode),
  ],
)

/** The official professions (a tree); the same for every firm. */
export const professions = pgTable('professions', {
  id: integer().primaryKey(),
  parentId: integer(),
  code: text().notNull(),
  name: text().notNull(),
  nameEn: text().notNull(),
  sort: integer().notNull(),
  enabled: boolean().notNull().default(true),
})

export const selfProfessions = pgTable(
  'self_professions',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    name: text().notNull(),
    nameEn: text(),
    icon: text(),
    mapTo: integer(),
    intro: text(),
    isTop: integer().$type<0 | 1>().notNull().default(0),
    sort: integer().notNull().default(0),
    enabled: integer().$type<0 | 1>().notNull().default(1),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    uniqueIndex('self_professions_name').on(table.firmId, table.name),
  ],
)
