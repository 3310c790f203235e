import type { SignOnWay } from '../../../resources/domain/signOn.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { OpenIdSettings, SignOnSettings, WecomSettings } from '../../context/services.ts'
import type { Db } from '../../db/connection/open.ts'
import { configRow } from './configRows.ts'
import { type SystemSettings, systemSettingsFrom } from './systemConfig.ts'

// 单点登录 of 系统配置: a way is offered once all of its values are set.

const userTypesOf = ({ admins, lawyers }: { admins: 0 | 1; lawyers: 0 | 1 }): Population[] => [
  ...(admins === 1 ? [1 as const] : []),
  ...(lawyers === 1 ? [2 as const] : []),
]

/** 单点登录 with all of its values; null if one is missing. */
export const openIdSettingsIn = ({ sso }: SystemSettings): OpenIdSettings | null => {
  const { issuer, clientId, secret, match, claim } = sso
  if (!issuer || !clientId || !secret) return null
  return { way: 'openId', issuer, clientId, secret, match, claim: claim || 'preferred_username' }
}

/** 企业微信登录 with all of its values; null if one is missing. */
export const wecomSettingsIn = ({ wecom }: SystemSettings): WecomSettings | null => {
  const { corpId, agentId, secret, byAccount } = wecom
  if (!corpId || !agentId || !secret) return null
  return { way: 'wecom', corpId, agentId, secret, matchesAccount: byAccount === 1 }
}

/** What the sign-in page offers. */
export const signOnOffers = (settings: SystemSettings) =>
  [
    {
      way: 'openId' as const,
      name: settings.sso.name || '单点登录',
      userTypes: openIdSettingsIn(settings) ? userTypesOf(settings.sso) : [],
    },
    {
      way: 'wecom' as const,
      name: '企业微信',
      userTypes: wecomSettingsIn(settings) ? userTypesOf(settings.wecom) : [],
    },
  ].filter(({ userTypes }) => userTypes.length > 0)

/** The settings of a way by which this population signs in; null where it is not offered. */
export const signOnSettings = async (
  db: Db,
  firmId: number,
  { way, userType }: { way: SignOnWay; userType: Population },
): Promise<SignOnSettings | null> => {
  const settings = systemSettingsFrom((await configRow(db, firmId, 'system')).value)
  const isOffered = signOnOffers(settings).some(it => it.way === way && it.userTypes.includes(userType))
  if (!isOffered) return null
  return way === 'openId' ? openIdSettingsIn(settings) : wecomSettingsIn(settings)
}
