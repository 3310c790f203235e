import { z } from 'zod'

import { applicantFields, applicationFields } from '../domain/applicant.ts'
import { extendFields } from '../domain/additionalFields.ts'
import {
  customField,
  date,
  datetime,
  inputSchema,
  image,
  integer,
  mobile,
  optional,
  password,
  recordSchema,
  reference,
  rows,
  select,
  auditFields,
  text,
  toggle,
} from '../kit/index.ts'

const cardStatus = [
  [0, '草稿', 'faint'],
  [1, '待审核', 'waiting'],
  [2, '已通过', 'good'],
  [3, '已驳回', 'bad'],
] as const

export const assessmentResult = [
  [1, '称职', 'good'],
  [2, '基本称职', 'waiting'],
  [3, '不称职', 'bad'],
  [4, '未参加', 'faint'],
] as const

/** 律师/人员 (docs/domain.md §3.3). */
export const lawyerFields = {
  id: integer('编号'),
  name: applicantFields.name,
  nameEn: optional(text('英文名', { max: 200, format: 'name' })),
  namePinyin: optional(
    text('姓名拼音', { max: 300, hint: '多音字姓氏请核对，如 单 Shàn、仇 Qiú、解 Xiè、曾 Zēng' }),
  ),
  nameInitials: optional(text('首字母', { max: 50 })),
  gender: optional(
    select('性别', [
      [0, '未知'],
      [1, '男'],
      [2, '女'],
    ]),
  ),
  mobile: customField('手机号', {
    widget: 'maskedMobile',
    schema: mobile('手机号').schema,
    output: z.string(),
    isSensitive: true,
    revealedTo: 'lawyer.reveal',
    isRevealedOnRequest: true,
  }),
  password: optional(password('密码', { hint: '不填时自动生成，创建后显示一次' })),
  email: applicationFields.email,
  avatar: optional(
    image('头像', { scene: 'avatar', frame: { ratio: [4, 5], minWidth: 600, minHeight: 750 } }),
  ),
  organizationId: applicantFields.organizationId,
  team: optional(text('部门/团队', { max: 30 })),
  employeeNo: optional(text('工号', { max: 20 })),
  personType: applicantFields.personType,
  licenseNumber: optional(
    customField('执业证号', {
      widget: 'licence',
      schema: applicantFields.licenseNumber.schema,
      output: z.string(),
      isSensitive: true,
    }),
  ),
  practiceType: optional(
    select('执业类别', [
      [1, '专职'],
      [2, '兼职'],
      [3, '公职'],
      [4, '公司'],
      [5, '港澳台居民'],
      [6, '法律援助'],
    ]),
  ),
  firstPractisedYear: optional(integer('首次执业年份', { min: 1980, max: 2100 })),
  isRegisteredPartner: optional(toggle('登记合伙人')),
  entryDate: optional(date('入所日期')),
  leaveDate: optional(date('离所日期')),
  successorId: optional(
    reference('接任人', 'lawyers', { hint: '已印出的名片码打开其名片；不填时打开所属律所' }),
  ),
  removeOn: optional(
    date('移入回收站日期', { hint: '到期自动移入回收站，三十天后彻底删除；不填时一直保留' }),
  ),
  status: select(
    '状态',
    [
      [0, '待审核', 'waiting'],
      [1, '正常', 'good'],
      [2, '已驳回', 'bad'],
      [3, '已停用', 'faint'],
      [4, '已离所', 'faint'],
    ],
    { waitingState: { state: 0, since: ['consentAt', 'createdAt'] } },
  ),
  rejectReason: optional(text('驳回原因', { max: 200 })),
  source: select('来源', [
    [1, '后台创建'],
    [2, '批量导入'],
    [3, '自主注册'],
  ]),
  wxBound: toggle('微信绑定'),
  cardCn: optional(select('中文名片', cardStatus)),
  cardEn: optional(select('英文名片', cardStatus)),
  mustChangePwd: toggle('需改密'),
  initialSms: optional(
    select('初始密码短信', [
      [1, '等待发送', 'waiting'],
      [2, '未送达', 'bad'],
      [3, '已送达', 'good'],
    ]),
  ),
  secondFactor: optional(toggle('两步验证')),
  lastLoginAt: optional(datetime('最近登录')),
  assessments: optional(
    rows(
      '年度考核',
      {
        year: integer('年度', { min: 2000, max: 2100 }),
        result: select('结果', assessmentResult),
        recordedAt: date('登记日期'),
      },
      { max: 40, hint: '仅内部可见' },
    ),
  ),
  consentVersion: optional(text('隐私授权版本', { max: 20 })),
  consentAt: optional(datetime('隐私授权时间')),
  remark: optional(text('备注', { max: 200, isMultiline: true, readableBy: 'admin' })),
  ...auditFields,
}

/** States of 在册人员: everybody but refused applicants and people who have left. */
export const presentStatuses = [0, 1, 3] as const

/** Fields that a lawyer may change in his own record; his office changes the others. */
export const selfFields = [
  'nameEn',
  'gender',
  'email',
  'avatar',
] as const satisfies readonly (keyof typeof lawyerFields)[]

const {
  name,
  nameEn,
  namePinyin,
  nameInitials,
  gender,
  email: mail,
  organizationId,
  team,
  employeeNo,
} = lawyerFields
const { personType, licenseNumber, practiceType, firstPractisedYear, isRegisteredPartner, entryDate } =
  lawyerFields
const person = {
  name,
  nameEn,
  namePinyin,
  nameInitials,
  gender,
  email: mail,
  organizationId,
  team,
  employeeNo,
}
const practice = {
  personType,
  licenseNumber,
  practiceType,
  firstPractisedYear,
  isRegisteredPartner,
  entryDate,
  remark: lawyerFields.remark,
}

/** Fields of an application that the reviewer may correct. */
export const correctableFields = { name, organizationId, personType, licenseNumber, email: mail }

/** Columns of the grid in which accounts are created. */
export const newLawyer = extendFields('lawyers', {
  ...person,
  mobile: lawyerFields.mobile,
  password: lawyerFields.password,
  ...practice,
})
/** Fields that `update` changes. Mobile number, password and state have calls or rules of their own. */
export const lawyerUpdateFields = {
  ...person,
  avatar: lawyerFields.avatar,
  ...practice,
  leaveDate: lawyerFields.leaveDate,
  successorId: lawyerFields.successorId,
  removeOn: lawyerFields.removeOn,
  assessments: lawyerFields.assessments,
}
/** One row of a batch. Each row is checked by itself, so that one mistake does not stop the others. */
export const lawyerDraft = inputSchema(newLawyer)

export const lawyerRecord = recordSchema(lawyerFields).omit({ password: true }).extend({ version: z.int() })
export const lawyerRow = lawyerRecord.omit({
  successorId: true,
  removeOn: true,
  assessments: true,
  consentVersion: true,
  remark: true,
})

/** Columns that the exported file has in addition to those of the list. */
export const exportedFields = {
  id: lawyerFields.id,
  ...person,
  wholeMobile: optional(text('完整手机号', { max: 11, readableBy: 'lawyer.reveal' })),
  ...practice,
  leaveDate: lawyerFields.leaveDate,
  createdAt: lawyerFields.createdAt,
}
