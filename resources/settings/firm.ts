import {
  date,
  defineConfiguration,
  inputOf,
  flag,
  get,
  id,
  image,
  integer,
  nothing,
  optional,
  post,
  recordOf,
  richText,
  text,
  url,
  version,
} from '../kit/index.ts'

import { z } from 'zod'

import { settingRoute } from './settingRoute.ts'
import { mpConfiguration, mpFeatures, mpPatch, mpRevision } from './miniprogram.ts'

/** 律所基本信息, domain.md §5. */
const fields = {
  firmId: integer('编号'),
  name: text('律所名称', { min: 2, max: 50 }),
  nameEn: optional(text('英文名称', { max: 150 })),
  shortName: text('简称', { max: 20 }),
  logo: optional(image('律所LOGO', { scene: 'asset' })),
  creditCode: optional(
    text('统一社会信用代码/执业许可证号', {
      max: 18,
      pattern: [/^[0-9A-Z]{18}$/, '请输入18位代码，由数字和大写字母组成'],
    }),
  ),
  foundedOn: optional(date('成立日期')),
  intro: optional(richText('律所介绍', { max: 5000 })),
  introEn: optional(richText('英文介绍', { max: 10_000 })),
  homeUrl: optional(url('官网地址')),
}

const { firmId: _id, ...written } = fields
/** Without a session only what the public site shows; the configuration texts and the version need one. */
const record = recordOf(fields).extend({
  mainOrganizationId: z.int().nullable(),
  /** What somebody who registers agrees to (loginRegSet.ts), cleaned when it was saved. */
  agreement: z.string().nullish(),
  privacy: z.string().nullish(),
  appConf: z.string().optional(),
  appConfSet: z.string().optional(),
  cardReview: z.literal([0, 1, 2]).optional(),
  version: z.int().optional(),
})

/** 1: done. */
const steps = {
  logo: flag,
  office: flag,
  positions: flag,
  professions: flag,
  people: flag,
  qrcode: flag,
}

const calls = {
  firmInfo: get(
    '/firm/firmInfo/{id}',
    'public',
    () => z.strictObject({ id }),
    () => record,
  ),
  update: post(
    '/firm/update',
    'firm.edit',
    () => inputOf(written).partial().extend({ version }),
    () => z.object({ version: z.int() }),
  ),
  /** What a new firm has done of what it needs; each step by what there is now. */
  checklist: get(
    '/firm/checklist',
    'firm.edit',
    () => nothing,
    () => z.object(steps),
    { isAddition: true },
  ),
  mpconf: get('/firm/mpconf', 'public', () => z.strictObject({ draft: flag.optional() }), mpConfiguration),
  updateMpconf: post('/firm/mpconf', 'conf.edit', mpPatch, mpConfiguration, { feature: mpFeatures }),
  mpRevisions: get(
    '/firm/mpconf/revisions',
    'conf.view',
    () => nothing,
    () => z.array(mpRevision),
    { feature: 'conf', isAddition: true },
  ),
  /** Publishes what revision `to` was; what was kept and not published is gone. */
  restoreMpconf: post(
    '/firm/mpconf/restore',
    'conf.edit',
    () => z.strictObject({ to: version, version }),
    mpConfiguration,
    { feature: 'conf', isAddition: true },
  ),
}

/** The firm itself, and the pages of its mini-program that are kept in one document. */
export const firm = defineConfiguration({
  name: 'firm',
  label: '律所基本信息',
  fields,
  calls,
  form: {
    名称: ['name', 'shortName', 'nameEn', 'logo'],
    登记信息: ['creditCode', 'foundedOn', 'homeUrl'],
    介绍: ['intro', 'introEn'],
  },
  pages: {
    start: settingRoute('conf.start', '/app/conf/start', { page: 'firstSteps' }),
    transfer: settingRoute('conf.transfer', '/app/conf/transfer', {
      roles: ['mainAdmin', 'system'],
      page: 'configuration',
    }),
    info: settingRoute('conf.firm', '/app/conf/firm', { page: 'firmInfo' }),
    card: settingRoute('conf.mpCard', '/app/conf/miniprogram-card', { page: 'mpCard' }),
  },
})
