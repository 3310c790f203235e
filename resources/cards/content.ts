import {
  customField,
  inputSchema,
  email,
  id,
  image,
  integer,
  keysOf,
  mobile,
  month,
  optional,
  phone,
  documentSchema,
  richText,
  rows,
  select,
  strings,
  text,
  toggle,
  url,
  videoAddress,
} from '../kit/index.ts'

import { z } from 'zod'

import { workingLanguage } from './workingLanguage.ts'

export const degreeNames = [
  [1, '专科'],
  [2, '本科'],
  [3, '硕士'],
  [4, '博士'],
  [5, '其他'],
] as const

const start = month('开始时间')
const end = optional(month('结束时间', { hint: '不填表示至今' }))
const year = integer('年份', { min: 1950, max: 2100 })

const education = {
  start,
  end,
  school: text('学校', { max: 60 }),
  major: optional(text('专业', { max: 40 })),
  degree: select('学历', degreeNames),
}
const work = {
  start,
  end,
  organisation: text('单位', { max: 60 }),
  position: text('职务', { max: 40 }),
  desc: optional(text('工作内容', { max: 300, isMultiline: true })),
}
const social = {
  start: optional(start),
  end,
  organisation: text('组织', { max: 60 }),
  position: text('职务', { max: 40, hint: '律师协会职务仅限协会履职时使用' }),
}
const honour = {
  year,
  name: text('荣誉名称', { max: 80 }),
  issuer: text('颁发单位', { max: 60 }),
  image: optional(image('证书', { scene: 'avatar' })),
}
const publication = {
  year,
  title: text('标题', { max: 120 }),
  medium: text('发表载体', { max: 60 }),
  url: optional(url('链接', { max: 500 })),
}
const lawCase = {
  year: optional(year),
  text: text('案例', { max: 300, isMultiline: true, hint: '请勿写出当事人姓名、证件号和电话' }),
  articleId: optional(integer('关联文章', { min: 1, max: Number.MAX_SAFE_INTEGER })),
}
const admission = {
  jurisdiction: text('法域', { max: 30, hint: '如 中国、香港、纽约州' }),
  qualification: text('资格', { max: 40 }),
  year: optional(year),
}
const client = {
  name: text('客户名称', { max: 60 }),
  consent: toggle('客户同意公开', { hint: '未同意的不会展示' }),
}

const position = z.strictObject(
  { postName: z.string().min(1).max(20), postCode: z.string().min(1).max(60) },
  { error: '请选择职位' },
)
const profession = z.strictObject({ type: z.enum(['official', 'self']), id })
const areasOfLaw = z
  .array(profession, { error: '请选择专业领域' })
  .max(6, '专业领域最多选6项')
  .refine(
    chosen => new Set(chosen.map(it => `${it.type}:${it.id}`)).size === chosen.length,
    '专业领域不能重复',
  )

const licenceNumber = text('执业证号', {
  max: 17,
  pattern: [/^(\d{17}|\d{12})$/, '执业证号应为17位数字（旧证12位），请核对'],
  format: 'tel',
})

/** Fields whose visibility the lawyer decides: 0 不公开, 1 公开, 2 点击后显示. */
export const concealable = [
  'licenseNumber',
  'mobile',
  'phone',
  'email',
  'wechatNo',
  'wechatQr',
  'fax',
  'addressOverride',
] as const
const visibility = z.partialRecord(z.enum(concealable), z.literal([0, 1, 2]))
/** Visibility of some contacts; null takes one back to the default. That of the others stays. */
export const visibilityParts = z.partialRecord(z.enum(concealable), z.literal([0, 1, 2]).nullable())
const visibilityOptions = [
  [1, '公开'],
  [2, '点击后显示'],
  [0, '不公开'],
] as const
export const defaultVisibility = {
  mobile: 2,
  phone: 1,
  email: 1,
  wechatNo: 2,
  wechatQr: 2,
  licenseNumber: 1,
  fax: 1,
  addressOverride: 1,
} as const satisfies z.output<typeof visibility>

/** The operator sees that contact data exists but not its value (docs/domain.md §1). */
const contactOptions = { revealedTo: 'lawyer.reveal' } as const

/**
 * The content of a card (docs/domain.md §3.4): it is reviewed, published and restored as a whole. Only the name is
 * required for saving, so that an unfinished card can be saved; the card page's `requiredFields` say what a public
 * card requires.
 */
export const cardContent = {
  name: text('姓名', { min: 2, max: 200, format: 'name' }),
  avatar: optional(
    image('头像', { scene: 'avatar', frame: { ratio: [4, 5], minWidth: 600, minHeight: 750 } }),
  ),
  workPosition: optional(
    customField('职位', {
      widget: 'workPosition',
      schema: position,
      output: z.object({ postName: z.string(), postCode: z.string() }),
    }),
  ),
  titles: optional(strings('其他职务', text('职务', { max: 30 }), { max: 3, hint: '如 管委会委员' })),
  team: optional(text('团队', { max: 30 })),
  licenseNumber: optional(
    customField('执业证号', {
      widget: 'licence',
      schema: licenceNumber.schema,
      output: z.string(),
      isSensitive: true,
      ...contactOptions,
    }),
  ),
  mobile: optional(
    mobile('手机', {
      hint: '名片上显示的号码，可与登录手机号不同',
      ...contactOptions,
      isRevealedOnRequest: true,
    }),
  ),
  phone: optional(strings('座机', phone('座机'), { max: 2, ...contactOptions })),
  email: optional(email('邮箱', contactOptions)),
  wechatNo: optional(
    text('微信号', {
      min: 6,
      max: 20,
      pattern: [/^[A-Za-z][-_A-Za-z0-9]{5,19}$/, '微信号以字母开头，6至20位'],
      ...contactOptions,
    }),
  ),
  wechatQr: optional(
    image('微信二维码', { scene: 'avatar', frame: { ratio: [1, 1], minWidth: 200 }, ...contactOptions }),
  ),
  fax: optional(phone('传真', contactOptions)),
  addressOverride: optional(text('名片地址', { max: 120, hint: '不填时使用律所地址' })),
  professions: optional(
    customField('专业领域', {
      widget: 'professions',
      schema: areasOfLaw,
      output: z.array(z.object({ type: z.enum(['official', 'self']), id: z.int() })),
      hint: '最多6项，第一项为主要领域',
    }),
  ),
  industries: optional(strings('服务行业', text('行业', { max: 20 }), { max: 5 })),
  workingLanguages: optional(rows('工作语言', workingLanguage, { max: 6 })),
  admissions: optional(rows('执业资格', admission, { max: 5 })),
  slogan: optional(text('个人签名', { max: 40 })),
  intro: optional(richText('个人简介', { max: 5000 })),
  education: optional(rows('教育背景', education, { max: 6 })),
  work: optional(rows('工作经历', work, { max: 12 })),
  social: optional(rows('社会职务', social, { max: 15 })),
  honours: optional(rows('荣誉奖项', honour, { max: 20 })),
  publications: optional(rows('著作论文', publication, { max: 20 })),
  cases: optional(rows('代表案例', lawCase, { max: 15 })),
  clients: optional(rows('服务客户', client, { max: 20, hint: '仅展示客户同意公开的' })),
  video: optional(
    text('视频介绍', {
      max: 500,
      pattern: [videoAddress, '请填写 https 视频地址或视频号ID'],
      hint: 'https 视频地址或视频号ID',
    }),
  ),
  cover: optional(image('名片背景', { scene: 'avatar' })),
  visibility: optional(
    customField('展示权限', {
      widget: 'visibility',
      schema: visibility,
      output: visibility,
      fields: {
        mobile: select('手机', visibilityOptions),
        phone: select('座机', visibilityOptions),
        email: select('邮箱', visibilityOptions),
        wechatNo: select('微信号', visibilityOptions),
        wechatQr: select('微信二维码', visibilityOptions),
        licenseNumber: select('执业证号', visibilityOptions),
        fax: select('传真', visibilityOptions),
        addressOverride: select('名片地址', visibilityOptions),
      },
    }),
  ),
}

export type CardField = keyof typeof cardContent
export const cardFields = keysOf(cardContent)
export const contentDraft = inputSchema(cardContent)
export const contentRecord = documentSchema(cardContent)
export type CardContent = z.output<typeof contentRecord>
