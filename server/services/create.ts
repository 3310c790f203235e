import { join } from 'node:path'

import type { Config } from '../config.ts'
import { createCaptcha } from './captcha.ts'
import type { Services } from './services.ts'
import { createSms } from './sms.ts'
import { createStorage } from './storage.ts'

/** Where the embedded store keeps its files. */
export const filesFolder = ({ dataDir }: Config) => join(dataDir, 'files')

export const createServices = (config: Config): Services => ({
  sms: createSms(config),
  captcha: createCaptcha(config),
  storage: createStorage(filesFolder(config)),
})
