import {
  date,
  defineConfiguration,
  inputSchema,
  flag,
  getCall,
  id,
  image,
  integer,
  emptyInput,
  optional,
  postCall,
  recordSchema,
  richText,
  text,
  url,
  version,
} from '../kit/index.ts'

import { z } from 'zod'

import { settingRoute } from './settingRoute.ts'
import { mpConfiguration, mpFeatures, mpPatch, mpRevision } from './miniprogram.ts'

/** 律所基本信息 (docs/domain.md §5). */
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

const { firmId: _id, ...editableFields } = fields
/** Without a session only public fields are answered; the configuration texts and the version require one. */
const record = recordSchema(fields).extend({
  mainOrganizationId: z.int().nullable(),
  /** The texts that an applicant agrees to (loginRegSet.ts), cleaned when they were saved. */
  agreement: z.string().nullish(),
  privacy: z.string().nullish(),
  appConf: z.string().optional(),
  appConfSet: z.string().optional(),
  cardReview: z.literal([0, 1, 2]).optional(),
  version: z.int().optional(),
})

/** First steps of a new firm; 1 means done. */
const steps = {
  logo: flag,
  office: flag,
  positions: flag,
  professions: flag,
  people: flag,
  qrcode: flag,
}

const calls = {
  firmInfo: getCall(
    '/firm/firmInfo/{id}',
    'public',
    () => z.strictObject({ id }),
    () => record,
  ),
  update: postCall(
    '/firm/update',
    'firm.edit',
    () => inputSchema(editableFields).partial().extend({ version }),
    () => z.object({ version: z.int() }),
  ),
  /** The first steps of a new firm and which of them are done, computed from the current data. */
  checklist: getCall(
    '/firm/checklist',
    'firm.edit',
    () => emptyInput,
    () => z.object(steps),
    { isAddition: true },
  ),
  mpconf: getCall(
    '/firm/mpconf',
    'public',
    () => z.strictObject({ draft: flag.optional() }),
    mpConfiguration,
  ),
  updateMpconf: postCall('/firm/mpconf', 'conf.edit', mpPatch, mpConfiguration, { feature: mpFeatures }),
  mpRevisions: getCall(
    '/firm/mpconf/revisions',
    'conf.view',
    () => emptyInput,
    () => z.array(mpRevision),
    { feature: 'conf', isAddition: true },
  ),
  /** Publishes revision `to` again. Unpublished changes are lost. */
  restoreMpconf: postCall(
    '/firm/mpconf/restore',
    'conf.edit',
    () => z.strictObject({ to: version, version }),
    mpConfiguration,
    { feature: 'conf', isAddition: true },
  ),
}

/** The firm's own data, and the pages of its mini-program, which are stored in one document. */
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
    start: settingRoute('operation.start', '/app/conf/start', { page: 'firstSteps' }),
    transfer: settingRoute('integration.transfer', '/app/conf/transfer', {
      roles: ['mainAdmin', 'system'],
      page: 'configuration',
    }),
    info: settingRoute('office.firm', '/app/conf/firm', { page: 'firmInfo' }),
    card: settingRoute('conf.mpCard', '/app/conf/miniprogram-card', { page: 'mpCard' }),
  },
})
