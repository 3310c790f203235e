import type { Config } from '../../../process/config.ts'
import type { Log } from '../../../process/log.ts'
import { ApiError } from '../../../context/apiError.ts'
import type { Services } from '../../../context/services.ts'
import { outbox } from '../outbox.ts'
import { isComplete, sendSms } from './send.ts'

/** A file to read from in tests and demos, nothing, or the provider that the firm named in 系统配置. */
export const createSms = (
  { smsProvider, smsEndpoint, dataDir }: Pick<Config, 'smsProvider' | 'smsEndpoint' | 'dataDir'>,
  log: Pick<Log, 'error'>,
): Services['sms'] => {
  const notOn = new ApiError('5030', '短信服务未开通')
  if (smsProvider === 'none')
    return {
      source: 'none',
      isOn: () => false,
      send: () => Promise.reject(notOn),
      deliver: () => Promise.reject(notOn),
    }
  if (smsProvider === 'file') {
    const write = outbox(dataDir, 'sms')
    const send: Services['sms']['send'] = (_, { mobile, text, value }) => write({ mobile, text, code: value })
    return { source: 'file', isOn: () => true, send, deliver: send }
  }
  return {
    source: 'config',
    isOn: isComplete,
    send: async (settings, message) => {
      if (!isComplete(settings, message.template)) throw notOn
      // Not waited for, and told to the log alone: an answer that takes its time says that the number is known.
      sendSms(settings, message, smsEndpoint).catch((error: unknown) =>
        log.error({ err: error, provider: settings.provider }, 'a text message was not taken'),
      )
    },
    deliver: async (settings, message) => {
      if (!isComplete(settings, message.template)) throw notOn
      await sendSms(settings, message, smsEndpoint)
    },
  }
}
