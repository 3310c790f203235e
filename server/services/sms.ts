import type { Config } from '../process/config.ts'
import { ApiError } from '../context/apiError.ts'
import { outbox } from './outbox.ts'
import type { Services } from '../context/services.ts'

/** A file to read from in tests and demos, or nothing: a real provider's adapter stands here beside them. */
export const createSms = ({
  smsProvider,
  dataDir,
}: Pick<Config, 'smsProvider' | 'dataDir'>): Services['sms'] => {
  if (smsProvider === 'none') return { isOn: false, send: () => Promise.reject(new ApiError('5030')) }
  const write = outbox(dataDir, 'sms')
  return { isOn: true, send: (mobile, text, code) => write({ mobile, text, code }) }
}
