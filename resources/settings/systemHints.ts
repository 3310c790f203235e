import type { systemFields } from './systemForm.ts'

/**
 * The sentences below the fields of 系统配置 and 单点登录. They are loaded with these pages: the declarations are loaded with every
 * page.
 */
export const systemHints: { readonly [F in keyof typeof systemFields]?: string } = {
  mapKey: '在服务商的控制台申请，并限制为本所域名',
  mapSecurity: '高德的 securityJsCode',
  smsSign: '在服务商处审核通过的签名，不含【】',
  smsKeyId: '阿里云AccessKey ID或腾讯云SecretId',
  smsSecret: '阿里云AccessKey Secret或腾讯云SecretKey',
  smsAppId: '仅腾讯云：SmsSdkAppId',
  smsCodeTemplate: '审核通过的模板编号；阿里云变量名为code，腾讯云只含一个变量',
  smsPasswordTemplate: '可不填；阿里云变量名为password，腾讯云只含一个变量',
  mpPage: '扫小程序码后打开的页面，如pages/card/index',
  officialAppId: '在公众平台“设置与开发”中查看；须把服务器的地址加入IP白名单',
  robotAddress: '在企业微信群的“消息推送”中添加后复制',
  wecomAppOn: '待审的消息带“通过”按钮。应用编号和密钥用“企业微信登录”中的；发哪些消息在“提醒与确认”中选择',
  wecomAppToken: '与该应用“接收消息”中的Token一致',
  wecomAppKey: '与该应用“接收消息”中的EncodingAESKey一致',
  ssoAdmins: '开启后，登录页的管理员登录显示此方式',
  ssoLawyers: '开启后，登录页的律师登录显示此方式',
  ssoName: '登录页的按钮显示为“使用××登录”；留空则为“单点登录”',
  ssoIssuer: 'OpenID Connect的issuer；须在身份平台登记的回调地址见上方“对接状态”',
  ssoClientId: 'client_id',
  ssoSecret: 'client_secret',
  ssoClaim: '对应管理员的账号、律师的工号；须由身份平台管理，本人不能修改；留空则为preferred_username',
  wecomAdmins: '开启后，登录页的管理员登录显示此方式',
  wecomLawyers: '开启后，登录页的律师登录显示此方式',
  wecomCorpId: 'corpid，在企业微信管理后台“我的企业”中查看',
  wecomAgentId: 'AgentId；在该应用的“网页授权及JS-SDK”和“企业微信授权登录”中填写上方“对接状态”中的域名',
  wecomSecret: '该应用的Secret',
  wecomByAccount: '企业微信未提供手机号时，以企业微信账号对应管理员的账号、律师的工号',
  directoryAppId: '企业微信的corpid、飞书的App ID或钉钉的AppKey',
  directoryFields: '不选则为全部',
  directoryOffice: '留空则为总所',
  singleSession: '再次登录时，其他设备上的登录失效',
  strictVersion: '关闭后，旧客户端可以不带版本号保存',
  logMonths: '超过后按月从最早的日志开始存档并删除；最短6个月，留空则按运营方的设置',
}
