import type { z } from 'zod'

import type { system } from '../../../resources/settings/system.ts'
import type { Context } from '../../context/context.ts'
import type { SystemSettings } from '../../services/settings/systemConfig.ts'

type Answer = Omit<z.input<(typeof system.calls)['config']['output']>, 'version' | 'storage'>

const hasValue = (secret: string | undefined) => (secret ? (1 as const) : (0 as const))

/** The settings without their secrets. */
export const withoutSecrets = (stored: SystemSettings) => {
  const { security: _map, ...map } = stored.map
  const { secret: _sms, ...sms } = stored.sms
  const { secret: _wechat, ...wechat } = stored.wechat
  const { secret: _official, ...official } = stored.official
  const { secret: _sso, ...sso } = stored.sso
  const { secret: _wecom, ...wecom } = stored.wecom
  const { token: _token, key: _key, ...wecomApp } = stored.wecomApp
  const { secret: _directory, ...directory } = stored.directory
  return { map, sms, wechat, official, sso, wecom, wecomApp, directory, security: stored.security }
}

/** The settings with flags in place of secrets. */
export const withoutSecretValues = (stored: SystemSettings): Answer => {
  const { map, sms, wechat, official, sso, wecom, wecomApp, directory, security } = withoutSecrets(stored)
  return {
    map: { ...map, securitySet: hasValue(stored.map.security) },
    sms: { ...sms, secretSet: hasValue(stored.sms.secret) },
    wechat: { ...wechat, secretSet: hasValue(stored.wechat.secret) },
    official: { ...official, secretSet: hasValue(stored.official.secret) },
    robot: { addressSet: hasValue(stored.robot.address) },
    sso: { ...sso, secretSet: hasValue(stored.sso.secret) },
    wecom: { ...wecom, secretSet: hasValue(stored.wecom.secret) },
    wecomApp: {
      ...wecomApp,
      tokenSet: hasValue(stored.wecomApp.token),
      keySet: hasValue(stored.wecomApp.key),
    },
    directory: { ...directory, secretSet: hasValue(stored.directory.secret) },
    security,
  }
}

/** What the log names as changed. */
export const systemTarget = ({ firmId }: Pick<Context, 'firmId'>) => ({
  type: 'system',
  id: firmId,
  name: '系统配置',
  organizationId: null,
})
