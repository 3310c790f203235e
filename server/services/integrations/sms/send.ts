import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import type { SmsMessage, SmsSettings, SmsTemplate } from '../../../context/services.ts'
import { askProvider, jsonOf, ProviderError, unreadable } from '../provider.ts'
import { signAliyun } from './aliyun.ts'
import { signTencent } from './tencent.ts'

/** What a provider said instead of taking the message: its own sentence and code. */
const refusalOf = (said: { Code: string; Message: string }) =>
  new ProviderError(`${said.Message}（${said.Code}）`)

/** Sends through one provider. Throws `ProviderError` with what it said, or that it cannot be reached or understood. */
type Send = (settings: SmsSettings, message: SmsMessage, endpoint: string) => Promise<void>

const short = z.string().min(1).max(500)
const aliyunAnswer = z.object({ Code: short, Message: short })
const tencentStatus = z.object({ Code: short, Message: z.string().max(500) })
const tencentAnswer = z.object({
  Response: z.union([
    z.object({ Error: aliyunAnswer }),
    z.object({ SendStatusSet: z.tuple([tencentStatus]) }),
  ]),
})

const isOk = ({ Code }: { Code: string }) => Code.toUpperCase() === 'OK'

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
  const answer = await askProvider(`${endpoint}/?${search}`, { headers })
  const said = jsonOf(answer, aliyunAnswer)
  if (!isOk(said)) throw refusalOf(said)
  // It refuses by 4xx; a gateway's own word is no receipt.
  if (answer.status !== 200) throw unreadable(answer)
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
  const { Response: said } = jsonOf(answer, tencentAnswer)
  if ('Error' in said) throw refusalOf(said.Error)
  const [status] = said.SendStatusSet
  if (!isOk(status)) throw refusalOf(status)
  if (answer.status !== 200) throw unreadable(answer)
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
