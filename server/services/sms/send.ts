import { randomBytes } from 'node:crypto'

import type { SmsMessage, SmsSettings, SmsTemplate } from '../../context/services.ts'
import { signAliyun } from './aliyun.ts'
import { signTencent } from './tencent.ts'

/** What a provider said instead of taking the message: its own code and sentence. */
export class SmsError extends Error {
  override name = 'SmsError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Sends through one provider. Throws `SmsError` with what it said, or what `fetch` throws when it cannot be reached. */
type Send = (settings: SmsSettings, message: SmsMessage, endpoint: string) => Promise<void>

/** Less than a transaction may stand idle, in which a test message waits for its answer. */
const patienceMs = 8_000

const post = async (url: string, headers: Record<string, string>, body?: string): Promise<unknown> => {
  const init = { method: 'POST', headers, signal: AbortSignal.timeout(patienceMs), ...(body && { body }) }
  const answer = await fetch(url, init)
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new SmsError(String(answer.status), 'the answer is no JSON')
  }
}

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inside, name) => Reflect.get(Object(inside), name), value)

/** Both providers answer `OK` or a code of theirs and a sentence. */
const refuseUnlessOk = (said: unknown): void => {
  const code = at(said, 'Code')
  if (typeof code === 'string' && code.toUpperCase() === 'OK') return
  throw new SmsError(String(code ?? ''), String(at(said, 'Message') ?? ''))
}

/** The variable of each approved template, as the firm has to name it at Aliyun; Tencent numbers them. */
const variables = { code: 'code', initialPassword: 'password' } as const

const aliyun: Send = async (settings, { mobile, template, value }, endpoint) => {
  const { search, headers } = signAliyun({
    host: new URL(endpoint).host,
    action: 'SendSms',
    version: '2017-05-25',
    query: {
      PhoneNumbers: mobile,
      SignName: settings.sign,
      TemplateCode: settings.templates[template] ?? '',
      TemplateParam: JSON.stringify({ [variables[template]]: value }),
    },
    keyId: settings.keyId,
    secret: settings.secret,
    now: new Date(),
    nonce: randomBytes(16).toString('hex'),
  })
  refuseUnlessOk(await post(`${endpoint}/?${search}`, headers))
}

const tencent: Send = async (settings, { mobile, template, value }, endpoint) => {
  const body = JSON.stringify({
    PhoneNumberSet: [`+86${mobile}`],
    SmsSdkAppId: settings.appId,
    SignName: settings.sign,
    TemplateId: settings.templates[template] ?? '',
    TemplateParamSet: [value],
  })
  const headers = signTencent({
    host: new URL(endpoint).host,
    service: 'sms',
    action: 'SendSms',
    version: '2021-01-11',
    region: 'ap-guangzhou',
    body,
    keyId: settings.keyId,
    secret: settings.secret,
    now: new Date(),
  })
  const answer = await post(`${endpoint}/`, headers, body)
  refuseUnlessOk(at(answer, 'Response', 'Error') ?? at(answer, 'Response', 'SendStatusSet', 0))
}

type Provider = Exclude<SmsSettings['provider'], ''>

const providers: Record<Provider, { send: Send; endpoint: string }> = {
  aliyun: { send: aliyun, endpoint: 'https://dysmsapi.aliyuncs.com' },
  tencent: { send: tencent, endpoint: 'https://sms.tencentcloudapi.com' },
}

/** Whether everything is there that the provider asks for. */
export const isComplete = (
  settings: SmsSettings,
  template: SmsTemplate,
): settings is SmsSettings & { provider: Provider } =>
  settings.provider !== '' &&
  [settings.sign, settings.keyId, settings.secret, settings.templates[template]].every(Boolean) &&
  (settings.provider !== 'tencent' || settings.appId !== '')

/** `endpoint`: of a gateway that stands in front of the provider. */
export const sendSms = (
  settings: SmsSettings & { provider: Provider },
  message: SmsMessage,
  endpoint: string | undefined,
): Promise<void> => {
  const provider = providers[settings.provider]
  return provider.send(settings, message, endpoint ?? provider.endpoint)
}
