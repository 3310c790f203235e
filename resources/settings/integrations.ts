import { entriesOf } from '../kit/index.ts'
import { keysOf } from '../kit/objects.ts'
import { systemFields } from './systemForm.ts'

// The connections to other systems: which values each one needs before it works.

type FieldName = keyof typeof systemFields

/** The connections, as 系统配置 and its calls name them, with their titles. */
export const integrations = {
  sms: '短信',
  wechat: '微信小程序',
  official: '公众号',
  sso: '单点登录',
  wecom: '企业微信登录',
  robot: '企业微信群机器人',
  wecomApp: '企业微信应用消息',
  directory: '通讯录',
  map: '地图',
  mail: '邮件',
  translation: '翻译服务',
  storage: '文件存储',
} as const

/** The name of a connection. */
export type Integration = keyof typeof integrations

/** The names of all connections. */
export const integrationNames = keysOf(integrations)

type Text = string | null | undefined
type Switch = 0 | 1 | null | undefined

/** The stored values, with flags in place of secrets. */
type IntegrationValues = {
  sms: {
    provider: string
    sign?: Text
    keyId?: Text
    appId?: Text
    secretSet?: Switch
    templates?: { code?: Text }
  }
  wechat: { appId?: Text; secretSet?: Switch }
  official?: { appId?: Text; secretSet?: Switch } | undefined
  map: { provider: string; key?: Text }
  robot?: { addressSet?: Switch } | undefined
  directory?: { provider: string; appId?: Text; secretSet?: Switch } | undefined
  wecomApp?: { isOn?: Switch; tokenSet?: Switch; keySet?: Switch } | undefined
  sso?: { admins?: Switch; lawyers?: Switch; issuer?: Text; clientId?: Text; secretSet?: Switch } | undefined
  wecom?: { admins?: Switch; lawyers?: Switch; corpId?: Text; agentId?: Text; secretSet?: Switch } | undefined
}

/** The values that a connection needs, by the field of the form; null if it is switched off. */
const neededValues = (
  name: Integration,
  { sms, wechat, official, map, sso, wecom, wecomApp, directory, robot }: IntegrationValues,
): Partial<Record<FieldName, unknown>> | null => {
  switch (name) {
    case 'sms':
      if (!sms.provider || sms.provider === 'none') return null
      return {
        smsSign: sms.sign,
        smsKeyId: sms.keyId,
        smsSecret: sms.secretSet,
        smsCodeTemplate: sms.templates?.code,
        ...(sms.provider === 'tencent' && { smsAppId: sms.appId }),
      }
    case 'wechat':
      return wechat.appId || wechat.secretSet ? { mpAppId: wechat.appId, mpSecret: wechat.secretSet } : null
    case 'official':
      return official?.appId || official?.secretSet
        ? { officialAppId: official.appId, officialSecret: official.secretSet }
        : null
    case 'map':
      return map.provider === 'none' ? null : { mapKey: map.key }
    case 'robot':
      return robot?.addressSet ? {} : null
    case 'wecomApp':
      if (!wecomApp?.isOn) return null
      return {
        wecomCorpId: wecom?.corpId,
        wecomAgentId: wecom?.agentId,
        wecomSecret: wecom?.secretSet,
        wecomAppToken: wecomApp.tokenSet,
        wecomAppKey: wecomApp.keySet,
      }
    case 'directory':
      if (!directory || directory.provider === 'none') return null
      return { directoryAppId: directory.appId, directorySecret: directory.secretSet }
    case 'sso':
      if (!sso?.admins && !sso?.lawyers) return null
      return { ssoIssuer: sso.issuer, ssoClientId: sso.clientId, ssoSecret: sso.secretSet }
    case 'wecom':
      if (!wecom?.admins && !wecom?.lawyers) return null
      return { wecomCorpId: wecom.corpId, wecomAgentId: wecom.agentId, wecomSecret: wecom.secretSet }
    default:
      return null
  }
}

/** The fields that a connection still needs; null if it is switched off. */
export const missingFields = (name: Integration, values: IntegrationValues): FieldName[] | null => {
  const needed = neededValues(name, values)
  return needed && entriesOf(needed).flatMap(([field, value]) => (value ? [] : [field]))
}
