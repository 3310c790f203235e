import { type ServerConfig, filesFolder, logArchiveFolder } from '../process/config.ts'
import { writeLogArchive } from './audit/logArchive.ts'
import { createBucket } from './files/bucket.ts'
import { createCaptcha } from './identity/captcha.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../context/services.ts'
import { type OutsideServices, silentServices } from './integrations/silentServices.ts'
import { createSms } from './integrations/sms/createSms.ts'
import { createLogTargets } from './integrations/logTargets.ts'
import { createMirrors } from './integrations/mirrors.ts'
import { createSignOn } from './integrations/signOn.ts'
import { createTranslation } from './integrations/translation.ts'
import { createWecomApp } from './integrations/wecomApp.ts'
import { createDirectory } from './integrations/directories/directory.ts'
import { createWebhookSender } from './integrations/webhooks.ts'
import { createOfficialAccount } from './integrations/officialAccount.ts'
import { createWechat } from './integrations/wechat.ts'
import { installationFacts } from './operation/installation.ts'
import { lastBackupReader } from './operation/lastBackup.ts'
import { createStorage } from './files/storage.ts'
import { createVisitQueue } from './visits/visitQueue.ts'

const installationOf = (config: ServerConfig): Services['installation'] => {
  const lastBackup = lastBackupReader(config)
  return {
    isDemoReset: config.isDemoReset,
    facts: () => installationFacts(config, lastBackup),
    logMonths: config.logMonths,
    messageMonths: config.messageMonths,
    revisionMonths: config.revisionMonths,
    archiveLog: (firmId, name, lines) => writeLogArchive(logArchiveFolder(config), firmId, name, lines),
  }
}

const outsideServices = (config: ServerConfig, log: Log): OutsideServices => ({
  sms: createSms(config),
  mirrors: createMirrors(config),
  wecomApp: createWecomApp(config),
  directory: createDirectory(config),
  webhooks: createWebhookSender(config),
  logTargets: createLogTargets(config),
  wechat: createWechat(config, log),
  official: createOfficialAccount(config),
  signOn: createSignOn(config, log),
  translation: createTranslation(config, log),
})

/** A demo that is reset each hour gets services that send nothing; its configuration names no bucket. */
export const createServices = (config: ServerConfig, log: Log): Services => ({
  ...(config.isDemoReset ? silentServices(config) : outsideServices(config, log)),
  installation: installationOf(config),
  visits: createVisitQueue(),
  captcha: createCaptcha(config),
  storage: config.bucket
    ? createBucket(config.bucket, filesFolder(config))
    : createStorage(filesFolder(config)),
})
