import type { Services } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { createOpenId } from './openId.ts'
import { createWecom } from './wecom.ts'

/** The identity providers of the firms. */
export const createSignOn = (
  config: Pick<ServerConfig, 'isProduction' | 'isPrivateSignOnAllowed' | 'wecom'>,
  log: Pick<Log, 'error'>,
): Services['signOn'] => {
  const openId = createOpenId(config, log)
  const wecom = createWecom(config, log)
  return {
    address: (settings, start) =>
      settings.way === 'openId' ? openId.address(settings, start) : wecom.address(settings, start),
    identity: (settings, answer) =>
      settings.way === 'openId' ? openId.identity(settings, answer) : wecom.identity(settings, answer),
    check: settings => (settings.way === 'openId' ? openId.check(settings) : wecom.check(settings)),
  }
}
