import { type Config, filesFolder } from '../process/config.ts'
import { createBucket } from './bucket.ts'
import { createCaptcha } from './captcha.ts'
import type { Services } from '../context/services.ts'
import { createSms } from './sms.ts'
import { createStorage } from './storage.ts'

export const createServices = (config: Config): Services => ({
  sms: createSms(config),
  captcha: createCaptcha(config),
  storage: config.bucket
    ? createBucket(config.bucket, filesFolder(config))
    : createStorage(filesFolder(config)),
})
