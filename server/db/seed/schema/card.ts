import { z } from 'zod'

import { cardContent as declared } from '../../../../resources/cards/index.ts'
import {
  emailSchema,
  fileSchema,
  flagSchema,
  fixtureKey,
  removedRowSchema,
  boundedText,
  timestampSchema,
} from './fields.ts'

// The content of a card in a fixture. Limits as in docs/domain.md §3.4; it has the shape of a card's content,
// except that positions and professions are named by code or key, since a fixture knows no ids.

const year = z.int().min(1950).max(2100)
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month is YYYY-MM')

const education = z.strictObject({
  start: month,
  /** Absent means 至今. */
  end: month.nullable().default(null),
  school: boundedText(60),
  major: boundedText(40),
  /** 1 专科 2 本科 3 硕士 4 博士 5 其他 */
  degree: z.literal([1, 2, 3, 4, 5]),
})

const work = z.strictObject({
  start: month,
  end: month.nullable().default(null),
  organisation: boundedText(60),
  position: boundedText(40),
  desc: boundedText(300).optional(),
})

const social = z.strictObject({
  start: month.optional(),
  end: month.optional(),
  organisation: boundedText(60),
  position: boundedText(40),
})

const honour = z.strictObject({
  year,
  name: boundedText(80),
  issuer: boundedText(60),
  image: fileSchema.optional(),
})
const publication = z.strictObject({
  year,
  title: boundedText(120),
  medium: boundedText(60),
  url: z.url().max(500).optional(),
})
const lawCase = z.strictObject({ year: year.optional(), text: boundedText(300) })
const client = z.strictObject({ name: boundedText(60), consent: flagSchema.default(0) })

const language = z.strictObject({
  language: declared.workingLanguages.fields.language.schema,
  /** 1 母语 2 工作语言 3 会话 */
  level: z.literal([1, 2, 3]),
})

const admission = z.strictObject({
  jurisdiction: boundedText(30),
  qualification: boundedText(40),
  year: year.optional(),
})

/** `official:<code>` or `self:<key>`. */
const profession = z.string().regex(/^(official:\d{2,6}|self:[a-zA-Z0-9-]{1,30})$/, 'not a profession')

/** 0 不公开 1 公开 2 点击后显示 */
const visibility = z.partialRecord(
  z.enum(['licenseNumber', 'mobile', 'phone', 'email', 'wechatNo', 'wechatQr', 'fax', 'addressOverride']),
  z.literal([0, 1, 2]),
)

const paragraphs = z
  .union([z.string(), z.array(boundedText(20_000)).transform(lines => lines.join('\n'))])
  .pipe(boundedText(20_000))

/** Name, licence, mobile and team are taken from the lawyer when absent. */
const cardContentSchema = z.strictObject({
  name: boundedText(60).optional(),
  avatar: fileSchema.optional(),
  /** A position's postCode. */
  position: boundedText(60).optional(),
  titles: z.array(boundedText(30)).max(3).optional(),
  team: boundedText(30).optional(),
  licenseNumber: boundedText(17).optional(),
  mobile: boundedText(20).optional(),
  phone: z.array(boundedText(24)).max(2).optional(),
  email: emailSchema.optional(),
  wechatNo: z
    .string()
    .regex(/^[A-Za-z][-_A-Za-z0-9]{5,19}$/)
    .optional(),
  wechatQr: fileSchema.optional(),
  fax: boundedText(24).optional(),
  addressOverride: boundedText(120).optional(),
  professions: z.array(profession).max(6).optional(),
  industries: z.array(boundedText(20)).max(5).optional(),
  workingLanguages: z.array(language).max(6).optional(),
  admissions: z.array(admission).max(5).optional(),
  slogan: boundedText(40).optional(),
  /** HTML, or plain text, which may be given as a list of paragraphs. */
  intro: paragraphs.optional(),
  education: z.array(education).max(6).optional(),
  work: z.array(work).max(12).optional(),
  social: z.array(social).max(15).optional(),
  honours: z.array(honour).max(20).optional(),
  publications: z.array(publication).max(20).optional(),
  cases: z.array(lawCase).max(15).optional(),
  clients: z.array(client).max(20).optional(),
  video: boundedText(500).optional(),
  cover: fileSchema.optional(),
  visibility: visibility.optional(),
})

export type FixtureCardContent = z.infer<typeof cardContentSchema>

export const cardSchema = z.strictObject({
  lawyer: fixtureKey,
  language: z.literal(['CN', 'EN']).default('CN'),
  content: cardContentSchema.default({}),
  /** 0 草稿 1 待审核 2 已通过 3 已驳回; 2 together with `before` is a published card with an unsubmitted change. */
  auditStatus: z.literal([0, 1, 2, 3]).default(2),
  /** Absent: published if auditStatus is 2. */
  isPublished: z.boolean().optional(),
  /** The published values of the fields that the content changes. */
  before: cardContentSchema.default({}),
  /** The fields of the content that the published version does not have. */
  absentBefore: z.array(cardContentSchema.keyof()).default([]),
  auditReason: boundedText(200).optional(),
  auditItems: z
    .array(z.strictObject({ field: boundedText(30), reason: boundedText(200) }))
    .max(30)
    .optional(),
  submittedAt: timestampSchema.optional(),
  auditedAt: timestampSchema.optional(),
  auditedBy: boundedText(20).optional(),
  removed: removedRowSchema.optional(),
  showStatus: flagSchema.default(1),
  isTop: flagSchema.default(0),
  weight: z.int().min(0).max(9999).default(0),
})

export type FixtureCard = z.infer<typeof cardSchema>
