import type { Services } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { createOpenId } from './openId.ts'

/** The identity providers of the firms. */
export const createSignOn = (
  config: Pick<ServerConfig, 'isProduction'>,
  log: Pick<Log, 'error'>,
): Services['signOn'] => createOpenId(config, log)
