import { z } from 'zod'

import { holdAnswer, holdInput } from '../domain/hold.ts'

import {
  inputSchema,
  flag,
  equal,
  getCall,
  pagedCall,
  id,
  emptyInput,
  postCall,
  putCall,
  recordSchema,
  version,
} from '../kit/index.ts'
import { cardTemplateCalls } from './cardTemplate.ts'
import { officeFields, officeErrors } from './fields.ts'

const record = recordSchema(officeFields).extend({ version: z.int() })
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
const { createdAt: _ca, createdBy: _cb, updatedAt: _ua, updatedBy: _ub, ...editableFields } = rest
const draft = inputSchema(editableFields).extend({
  isMain: editableFields.isMain.schema.default(0),
  weight: editableFields.weight.schema.default(0),
  showStatus: editableFields.showStatus.schema.default(1),
  status: editableFields.status.schema.default(1),
})
/** `status` may be sent unchanged. It is changed only by the call `status`, which demands a reason. */
const patch = inputSchema(editableFields).partial().extend({ organizationId: id, version })

const validOffice = z.object({
  organizationId: z.int(),
  name: z.string(),
  shortName: z.string().nullish(),
  isMain: flag,
  cityCode: z.string(),
})

const officeOrderItem = { organizationId: id, weight: officeFields.weight.schema, showStatus: flag }
/** The order of the public list of offices: 1 by weight, 2 by pinyin, 3 by area. */
const officeOrder = { mode: z.literal([1, 2, 3]), pinMain: flag, groupByCity: flag }
const officeOrderAnswer = z.object({
  ...officeOrder,
  items: z.array(z.object({ ...officeOrderItem, name: z.string() })),
  version: z.int(),
})
const officeOrderInput = z.strictObject({
  ...officeOrder,
  items: z.array(z.strictObject({ ...officeOrderItem, name: z.string().max(50).optional() })).max(1000),
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
const officeContents = z.object({ people: z.int(), admins: z.int(), cards: z.int(), articles: z.int() })
/** The offices to which people with their cards, administrators and articles of a closed office move. */
const closingTargets = { peopleTo: id.nullish(), adminsTo: id.nullish(), articlesTo: id.nullish() }
const saved = z.object({ organizationId: z.int(), version: z.int() })

export const officeCalls = {
  ...cardTemplateCalls,
  pageList: pagedCall('/firmOrganization/pageList', 'office.view', {
    row,
    filters,
    sortable: ['name', 'weight', 'foundedOn', 'lawyerNum', 'cardNum', 'adminNum', 'updatedAt'],
  }),
  validList: getCall(
    '/firmOrganization/validList',
    'public',
    () => emptyInput,
    () => z.array(validOffice),
    // The choices of many forms and of the registration page, so no switch closes it.
    { feature: null },
  ),
  firmOrganizationInfo: getCall(
    '/firmOrganization/firmOrganizationInfo',
    'office.view',
    () => z.strictObject({ organizationId: id }),
    () => record,
  ),
  add: postCall(
    '/firmOrganization/add',
    'office.create',
    () =>
      draft.superRefine((office, context) => {
        for (const [name, message] of Object.entries(officeErrors(office)))
          context.addIssue({ code: 'custom', path: [name], message })
      }),
    () => saved,
    { isProposable: true },
  ),
  update: postCall(
    '/firmOrganization/update',
    'office.editContact',
    () => patch,
    () => saved,
    { isProposable: true },
  ),
  custom: getCall(
    '/firmOrganization/custom',
    'office.sort',
    () => emptyInput,
    () => officeOrderAnswer,
    { feature: 'office.weight' },
  ),
  updateCustom: putCall(
    '/firmOrganization/custom',
    'office.sort',
    () => officeOrderInput,
    () => officeOrderAnswer,
    {
      feature: 'office.weight',
    },
  ),
  /** Disables or enables an office. The cards of its people are hidden together with it. */
  status: putCall(
    '/firmOrganization/status',
    'office.close',
    () => z.strictObject({ organizationId: id, status: flag, version }),
    () => z.object({ version: z.int() }),
    { isAddition: true },
  ),
  /** Holds an office with its people and articles until a day: none of it is deleted for good. */
  hold: postCall(
    '/firmOrganization/hold/{organizationId}',
    'hold.manage',
    () => z.strictObject({ organizationId: id, ...holdInput }),
    holdAnswer,
    { isAddition: true },
  ),
  /** Numbers of what an office has, without what is in the recycle bins. */
  contents: getCall(
    '/firmOrganization/contents',
    'office.view',
    () => z.strictObject({ organizationId: id }),
    () => officeContents,
    { isAddition: true },
  ),
  /**
   * Closes an office for good: its people with their cards, its administrators and its articles move to other offices,
   * then it is disabled and hidden. Each of the three needs a target if the office has any of it. Answers what moved.
   */
  close: putCall(
    '/firmOrganization/close',
    'office.close',
    () => z.strictObject({ organizationId: id, ...closingTargets, version }),
    () => officeContents.extend({ version: z.int(), batchId: z.int() }),
    { isAddition: true },
  ),
}
