import { ApiError } from '../../context/apiError.ts'
import type { Services } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import { WordedError } from '../webhooks/failureReason.ts'
import { createWebhookSender } from './webhooks.ts'

/** The services that connect to other systems. Each has a silent counterpart here, for a demo that sends nothing. */
export type OutsideServices = Pick<
  Services,
  | 'sms'
  | 'mirrors'
  | 'wecomApp'
  | 'directory'
  | 'webhooks'
  | 'logTargets'
  | 'wechat'
  | 'official'
  | 'signOn'
  | 'translation'
>

const sentence = '演示中不向外发送'

/** What people read who test a connection, ask for a code or open a sign-in elsewhere. */
const refuse = () => Promise.reject(new ApiError('5030', sentence))

type Config = Pick<ServerConfig, 'isPrivateWebhookAllowed' | 'publicUrl' | 'basePath'>

/** They open no connection, and whoever asks them to send is refused with a sentence that says so. */
export const silentServices = (config: Config): OutsideServices => ({
  sms: { source: 'none', isOn: () => false, deliver: refuse },
  mirrors: {
    isMailOn: false,
    mail: refuse,
    checkMail: refuse,
    robot: refuse,
    origin: config.publicUrl?.replace(/\/$/, ''),
    basePath: config.basePath,
  },
  wecomApp: { member: refuse, send: refuse },
  directory: { read: refuse, check: refuse },
  webhooks: {
    // Addresses are checked as elsewhere, which asks nobody.
    refusalOf: url => createWebhookSender(config).refusalOf(url),
    // The list of deliveries shows the message as the reason.
    post: () => Promise.reject(new WordedError(sentence)),
  },
  logTargets: {},
  wechat: { isOn: () => false, refusalOf: () => Promise.resolve(sentence), code: refuse },
  official: { published: refuse, articles: refuse, picture: refuse },
  signOn: { address: refuse, identity: refuse, check: refuse },
  translation: { isOn: false, translate: refuse },
})
