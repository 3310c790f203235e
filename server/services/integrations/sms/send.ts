import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import type { SmsMessage, SmsSettings, SmsTemplate } from '../../../context/services.ts'
import { askProvider, jsonOf, ProviderError, unreadableAnswer } from '../provider.ts'
import { signAliyun } from './aliyun.ts'
import { signTencent } from './tencent.ts'

/** The error for a provider's refusal, with its own message and code. */
const refusalError = (result: { Code: string; Message: string }) =>
  new ProviderError(`${result.Message}（${result.Code}）`)

/**
 * Sends through one provider. Throws `ProviderError` with the provider's refusal, or when it cannot be
 * reached or understood.
 */
type Send = (settings: SmsSettings, message: SmsMessage, endpoint: string) => Promise<void>

const shortText = z.string().min(1).max(500)
const aliyunAnswer = z.object({ Code: shortText, Message: shortText })
const tencentStatus = z.object({ Code: shortText, Message: z.string().max(500) })
const tencentAnswer = z.object({
  Response: z.union([
    z.object({ Error: aliyunAnswer }),
    z.object({ SendStatusSet: z.tuple([tencentStatus]) }),
  ]),
})

const isOk = ({ Code }: { Code: string }) => Code.toUpperCase() === 'OK'

/**
 * The variable of each approved template, which the firm must name like this at Aliyun; Tencent numbers the
 * variables.
 */
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
  const answer = await askProvider(`${endpoint}/?${search}`, { headers })
  const result = jsonOf(answer, aliyunAnswer)
  if (!isOk(result)) throw refusalError(result)
  // Aliyun refuses with 4xx; an "OK" from a gateway is no confirmation.
  if (answer.status !== 200) throw unreadableAnswer(answer)
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
  const answer = await askProvider(`${endpoint}/`, { headers, body })
  const { Response: result } = jsonOf(answer, tencentAnswer)
  if ('Error' in result) throw refusalError(result.Error)
  const [status] = result.SendStatusSet
  if (!isOk(status)) throw refusalError(status)
  if (answer.status !== 200) throw unreadableAnswer(answer)
}

type Provider = Exclude<SmsSettings['provider'], ''>

const providers: Record<Provider, { send: Send; endpoint: string }> = {
  aliyun: { send: aliyun, endpoint: 'https://dysmsapi.aliyuncs.com' },
  tencent: { send: tencent, endpoint: 'https://sms.tencentcloudapi.com' },
}

/** Whether all settings that the provider requires are present. */
export const isComplete = (
  settings: SmsSettings,
  template: SmsTemplate,
): settings is SmsSettings & { provider: Provider } =>
  settings.provider !== '' &&
  [settings.sign, settings.keyId, settings.secret, settings.templates[template]].every(Boolean) &&
  (settings.provider !== 'tencent' || settings.appId !== '')

/** `endpoint`: the address of a gateway in front of the provider. */
export const sendSms = (
  settings: SmsSettings & { provider: Provider },
  message: SmsMessage,
  endpoint: string | undefined,
): Promise<void> => {
  const provider = providers[settings.provider]
  return provider.send(settings, message, endpoint ?? provider.endpoint)
}
