import { z } from 'zod'

import type { FieldErrors } from '../domain/codes.ts'
import {
  area,
  customField,
  date,
  decimal,
  email,
  image,
  images,
  integer,
  optional,
  phone,
  richText,
  select,
  auditFields,
  strings,
  text,
  url,
  miniProgramPath,
  videoAddress,
} from '../kit/index.ts'

const degrees = decimal('纬度', { min: 3, max: 54, digits: 6, isRounded: true })

/** 律所/分所 (firmOrganization, docs/domain.md §3.1). */
export const officeFields = {
  organizationId: integer('编号'),
  isMain: select('机构类型', [
    [1, '总所', 'info'],
    [0, '分所'],
  ]),
  name: text('律所名称', { min: 2, max: 50 }),
  nameEn: optional(text('英文名称', { max: 150 })),
  shortName: optional(text('简称', { max: 20, hint: '显示在名片上' })),
  creditCode: optional(
    text('统一社会信用代码/执业许可证号', {
      max: 18,
      pattern: [/^[0-9A-Z]{18}$/, '请输入18位代码，由数字和大写字母组成'],
    }),
  ),
  principal: optional(text('负责人', { max: 20 })),
  foundedOn: optional(date('成立日期')),
  provinceCode: optional(text('省份', { max: 6, pattern: [/^\d{6}$/, '请选择省份'] })),
  cityCode: optional(text('城市', { max: 6, pattern: [/^\d{6}$/, '请选择城市'] })),
  districtCode: area('所在地区', ['provinceCode', 'cityCode']),
  areaName: optional(customField('地区', { widget: 'areaName', schema: z.string(), output: z.string() })),
  address: text('详细地址', { min: 5, max: 120 }),
  addressEn: optional(text('英文地址', { max: 200 })),
  // Coordinates in GCJ-02, as Chinese maps use it, limited to the extent of the country.
  longitude: optional(decimal('经度', { min: 73, max: 136, digits: 6, isRounded: true })),
  // The widget of this field picks both coordinates on a map.
  latitude: optional(
    customField('纬度', { widget: 'latitude', schema: degrees.schema, output: degrees.output }),
  ),
  phone: strings('联系电话', phone('联系电话'), { max: 3 }),
  fax: optional(phone('传真')),
  email: optional(email('邮箱')),
  postcode: optional(text('邮编', { max: 6, pattern: [/^\d{6}$/, '邮编应为6位数字'], format: 'tel' })),
  workHours: optional(text('办公时间', { max: 60, hint: '如 周一至周五 9:00–18:00' })),
  transport: optional(text('交通指引', { max: 300, isMultiline: true })),
  logo: optional(
    image('律所LOGO', {
      scene: 'office',
      frame: { ratio: [1, 1], minWidth: 200, minHeight: 200 },
      hint: '不上传时使用总所的LOGO',
    }),
  ),
  cover: optional(image('封面图', { scene: 'office', frame: { ratio: [16, 9], minWidth: 1080 } })),
  images: optional(images('律所图片', { scene: 'office', max: 9 })),
  intro: optional(richText('律所介绍', { max: 5000 })),
  introEn: optional(richText('英文介绍', { max: 10_000 })),
  video: optional(
    text('宣传视频', {
      max: 500,
      pattern: [videoAddress, '请填写 https 视频地址或视频号ID'],
      hint: 'https 视频地址（mp4，200MB以内）或视频号ID',
    }),
  ),
  videoCover: optional(image('视频封面', { scene: 'office', frame: { ratio: [16, 9] } })),
  homeUrl: optional(url('官网地址', { hint: '须为 https，且在小程序后台登记为业务域名' })),
  mpName: optional(text('小程序名称', { max: 30 })),
  mpAppId: optional(
    text('跳转小程序AppID', { max: 18, pattern: [/^wx[0-9a-f]{16}$/, 'AppID应以wx开头，共18位'] }),
  ),
  mpPath: optional(
    text('跳转小程序路径', {
      max: 128,
      pattern: [miniProgramPath, '请输入小程序页面路径，不以/开头'],
      hint: '如pages/card/index?id=1',
    }),
  ),
  weight: integer('权重', { hint: '数字越大越靠前' }),
  showStatus: select('展示状态', [
    [1, '展示@state', 'good'],
    [0, '隐藏@state', 'faint'],
  ]),
  status: select('状态', [
    [1, '启用@state', 'good'],
    [0, '停用@state', 'faint'],
  ]),
  lawyerNum: integer('在册人员'),
  cardNum: integer('名片数'),
  adminNum: integer('管理员数'),
  ...auditFields,
}

/** Fields that a holder of office.editContact may change without office.edit (联系方式、图片、简介). */
export const contactFields = [
  'address',
  'addressEn',
  'longitude',
  'latitude',
  'phone',
  'fax',
  'email',
  'postcode',
  'workHours',
  'transport',
  'logo',
  'cover',
  'images',
  'intro',
  'introEn',
  'video',
  'videoCover',
] as const satisfies readonly (keyof typeof officeFields)[]

const pairs = [
  ['longitude', 'latitude', '经度和纬度请同时填写'],
  ['mpAppId', 'mpPath', '跳转小程序的AppID和路径请同时填写'],
] as const
type Paired = Partial<Record<(typeof pairs)[number][0 | 1], unknown>>

/** Errors of an office as a whole. They are checked on the record after a change, not on the change alone. */
export const officeErrors = (office: Paired): FieldErrors =>
  Object.fromEntries(
    pairs.flatMap(([a, b, message]) => {
      const missing = office[a] == null ? a : b
      return (office[a] == null) === (office[b] == null) ? [] : [[missing, message]]
    }),
  )
