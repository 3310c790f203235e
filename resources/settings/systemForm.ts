import { directoryFieldLabels, directoryFields } from '../domain/directory.ts'
import { personTypes } from '../domain/personType.ts'
import {
  integer,
  miniProgramPage,
  multiSelect,
  optional,
  reference,
  rows,
  select,
  text,
  toggle,
} from '../kit/index.ts'

/** Logs must be kept for at least six months (网络安全法 §21). */
const logMonthsLimits = { min: 6, max: 600 }

/** An issuer of OpenID Connect; without encryption only on the machine itself. */
const issuerAddress = /^(https:\/\/[^\s?#@]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[^\s?#]*)?)$/

/** The address that 企业微信 shows for a robot of a group; its key is the secret. */
const robotAddress = /^https:\/\/qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=[\w-]+$/

export const systemFields = {
  mapProvider: select('地图服务', [
    ['none', '不使用'],
    ['tencent', '腾讯地图'],
    ['amap', '高德地图'],
  ]),
  mapKey: optional(text('地图密钥', { max: 200 })),
  mapSecurity: optional(
    text('安全密钥', {
      max: 500,
      isSensitive: true,
    }),
  ),
  smsProvider: select('短信服务商', [
    ['none', '不使用'],
    ['aliyun', '阿里云'],
    ['tencent', '腾讯云'],
  ]),
  smsSign: optional(text('短信签名', { max: 30 })),
  smsKeyId: optional(text('密钥编号', { max: 200 })),
  smsSecret: optional(
    text('密钥', {
      max: 500,
      isSensitive: true,
    }),
  ),
  smsAppId: optional(text('应用编号', { max: 20, pattern: [/^\d*$/, '应用编号应为数字'] })),
  smsCodeTemplate: optional(text('验证码模板', { max: 200 })),
  smsPasswordTemplate: optional(text('初始密码模板', { max: 200 })),
  mpAppId: optional(
    text('小程序AppID', { max: 18, pattern: [/^(wx[0-9a-f]{16})?$/, 'AppID应以wx开头，共18位'] }),
  ),
  mpSecret: optional(text('小程序AppSecret', { max: 500, isSensitive: true })),
  mpPage: text('名片页面', {
    max: 128,
    pattern: [miniProgramPage, '请输入小程序页面路径，不以/开头'],
  }),
  officialAppId: optional(
    text('公众号AppID', { max: 18, pattern: [/^(wx[0-9a-f]{16})?$/, 'AppID应以wx开头，共18位'] }),
  ),
  officialSecret: optional(text('公众号AppSecret', { max: 500, isSensitive: true })),
  robotAddress: optional(
    text('群机器人地址', {
      max: 200,
      isSensitive: true,
      pattern: [robotAddress, '请输入正确的群机器人地址'],
    }),
  ),
  wecomAppOn: toggle('在企业微信的消息中审核'),
  wecomAppToken: optional(
    text('接收消息的Token', {
      max: 32,
      isSensitive: true,
      pattern: [/^[A-Za-z0-9]{1,32}$/, 'Token只能由字母和数字组成，最多32位'],
    }),
  ),
  wecomAppKey: optional(
    text('接收消息的EncodingAESKey', {
      max: 43,
      isSensitive: true,
      pattern: [/^[A-Za-z0-9]{43}$/, 'EncodingAESKey应为43位字母和数字'],
    }),
  ),
  ssoAdmins: toggle('管理员可用单点登录'),
  ssoLawyers: toggle('律师可用单点登录'),
  ssoName: optional(text('身份平台名称', { max: 20 })),
  ssoIssuer: optional(
    text('颁发者地址', {
      max: 300,
      pattern: [issuerAddress, '请输入以https://开头的颁发者地址'],
    }),
  ),
  ssoClientId: optional(text('客户端编号', { max: 200 })),
  ssoSecret: optional(
    text('客户端密钥', {
      max: 500,
      isSensitive: true,
    }),
  ),
  ssoMatch: select('对应人员的依据', [
    ['mobile', '已验证的手机号'],
    ['email', '已验证的邮箱'],
    ['account', '账号或工号'],
  ]),
  ssoClaim: optional(
    text('账号或工号所在的声明', {
      max: 60,
      pattern: [/^[\w:./-]*$/, '声明的名称只能由字母、数字和_:./-组成'],
    }),
  ),
  wecomAdmins: toggle('管理员可用企业微信登录'),
  wecomLawyers: toggle('律师可用企业微信登录'),
  wecomCorpId: optional(
    text('企业编号', {
      max: 64,
      pattern: [/^[\w-]*$/, '企业编号只能由字母、数字和-_组成'],
    }),
  ),
  wecomAgentId: optional(
    text('企业微信应用编号', {
      max: 20,
      pattern: [/^\d*$/, '应用编号应为数字'],
    }),
  ),
  wecomSecret: optional(
    text('应用密钥', {
      max: 500,
      isSensitive: true,
    }),
  ),
  wecomByAccount: toggle('没有手机号时按企业微信账号对应'),
  directoryProvider: select('通讯录', [
    ['none', '不使用'],
    ['wecom', '企业微信'],
    ['feishu', '飞书'],
    ['dingtalk', '钉钉'],
  ]),
  directoryAppId: optional(text('通讯录应用编号', { max: 100 })),
  directorySecret: optional(text('通讯录应用密钥', { max: 500, isSensitive: true })),
  directoryFields: optional(
    multiSelect(
      '通讯录提供的资料',
      directoryFields.map(name => [name, directoryFieldLabels[name]] as const),
    ),
  ),
  directoryPersonType: select('新增人员的类别', personTypes),
  directoryOffice: optional(reference('默认律所', 'offices')),
  directoryOffices: optional(
    rows(
      '部门对应的律所',
      { department: text('部门编号', { max: 100 }), organizationId: reference('律所', 'offices') },
      { max: 100 },
    ),
  ),
  singleSession: toggle('管理员单设备登录'),
  strictVersion: toggle('严格检查版本'),
  logMonths: optional(
    integer('日志保留月数', {
      ...logMonthsLimits,
    }),
  ),
}
