import type { ServerConfig } from '../../../process/config.ts'
import { ApiError } from '../../../context/apiError.ts'
import type { Services } from '../../../context/services.ts'
import { outboxWriter } from '../outbox.ts'
import { isComplete, sendSms } from './send.ts'

/**
 * Sends text messages to a file that tests and demos read, not at all, or to the provider that the firm named
 * in 系统配置.
 */
export const createSms = ({
  smsProvider,
  smsEndpoint,
  dataDir,
}: Pick<ServerConfig, 'smsProvider' | 'smsEndpoint' | 'dataDir'>): Services['sms'] => {
  const notConfigured = new ApiError('5030', '短信服务未开通')
  if (smsProvider === 'none')
    return {
      source: 'none',
      isOn: () => false,
      deliver: () => Promise.reject(notConfigured),
    }
  if (smsProvider === 'file') {
    const write = outboxWriter(dataDir, 'sms')
    return {
      source: 'file',
      isOn: () => true,
      deliver: (_, { mobile, text, value }) => write({ mobile, text, code: value }),
    }
  }
  return {
    source: 'config',
    isOn: isComplete,
    deliver: async (settings, message) => {
      if (!isComplete(settings, message.template)) throw notConfigured
      await sendSms(settings, message, smsEndpoint)
    },
  }
}
