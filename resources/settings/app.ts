import { flag, get, nothing, post, version } from '../kit/index.ts'

import { z } from 'zod'

// The application configuration, key `conf.app` of the customer's client: the effective values, every default filled
// in by the server (domain.md §6.0). Before sign-in only firm, assets.imgs, login, icp, locale and build are answered.

const text = z.string().max(500)
/** Slot name to the address of its picture. */
const pictures = z.record(z.string().max(30), text)
/** Switch name to on or off. */
const switches = z.record(z.string().max(60), z.union([z.boolean(), flag]))

const funcSwitch = z.object({
  global: switches,
  card: switches.optional(),
  lawyer: switches.optional(),
  article: switches.optional(),
  audit: switches.optional(),
  security: switches.optional(),
  compliance: switches.optional(),
})

/** A button of the card page (domain.md §6.8): 1 主按钮, 2 快捷区, 3 更多. */
const cardButton = z.object({
  key: z.string().max(20),
  label: z.string().max(6),
  labelEn: z.string().max(16),
  icon: text,
  place: z.literal([1, 2, 3]),
  enabled: flag,
  needField: z.string().max(30).nullish(),
})

const login = z.object({
  passwordLogin: flag,
  smsLogin: flag,
  register: flag,
  questionRecovery: flag,
  captcha: z.enum(['auto', 'always']),
  /** A firm's own back-end may not say it. */
  pwdMinLength: z.int().optional(),
  agreementVersion: z.string(),
})

const assets = z.object({
  imgs: pictures,
  commonImgs: pictures.optional(),
  commonIcons: pictures.optional(),
  icons: pictures.optional(),
})

export const appConfiguration = z.object({
  firm: z.object({
    firmId: z.int().optional(),
    name: z.string(),
    shortName: z.string(),
    nameEn: z.string().nullish(),
  }),
  assets,
  adminFuncSwitch: funcSwitch.optional(),
  mpFuncSwitch: z.object({ global: switches }).optional(),
  cardMenu: z.array(cardButton).optional(),
  login,
  cardReview: z.literal([0, 1, 2]).optional(),
  icp: z.object({ icpNo: z.string(), psbNo: z.string() }),
  map: z.object({ provider: z.enum(['tencent', 'amap', 'none']), key: z.string() }).optional(),
  /** Greatest sizes in MB. */
  upload: z.object({ image: z.int(), video: z.int() }).optional(),
  locale: z.string(),
  build: z.string(),
  version: z.int().optional(),
})
export type AppConfiguration = z.output<typeof appConfiguration>

/** The parts that the operator changes; a part that is given replaces the stored one. */
const patch = z.strictObject({
  adminFuncSwitch: funcSwitch.strict().optional(),
  mpFuncSwitch: z.strictObject({ global: switches }).optional(),
  cardMenu: z.array(cardButton.strict()).max(20).optional(),
  assets: assets.partial().strict().optional(),
  version,
})

const calls = {
  app: get(
    '/firm/appconf',
    'public',
    () => nothing,
    () => appConfiguration,
  ),
  updateApp: post(
    '/firm/appconf',
    'setting.edit',
    () => patch,
    () => appConfiguration,
  ),
}

export const conf = { name: 'conf', calls }
