import { z } from 'zod'

import { fixtureArticle, fixtureCategory } from './fixtureArticle.ts'
import { file, fixtureCard, moment } from './fixtureCard.ts'

// The JSON that the `seed` command reads: several firms, each with what it needs. Everything that can have a default
// has one; rows name each other by `key`, never by a database id.

const text = (max: number) => z.string().min(1).max(max)
const key = text(60)
const flag = z.literal([0, 1])
const date = z.iso.date()
const mobile = z.string().regex(/^1[3-9]\d{9}$/, 'not a mobile number')
const password = z.string().min(10).max(128)
const json = z.record(z.string().max(60), z.json())

const config = z.strictObject({
  /** Switch name → on, over the defaults (domain.md §2). */
  adminFuncSwitch: z.record(text(60), z.boolean()).default({}),
  /** 0 无需审核 1 全部审核 2 仅关键字段 */
  cardReview: z.literal([0, 1, 2]).optional(),
  /** Other parts of the application configuration, over the defaults. */
  appConf: json.default({}),
  /** Objects of /firmConf/*, by their key: loginRegSet, searchSet, sortSet, icpSet, … */
  settings: z.record(text(40), json).default({}),
})

const office = z.strictObject({
  key,
  isMain: flag.default(0),
  name: text(50),
  nameEn: text(150).optional(),
  shortName: text(20).optional(),
  creditCode: text(18).optional(),
  principal: text(20).optional(),
  foundedOn: date.optional(),
  /** City and province follow from it. */
  districtCode: z
    .string()
    .regex(/^\d{6}$/)
    .default('310115'),
  address: text(120).default('示例路1号'),
  addressEn: text(200).optional(),
  longitude: z.number().min(73).max(136).optional(),
  latitude: z.number().min(3).max(54).optional(),
  phone: z.array(text(24)).min(1).max(3).default(['021-55550000']),
  fax: text(24).optional(),
  email: z.email().max(100).optional(),
  postcode: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  workHours: text(60).optional(),
  transport: text(300).optional(),
  logo: file.optional(),
  cover: file.optional(),
  images: z
    .array(z.strictObject({ url: file, alt: text(60).optional() }))
    .max(9)
    .default([]),
  intro: text(20000).optional(),
  introEn: text(40000).optional(),
  video: text(500).optional(),
  homeUrl: z
    .url({ protocol: /^https$/ })
    .max(200)
    .optional(),
  mpName: text(30).optional(),
  weight: z.int().min(0).max(9999).default(0),
  showStatus: flag.default(1),
  status: flag.default(1),
})

const position = z.strictObject({
  postName: text(20),
  postCode: text(60),
  postLevel: z.int().min(1).max(99).default(20),
  isPartner: flag.default(0),
  needLicence: flag.default(0),
  enabled: z.literal(['1', '0']).default('1'),
  remark: text(200).optional(),
})

const selfProfession = z.strictObject({
  key: z.string().regex(/^[a-zA-Z0-9-]{1,30}$/),
  name: text(20),
  nameEn: text(60).optional(),
  /** Code of an official profession. */
  mapTo: z
    .string()
    .regex(/^\d{2,6}$/)
    .nullable()
    .default(null),
  intro: text(500).optional(),
  isTop: flag.default(0),
  enabled: flag.default(1),
})

const admin = z.strictObject({
  /** The account when absent. */
  key: key.optional(),
  account: text(30),
  name: text(20).default('管理员'),
  /** Made up from the order when absent. */
  mobile: mobile.optional(),
  email: z.email().max(100).optional(),
  /** The main office when absent. */
  office: key.optional(),
  officeLevel: z.literal([1, 2, 3, 4]),
  isSystem: flag.default(0),
  canAudit: flag.default(1),
  canExport: flag.default(1),
  isContact: flag.default(1),
  status: flag.default(1),
  /** The firm's password when absent. */
  password: password.optional(),
  mustChangePwd: flag.default(0),
  remark: text(200).optional(),
})

const assessment = z.strictObject({
  year: z.int().min(2000).max(2100),
  /** 1 称职 2 基本称职 3 不称职 4 未参加 */
  result: z.literal([1, 2, 3, 4]),
  recordedAt: date,
})

const lawyer = z.strictObject({
  /** The mobile when absent. */
  key: key.optional(),
  name: text(20),
  /** Suggested from the name when absent. */
  nameEn: text(60).optional(),
  gender: z.literal([0, 1, 2]).default(0),
  mobile,
  email: z.email().max(100).optional(),
  office: key.optional(),
  team: text(30).optional(),
  employeeNo: text(20).optional(),
  /** 1 律师 2 实习律师 3 律师助理 4 行政人员 5 顾问 */
  personType: z.literal([1, 2, 3, 4, 5]).default(1),
  licenseNumber: z
    .string()
    .regex(/^(\d{17}|\d{12})$/)
    .optional(),
  /** Read from the licence when absent, like the year. */
  practiceType: z.literal([1, 2, 3, 4, 5, 6]).optional(),
  firstPractisedYear: z.int().min(1980).max(2100).optional(),
  isRegisteredPartner: flag.default(0),
  entryDate: date.optional(),
  leaveDate: date.optional(),
  /** 0 待审核 1 正常 2 已拒绝 3 已停用 4 已离所 */
  status: z.literal([0, 1, 2, 3, 4]).default(1),
  rejectReason: text(200).optional(),
  /** 1 后台创建 2 批量导入 3 自主注册 */
  source: z.literal([1, 2, 3]).default(1),
  createdAt: moment.default('-1d'),
  avatar: file.optional(),
  assessments: z.array(assessment).max(40).default([]),
  password: password.optional(),
  mustChangePwd: flag.default(0),
  remark: text(200).optional(),
})

const receiver = z.union([z.strictObject({ admin: key }), z.strictObject({ lawyer: key })])

const about = z.union([
  z.strictObject({ card: key, language: z.literal(['CN', 'EN']).default('CN') }),
  z.strictObject({ lawyer: key }),
])

const message = z.strictObject({
  to: receiver,
  /** 1 系统通知 2 注册审核 3 名片审核 4 内容审核 5 账号安全 6 事项提醒 7 律所公告 */
  type: z.literal([1, 2, 3, 4, 5, 6, 7]).default(1),
  title: text(50),
  content: text(1000),
  /** 1 普通 2 重要 */
  level: z.literal([1, 2]).default(1),
  about: about.optional(),
  /** Messages of the same word were announced to everybody at once. */
  announcement: key.optional(),
  senderName: text(20).optional(),
  /** 0 未读 1 已读 */
  status: flag.default(0),
  createdAt: moment.default('-1h'),
})

const firmShape = z.strictObject({
  firmId: z.int().min(1).max(2_147_483_647),
  name: text(50),
  shortName: text(20).optional(),
  nameEn: text(150).optional(),
  logo: file.optional(),
  creditCode: text(18).optional(),
  foundedOn: date.optional(),
  intro: text(20000).optional(),
  introEn: text(40000).optional(),
  homeUrl: z
    .url({ protocol: /^https$/ })
    .max(200)
    .optional(),
  /** Of every account that names no other; an account without any cannot sign in. */
  password: password.optional(),
  config: config.prefault({}),
  offices: z.array(office).min(1).max(200),
  /** Absent: the usual set, like the professions. */
  positions: z.array(position).max(200).optional(),
  selfProfessions: z.array(selfProfession).max(200).optional(),
  admins: z.array(admin).max(500).default([]),
  lawyers: z.array(lawyer).max(20_000).default([]),
  cards: z.array(fixtureCard).max(40_000).default([]),
  messages: z.array(message).max(50_000).default([]),
  /** Absent: the usual set. */
  categories: z.array(fixtureCategory).max(200).optional(),
  articles: z.array(fixtureArticle).max(100_000).default([]),
})

type FirmShape = z.infer<typeof firmShape>

export const adminKey = (it: FirmShape['admins'][number]) => it.key ?? it.account
export const lawyerKey = (it: FirmShape['lawyers'][number]) => it.key ?? it.mobile

const repeated = (kind: string, values: readonly string[]) => {
  const seen = new Set<string>()
  return values.filter(it => seen.size === seen.add(it).size).map(it => `used twice in ${kind}: ${it}`)
}

/** What the shape alone cannot say; a sentence for each fault. */
const faultsOf = (firm: FirmShape): string[] => {
  const keys = {
    offices: firm.offices.map(it => it.key),
    admins: firm.admins.map(adminKey),
    lawyers: firm.lawyers.map(lawyerKey),
    cards: firm.cards.map(it => `${it.lawyer}/${it.language}`),
  }
  const missing = (kind: 'offices' | 'admins' | 'lawyers', used: readonly (string | undefined)[]) => {
    const known = new Set(keys[kind])
    return used.filter(it => it !== undefined && !known.has(it)).map(it => `no such key in ${kind}: ${it}`)
  }
  const staffed = [...firm.admins, ...firm.lawyers, ...firm.articles].map(it => it.office)
  const receivers = firm.messages.map(it => it.to)
  const described = firm.messages.map(it => it.about)
  const used = [
    ...firm.cards.map(it => it.lawyer),
    ...receivers.map(it => ('lawyer' in it ? it.lawyer : undefined)),
    ...described.map(it => it && ('card' in it ? it.card : it.lawyer)),
    ...firm.articles.flatMap(it => it.lawyers),
  ]
  return [
    ...(firm.offices.filter(it => it.isMain === 1).length === 1 ? [] : ['exactly one office has isMain 1']),
    ...Object.entries(keys).flatMap(([kind, values]) => repeated(kind, values)),
    ...missing('offices', staffed),
    ...missing('lawyers', used),
    ...missing('admins', [
      ...receivers.map(it => ('admin' in it ? it.admin : undefined)),
      ...firm.articles.map(it => it.writer),
    ]),
  ]
}

const firm = firmShape.superRefine((value, context) => {
  for (const message of faultsOf(value)) context.addIssue({ code: 'custom', message })
})

export const fixtureSchema = z.strictObject({
  firms: z
    .array(firm)
    .min(1)
    .max(50)
    .refine(firms => new Set(firms.map(it => it.firmId)).size === firms.length, 'a firmId is used twice'),
})

export type Fixture = z.infer<typeof fixtureSchema>
/** As it is written: with everything left out that has a default. */
export type FixtureInput = z.input<typeof fixtureSchema>
export type FirmFixture = Fixture['firms'][number]
export type FirmInput = FixtureInput['firms'][number]
export type OfficeInput = FirmInput['offices'][number]
export type AdminInput = NonNullable<FirmInput['admins']>[number]
export type LawyerInput = NonNullable<FirmInput['lawyers']>[number]
export type CardInput = NonNullable<FirmInput['cards']>[number]
export type MessageInput = NonNullable<FirmInput['messages']>[number]
