import { type Config, filesFolder } from '../process/config.ts'
import { createBucket } from './bucket.ts'
import { createCaptcha } from './captcha.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../context/services.ts'
import { createSms } from './sms/createSms.ts'
import { createWechat } from './wechat.ts'
import { createStorage } from './storage.ts'

export const createServices = (config: Config, log: Log): Services => ({
  sms: createSms(config, log),
  wechat: createWechat(config, log),
  captcha: createCaptcha(config),
  storage: config.bucket
    ? createBucket(config.bucket, filesFolder(config))
    : createStorage(filesFolder(config)),
})
