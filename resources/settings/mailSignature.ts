import { defineSetting, multiSelect, optional, text } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

/** What a signature may show besides name, position and office, in this order. */
export const signatureContents = [
  ['team', '团队'],
  ['mobile', '手机'],
  ['phone', '办公电话'],
  ['fax', '传真'],
  ['email', '邮箱'],
  ['wechatNo', '微信号'],
  ['address', '地址'],
  ['licenseNumber', '执业证号'],
  ['link', '电子名片链接'],
  ['filing', 'ICP备案号'],
] as const

const fields = {
  contents: multiSelect('显示的资料', signatureContents),
  notice: optional(text('附注', { max: 300, isMultiline: true, hint: '如保密提示；写在签名的最后' })),
  noticeEn: optional(text('英文附注', { max: 600, isMultiline: true })),
}

/** 邮件签名: the one design of the firm's mail signatures, which are made of published cards. */
export const mailSignature = defineSetting({
  ...operationSetting,
  name: 'mailSignature',
  label: '邮件签名',
  path: '/firmConf/mailSignature',
  route: settingRoute('operation.mailSignature', '/app/conf/mail-signature'),
  isProposable: true,
  fields,
  initial: { contents: ['mobile', 'phone', 'email', 'address', 'link'] },
  isAddition: true,
})
