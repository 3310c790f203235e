import { z } from 'zod'

import { article, category } from './article.ts'
import { card } from './card.ts'
import { date, file, flag, httpsUrl, text } from './fields.ts'
import { fixtureMessages } from './message.ts'
import { office } from './office.ts'
import { admin, lawyer, fixturePassword } from './people.ts'

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

export const position = z.strictObject({
  postName: text(20),
  postCode: text(60),
  /** Small is senior. */
  postLevel: z.int().min(1).max(99).default(20),
  isPartner: flag.default(0),
  needLicence: flag.default(0),
  enabled: z.literal(['1', '0']).default('1'),
  remark: text(200).optional(),
})

export const selfProfession = z.strictObject({
  key: z.string().regex(/^[a-zA-Z0-9-]{1,30}$/),
  name: text(20),
  nameEn: text(60).optional(),
  /** Code of the official profession it stands under. */
  mapTo: z
    .string()
    .regex(/^\d{2,6}$/)
    .nullable()
    .default(null),
  intro: text(500).optional(),
  isTop: flag.default(0),
  enabled: flag.default(1),
})

export const firmShape = z.strictObject({
  firmId: z.int().min(1).max(2_147_483_647),
  name: text(50),
  shortName: text(20).optional(),
  nameEn: text(150).optional(),
  logo: file.optional(),
  creditCode: text(18).optional(),
  foundedOn: date.optional(),
  intro: text(20000).optional(),
  introEn: text(40000).optional(),
  homeUrl: httpsUrl.max(200).optional(),
  /** Of every account that names no other; an account without any cannot sign in. */
  password: fixturePassword.optional(),
  config: config.prefault({}),
  offices: z.array(office).min(1).max(200),
  /** Absent: the usual set, like the professions. */
  positions: z.array(position).max(200).optional(),
  selfProfessions: z.array(selfProfession).max(200).optional(),
  admins: z.array(admin).max(500).default([]),
  lawyers: z.array(lawyer).max(20_000).default([]),
  cards: z.array(card).max(40_000).default([]),
  messages: fixtureMessages.default([]),
  /** Absent: the usual set. */
  categories: z.array(category).max(200).optional(),
  articles: z.array(article).max(100_000).default([]),
})

export type FirmShape = z.infer<typeof firmShape>
