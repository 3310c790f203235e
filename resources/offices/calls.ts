import { z } from 'zod'

import {
  draftOf,
  flag,
  get,
  id,
  nothing,
  pageOf,
  pageQuery,
  post,
  put,
  recordOf,
  version,
} from '../kit/index.ts'
import { fields, officeFaults } from './fields.ts'

const record = recordOf(fields).extend({ version: z.int() })
const row = record.omit({
  creditCode: true,
  longitude: true,
  latitude: true,
  transport: true,
  logo: true,
  images: true,
  intro: true,
  introEn: true,
  video: true,
  videoCover: true,
  mpAppId: true,
  mpPath: true,
})

const { organizationId: _id, areaName: _area, lawyerNum: _l, cardNum: _c, adminNum: _a, ...rest } = fields
const { createdAt: _ca, createdBy: _cb, updatedAt: _ua, updatedBy: _ub, ...written } = rest
const draft = draftOf(written).extend({
  isMain: written.isMain.schema.default(0),
  weight: written.weight.schema.default(0),
  showStatus: written.showStatus.schema.default(1),
  status: written.status.schema.default(1),
})
/** `status` may travel along unchanged; it is changed by the call `status` alone, which asks for a reason. */
const patch = draftOf(written).partial().extend({ organizationId: id, version })

const validOffice = z.object({
  organizationId: z.int(),
  name: z.string(),
  shortName: z.string().nullish(),
  isMain: flag,
  cityCode: z.string(),
})

const customItem = { organizationId: id, weight: fields.weight.schema, showStatus: flag }
/** How the public list of offices is arranged: 1 by weight, 2 by pinyin, 3 by area. */
const custom = { mode: z.literal([1, 2, 3]), pinMain: flag, groupByCity: flag }
const customAnswer = z.object({
  ...custom,
  items: z.array(z.object({ ...customItem, name: z.string() })),
  version: z.int(),
})
const customDraft = z.strictObject({
  ...custom,
  items: z.array(z.strictObject({ ...customItem, name: z.string().max(50).optional() })).max(1000),
  version,
})

export const sortable = [
  'name',
  'weight',
  'foundedOn',
  'lawyerNum',
  'cardNum',
  'adminNum',
  'updatedAt',
] as const
const filters = () => ({
  isMain: fields.isMain.schema,
  provinceCode: fields.provinceCode.schema,
  cityCode: fields.cityCode.schema,
  districtCode: fields.districtCode.schema,
  showStatus: fields.showStatus.schema,
  status: fields.status.schema,
})
const saved = z.object({ organizationId: z.int(), version: z.int() })

export const calls = {
  pageList: get(
    '/firmOrganization/pageList',
    'office.view',
    () => pageQuery(sortable, filters()),
    () => pageOf(row),
  ),
  validList: get(
    '/firmOrganization/validList',
    'public',
    () => nothing,
    () => z.array(validOffice),
  ),
  firmOrganizationInfo: get(
    '/firmOrganization/firmOrganizationInfo',
    'office.view',
    () => z.strictObject({ organizationId: id }),
    () => record,
  ),
  add: post(
    '/firmOrganization/add',
    'office.create',
    () =>
      draft.superRefine((office, context) => {
        for (const [name, message] of Object.entries(officeFaults(office)))
          context.addIssue({ code: 'custom', path: [name], message })
      }),
    () => saved,
  ),
  update: post(
    '/firmOrganization/update',
    'office.editContact',
    () => patch,
    () => saved,
  ),
  custom: get(
    '/firmOrganization/custom',
    'office.sort',
    () => nothing,
    () => customAnswer,
    { feature: 'office.weight' },
  ),
  updateCustom: put(
    '/firmOrganization/custom',
    'office.sort',
    () => customDraft,
    () => customAnswer,
    {
      feature: 'office.weight',
    },
  ),
  /** Closing needs a place for the people of the office, or hides them with it. */
  status: put(
    '/firmOrganization/status',
    'office.close',
    () => z.strictObject({ organizationId: id, status: flag, moveTo: id.nullish(), version }),
    () => z.object({ version: z.int() }),
    { isAddition: true },
  ),
}
