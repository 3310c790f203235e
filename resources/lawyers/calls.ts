import { secret } from '../domain/credentials.ts'
import { deviceCalls } from '../domain/devices.ts'
import { factorCalls } from '../domain/secondFactor.ts'
import { viewCalls } from '../domain/views.ts'
import {
  limitedCounts,
  countQuery,
  days,
  deleteCall,
  emptyAnswer,
  inputSchema,
  flag,
  equal,
  getCall,
  pagedCall,
  id,
  integer,
  password,
  postCall,
  putCall,
  reason,
  select,
  text,
  version,
} from '../kit/index.ts'

import { z } from 'zod'

import { holdAnswer, holdInput } from '../domain/hold.ts'

import { directoryCalls } from './directory.ts'
import { batch, batchAnswer } from './batch.ts'
import {
  correctableFields,
  assessmentResult,
  lawyerFields,
  lawyerRecord,
  lawyerRow,
  lawyerUpdateFields,
} from './fields.ts'

const filters = {
  organizationId: equal(lawyerFields.organizationId),
  status: equal(lawyerFields.status),
  personType: equal(lawyerFields.personType),
  practiceType: equal(lawyerFields.practiceType),
  source: equal(lawyerFields.source),
  gender: equal(lawyerFields.gender),
  isRegisteredPartner: equal(lawyerFields.isRegisteredPartner),
  wxBound: equal(lawyerFields.wxBound),
  cardCn: equal(lawyerFields.cardCn),
  cardEn: equal(lawyerFields.cardEn),
  team: equal(lawyerFields.team),
  postCode: equal(text('职位编码', { max: 60 })),
  assessYear: equal(integer('考核年度', { min: 2000, max: 2100 })),
  assessResult: equal(select('考核结果', assessmentResult)),
  /**
   * Accounts that may belong to the same person. Equal mobile numbers are impossible, so only these cases are left.
   */
  similar: equal(
    select('疑似重复', [
      [1, '同律所同姓名'],
      [2, '同姓名'],
      [3, '同邮箱'],
      [4, '手机号或执业证号在他人名片上'],
    ]),
  ),
  /** Practising people whose record lacks this information. */
  missing: equal(
    select('待补', [
      ['licence', '执业证号'],
      ['assessment', '本年度考核结果'],
    ]),
  ),
  entryDate: days('入所日期', { column: 'entryDate', from: 'entryFrom', to: 'entryTo', mayBeEmpty: true }),
}

const counts = z.object({
  all: z.int(),
  pending: z.int(),
  normal: z.int(),
  rejected: z.int(),
  disabled: z.int(),
  left: z.int(),
  over: limitedCounts,
})

const existingPassword = z.string().min(1, '请输入密码').max(128, '密码最多128位')

/**
 * Consequences of leaving the firm: numbers of cards, waiting changes of cards, public and scheduled articles by this
 * person alone, articles shared with others, and sessions. `moved` and `kept` count the public and scheduled articles
 * that went to the successor or stay as they are; `admins` counts active administrator accounts with the same mobile
 * number, which stay.
 */
const leavingReceipt = z.object({
  cards: z.int(),
  waiting: z.int(),
  articles: z.int(),
  scheduled: z.int(),
  shared: z.int(),
  sessions: z.int(),
  moved: z.int().optional(),
  kept: z.int().optional(),
  admins: z.int().optional(),
})

/** What happens to the articles of a person who leaves: taken offline, left as they are, or given to the successor. */
export const leavingContents = ['hide', 'keep', 'move'] as const

/** The creation of cards and the log also choose from this list, so it is governed by the switch of all of 人员管理. */
const people = { feature: 'lawyer' } as const

export const lawyerCalls = {
  pageList: pagedCall(
    '/lawyer/pageList',
    'lawyer.view',
    {
      row: lawyerRow,
      filters,
      // Names are sorted by pinyin.
      sortable: [
        'name',
        'employeeNo',
        'personType',
        'entryDate',
        'status',
        'lastLoginAt',
        'createdAt',
        'updatedAt',
      ],
    },
    people,
  ),
  lawyerNum: getCall(
    '/lawyer/lawyerNum',
    'lawyer.view',
    () => countQuery(filters),
    () => counts,
    { isCount: true },
  ),
  addList: postCall(
    '/lawyer/addList',
    'lawyer.create',
    () => batch,
    () => batchAnswer,
    { feature: 'lawyer.create' },
  ),
  /** Reads a person. With `reveal` the mobile number is unmasked, and the log records who saw it. */
  lawyerInfo: getCall(
    '/lawyer/lawyerInfo/{id}',
    'lawyer.view',
    () => z.strictObject({ id, reveal: z.literal(1).optional() }),
    () => lawyerRecord,
    { writes: true, reveals: 'onRequest', ...people },
  ),
  /**
   * Changing `status` to 1 正常 or 3 已停用 requires the capability lawyer.status, to 4 已离所 lawyer.leave; each also
   * requires a reason.
   */
  update: postCall(
    '/lawyer/update',
    'lawyer.edit',
    () =>
      inputSchema(lawyerUpdateFields)
        .partial()
        .extend({
          id,
          version,
          status: z.literal([1, 3, 4]).optional(),
          reason: reason.optional(),
          /** When somebody returns: 1 shows again what was hidden when he left. */
          restore: flag.optional(),
          /** When somebody leaves: what happens to the articles of which he is the only author; `hide` if absent. */
          contents: z.enum(leavingContents).optional(),
        }),
    /** `receipt` is present if `status` was set to 4 已离所. */
    () => z.object({ version: z.int(), receipt: leavingReceipt.optional() }),
    { feature: ['lawyer.list', 'user.account.settings'], isProposable: true },
  ),
  /** The people of the caller's scope whom names of files mean: by mobile, licence number or name. */
  matchNames: postCall(
    '/lawyer/match',
    'lawyer.edit',
    () => z.strictObject({ names: z.array(z.string().max(100)).min(1).max(600) }),
    () =>
      z.array(
        z.object({
          by: z.enum(['mobile', 'licenseNumber', 'name']),
          people: z.array(
            z.object({
              id: z.int(),
              name: z.string(),
              officeName: z.string(),
              version: z.int(),
              hasPicture: flag,
              /** Cards of the person that the caller may edit. */
              cards: z.array(z.object({ id: z.int(), version: z.int() })),
            }),
          ),
        }),
      ),
    { isAddition: true, feature: 'lawyer.list' },
  ),
  /** Holds a person with cards, articles and messages until a day: none of it is deleted for good. */
  hold: postCall('/lawyer/hold/{id}', 'hold.manage', () => z.strictObject({ id, ...holdInput }), holdAnswer, {
    isAddition: true,
    feature: ['lawyer.list', 'lawyer.holds'],
  }),
  /** A branch office asks the main office to transfer a person to another office. */
  requestTransfer: postCall(
    '/lawyer/transfers',
    'lawyer.transferRequest',
    () => z.strictObject({ id, organizationId: lawyerFields.organizationId.schema, reason }),
    () => z.object({ id: z.int() }),
    { isAddition: true, feature: ['lawyer.list', 'lawyer.transfer'] },
  ),
  /** Previews the consequences of leaving the firm. Nothing is saved. */
  consequences: getCall(
    '/lawyer/consequences/{id}',
    'lawyer.edit',
    () => z.strictObject({ id }),
    () => leavingReceipt,
    { isAddition: true },
  ),
  /**
   * Decides a registration: 1 approves, 0 refuses and requires a reason. With `version` the decision fails if the
   * application has changed since it was read. `patch` holds corrections that are saved with the approval.
   */
  pass: putCall(
    '/lawyer/pass/{id}',
    'lawyer.pass',
    () =>
      z
        .strictObject({
          id,
          result: flag.default(1),
          reason: reason.optional(),
          version: version.optional(),
          patch: inputSchema(correctableFields).partial().optional(),
        })
        .refine(it => it.patch === undefined || (it.result === 1 && it.version !== undefined), {
          path: ['patch'],
          error: '更正随通过一并保存，请刷新后重试',
        })
        .refine(it => it.result === 1 || it.reason !== undefined, {
          path: ['reason'],
          error: '请填写原因（2-200字）',
        }),
    () => z.object({ status: lawyerFields.status.schema }),
  ),
  remove: deleteCall(
    '/lawyer/remove/{id}',
    'lawyer.remove',
    () => z.strictObject({ id }),
    () => emptyAnswer,
  ),
  /**
   * Changes a mobile number. An administrator names the lawyer; a lawyer proves himself by his password and the code
   * sent to the new number.
   */
  updateMobile: putCall(
    '/lawyer/updateMobile',
    'lawyer.mobile',
    () =>
      z.strictObject({
        id: id.optional(),
        mobile: lawyerFields.mobile.schema,
        password: existingPassword.optional(),
        smsId: z.string().max(100).optional(),
        smsCode: z
          .string()
          .regex(/^\d{6}$/, '请输入6位短信验证码')
          .optional(),
      }),
    () => z.object({ mobileMasked: z.string() }),
    { feature: ['lawyer.list', 'user.account.settings'] },
  ),
  /** Changes a password. For an administrator's call one is generated; a lawyer sets his own. */
  updatePassword: putCall(
    '/lawyer/updatePassword',
    'lawyer.password',
    () =>
      z.strictObject({
        id: id.optional(),
        oldPassword: existingPassword.optional(),
        newPassword: password('新密码').schema.optional(),
      }),
    () => z.object({ initialPassword: secret(z.string()).optional() }),
    { feature: ['lawyer.list', 'user.account.passwd'] },
  ),
  /** Shows an initial password whose SMS has not been delivered; the log records who saw it. */
  showPassword: postCall(
    '/lawyer/initialPassword',
    'lawyer.password',
    () => z.strictObject({ id }),
    () => z.object({ initialPassword: secret(z.string()) }),
    { isAddition: true, ...people },
  ),
  ...directoryCalls,
  ...deviceCalls('/lawyer/devices/{id}'),
  ...viewCalls('/lawyer/view/{id}'),
  ...factorCalls('/lawyer/factor/{id}', 'lawyer.password'),
}
