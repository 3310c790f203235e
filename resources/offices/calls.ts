import { z } from 'zod'

import {
  inputOf,
  flag,
  equal,
  get,
  getPage,
  id,
  nothing,
  post,
  put,
  recordOf,
  version,
} from '../kit/index.ts'
import { officeFields, officeErrors } from './fields.ts'

const record = recordOf(officeFields).extend({ version: z.int() })
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

const {
  organizationId: _id,
  areaName: _area,
  lawyerNum: _l,
  cardNum: _c,
  adminNum: _a,
  ...rest
} = officeFields
const { createdAt: _ca, createdBy: _cb, updatedAt: _ua, updatedBy: _ub, ...written } = rest
const draft = inputOf(written).extend({
  isMain: written.isMain.schema.default(0),
  weight: written.weight.schema.default(0),
  showStatus: written.showStatus.schema.default(1),
  status: written.status.schema.default(1),
})
/** `status` may travel along unchanged; it is changed by the call `status` alone, which asks for a reason. */
const patch = inputOf(written).partial().extend({ organizationId: id, version })

const validOffice = z.object({
  organizationId: z.int(),
  name: z.string(),
  shortName: z.string().nullish(),
  isMain: flag,
  cityCode: z.string(),
})

const customItem = { organizationId: id, weight: officeFields.weight.schema, showStatus: flag }
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

const filters = {
  isMain: equal(officeFields.isMain),
  provinceCode: equal(officeFields.provinceCode),
  cityCode: equal(officeFields.cityCode),
  districtCode: equal(officeFields.districtCode),
  showStatus: equal(officeFields.showStatus),
  status: equal(officeFields.status),
}
const saved = z.object({ organizationId: z.int(), version: z.int() })

export const officeCalls = {
  pageList: getPage('/firmOrganization/pageList', 'office.view', {
    row,
    filters,
    sortable: ['name', 'weight', 'foundedOn', 'lawyerNum', 'cardNum', 'adminNum', 'updatedAt'],
  }),
  validList: get(
    '/firmOrganization/validList',
    'public',
    () => nothing,
    () => z.array(validOffice),
    // The choices of every form, and of registration.
    { feature: null },
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
        for (const [name, message] of Object.entries(officeErrors(office)))
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
