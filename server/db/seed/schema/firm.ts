import { z } from 'zod'

import { articleSchema, categorySchema } from './article.ts'
import { cardSchema } from './card.ts'
import { dateSchema, fileSchema, flagSchema, httpsUrl, boundedText } from './fields.ts'
import { fixtureMessages } from './message.ts'
import { officeSchema } from './office.ts'
import { adminSchema, lawyerSchema, fixturePassword } from './people.ts'

const json = z.record(z.string().max(60), z.json())

const config = z.strictObject({
  /** Switch name → on, over the defaults (docs/domain.md §2). */
  adminFuncSwitch: z.record(boundedText(60), z.boolean()).default({}),
  /** 0 无需审核 1 全部审核 2 仅关键字段 */
  cardReview: z.literal([0, 1, 2]).optional(),
  /** Other parts of the application configuration, over the defaults. */
  appConf: json.default({}),
  /** Objects of /firmConf/*, by their key: loginRegSet, searchSet, sortSet, icpSet, … */
  settings: z.record(boundedText(40), json).default({}),
})

export const positionSchema = z.strictObject({
  postName: boundedText(20),
  postCode: boundedText(60),
  /** A smaller number is more senior. */
  postLevel: z.int().min(1).max(99).default(20),
  isPartner: flagSchema.default(0),
  needLicence: flagSchema.default(0),
  enabled: z.literal(['1', '0']).default('1'),
  remark: boundedText(200).optional(),
})

export const selfProfessionSchema = z.strictObject({
  key: z.string().regex(/^[a-zA-Z0-9-]{1,30}$/),
  name: boundedText(20),
  nameEn: boundedText(60).optional(),
  /** The code of the official profession to which it belongs. */
  mapTo: z
    .string()
    .regex(/^\d{2,6}$/)
    .nullable()
    .default(null),
  intro: boundedText(500).optional(),
  isTop: flagSchema.default(0),
  enabled: flagSchema.default(1),
})

export const firmShape = z.strictObject({
  firmId: z.int().min(1).max(2_147_483_647),
  name: boundedText(50),
  shortName: boundedText(20).optional(),
  nameEn: boundedText(150).optional(),
  logo: fileSchema.optional(),
  creditCode: boundedText(18).optional(),
  foundedOn: dateSchema.optional(),
  intro: boundedText(20000).optional(),
  introEn: boundedText(40000).optional(),
  homeUrl: httpsUrl.max(200).optional(),
  /** The password of every account without one of its own; an account without any password cannot sign in. */
  password: fixturePassword.optional(),
  config: config.prefault({}),
  offices: z.array(officeSchema).min(1).max(200),
  /** Absent: the usual set; the same holds for the professions. */
  positions: z.array(positionSchema).max(200).optional(),
  selfProfessions: z.array(selfProfessionSchema).max(200).optional(),
  admins: z.array(adminSchema).max(500).default([]),
  lawyers: z.array(lawyerSchema).max(20_000).default([]),
  cards: z.array(cardSchema).max(40_000).default([]),
  messages: fixtureMessages.default([]),
  /** Absent: the usual set. */
  categories: z.array(categorySchema).max(200).optional(),
  articles: z.array(articleSchema).max(100_000).default([]),
})

export type FirmShape = z.infer<typeof firmShape>
