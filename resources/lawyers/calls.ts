import { secret } from '../domain/credentials.ts'
import { deviceCalls } from '../domain/devices.ts'
import { factorCalls } from '../domain/secondFactor.ts'
import {
  about,
  countQuery,
  days,
  del,
  done,
  inputOf,
  flag,
  equal,
  get,
  getPage,
  id,
  integer,
  password,
  post,
  put,
  reason,
  select,
  text,
  version,
} from '../kit/index.ts'

import { z } from 'zod'

import { batch, batchAnswer } from './batch.ts'
import { applied, assessmentResult, lawyerFields, lawyerRecord, lawyerRow, written } from './fields.ts'

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
  /** Two accounts that may be one person: numbers are taken once, so that only these are left. */
  similar: equal(
    select('疑似重复', [
      [1, '同律所同姓名'],
      [2, '同姓名'],
      [3, '同邮箱'],
      [4, '手机号或执业证号在他人名片上'],
    ]),
  ),
  /** Who practises and has none of it on record. */
  missing: equal(
    select('待补', [
      ['licence', '执业证号'],
      ['assessment', '上年度考核'],
    ]),
  ),
  entryDate: days('入所日期', { column: 'entryDate', from: 'entryFrom', to: 'entryTo' }),
}

const counts = z.object({
  all: z.int(),
  pending: z.int(),
  normal: z.int(),
  rejected: z.int(),
  disabled: z.int(),
  left: z.int(),
  about,
})

const known = z.string().min(1, '请输入密码').max(128, '密码最多128位')

/** What leaving does: cards and waiting changes of them, articles of his alone that are public or are to be, those with others, sessions. */
const receipt = z.object({
  cards: z.int(),
  waiting: z.int(),
  articles: z.int(),
  scheduled: z.int(),
  shared: z.int(),
  sessions: z.int(),
})

/** Whose card is made and whose log is read is chosen from the same people: it closes with all of 人员管理. */
const people = { feature: 'lawyer' } as const

export const lawyerCalls = {
  pageList: getPage(
    '/lawyer/pageList',
    'lawyer.view',
    {
      row: lawyerRow,
      filters,
      // By pinyin, as people look for names.
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
  lawyerNum: get(
    '/lawyer/lawyerNum',
    'lawyer.view',
    () => countQuery(filters),
    () => counts,
    { isCount: true },
  ),
  addList: post(
    '/lawyer/addList',
    'lawyer.create',
    () => batch,
    () => batchAnswer,
    { feature: 'lawyer.create' },
  ),
  /** With `reveal` the mobile comes whole, and the log says who saw it. */
  lawyerInfo: get(
    '/lawyer/lawyerInfo/{id}',
    'lawyer.view',
    () => z.strictObject({ id, reveal: z.literal(1).optional() }),
    () => lawyerRecord,
    { writes: true, ...people },
  ),
  /** `status` 1 正常 and 3 已停用 need lawyer.status, 4 已离所 needs lawyer.leave; each a reason besides. */
  update: post(
    '/lawyer/update',
    'lawyer.edit',
    () =>
      inputOf(written)
        .partial()
        .extend({
          id,
          version,
          status: z.literal([1, 3, 4]).optional(),
          reason: reason.optional(),
          /** With the return of somebody who left: 1 shows again what leaving hid. */
          restore: flag.optional(),
        }),
    /** With 4 已离所 what was done. */
    () => z.object({ version: z.int(), receipt: receipt.optional() }),
    { feature: ['lawyer.list', 'user.account.settings'] },
  ),
  /** A branch asks the main office to let somebody go to another one. */
  requestTransfer: post(
    '/lawyer/transfers',
    'lawyer.transferRequest',
    () => z.strictObject({ id, organizationId: lawyerFields.organizationId.schema, reason }),
    () => z.object({ id: z.int() }),
    { isAddition: true, feature: ['lawyer.list', 'lawyer.transfer'] },
  ),
  /** What leaving would do now. */
  consequences: get(
    '/lawyer/consequences/{id}',
    'lawyer.edit',
    () => z.strictObject({ id }),
    () => receipt,
    { isAddition: true },
  ),
  /**
   * The registration of a lawyer: 1 passes, 0 refuses and needs a reason. With `version` only what was read is decided
   * about: a refused applicant may have written anew. `patch` are corrections, saved with the approval.
   */
  pass: put(
    '/lawyer/pass/{id}',
    'lawyer.pass',
    () =>
      z
        .strictObject({
          id,
          result: flag.default(1),
          reason: reason.optional(),
          version: version.optional(),
          patch: inputOf(applied).partial().optional(),
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
  remove: del(
    '/lawyer/remove/{id}',
    'lawyer.remove',
    () => z.strictObject({ id }),
    () => done,
  ),
  /** An administrator names the lawyer; a lawyer proves himself by password and the code sent to the new number. */
  updateMobile: put(
    '/lawyer/updateMobile',
    'lawyer.mobile',
    () =>
      z.strictObject({
        id: id.optional(),
        mobile: lawyerFields.mobile.schema,
        password: known.optional(),
        smsId: z.string().max(100).optional(),
        smsCode: z
          .string()
          .regex(/^\d{6}$/, '请输入6位短信验证码')
          .optional(),
      }),
    () => z.object({ mobileMasked: z.string() }),
    { feature: ['lawyer.list', 'user.account.settings'] },
  ),
  /** An administrator's call generates a password; a lawyer sets his own. */
  updatePassword: put(
    '/lawyer/updatePassword',
    'lawyer.password',
    () =>
      z.strictObject({
        id: id.optional(),
        oldPassword: known.optional(),
        newPassword: password('新密码').schema.optional(),
      }),
    () => z.object({ initialPassword: secret(z.string()).optional() }),
    { feature: ['lawyer.list', 'user.account.passwd'] },
  ),
  /** An initial password that was to be sent by SMS and has not been delivered; the log says who was shown it. */
  showPassword: post(
    '/lawyer/initialPassword',
    'lawyer.password',
    () => z.strictObject({ id }),
    () => z.object({ initialPassword: secret(z.string()) }),
    { isAddition: true, ...people },
  ),
  ...deviceCalls('/lawyer/devices/{id}'),
  ...factorCalls('/lawyer/factor/{id}', 'lawyer.password'),
}
