import { z } from 'zod'

import { ApiError } from '../../context/apiError.ts'
import type { Services, WechatSettings } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { askProvider, jsonOf, imageFromAnswer, type ProviderAnswer, ProviderError } from './provider.ts'

// 小程序码 (developers.weixin.qq.com/miniprogram/dev/OpenApiDoc): getStableAccessToken, getUnlimitedQRCode.

const minute = 60_000

type Token = { value: string; endsAt: number }

/** `errcode` 0 is no refusal. */
const refused = z.object({ errcode: z.int().refine(code => code !== 0), errmsg: z.string().max(500) })
type Refused = z.output<typeof refused>
const tokenAnswer = z.union([
  z.object({ access_token: z.string().min(1).max(2_000), expires_in: z.int().min(1).max(86_400) }),
  refused,
])

const sentenceOf = ({ errcode, errmsg }: Refused) => `${errmsg}（${errcode}）`

/** The codes of a token that has ended before its time, as WeChat lists them. */
const isOfToken = ({ errcode }: Refused) => [40001, 40014, 42001].includes(errcode)

const postTo =
  (endpoint: string, log: Pick<Log, 'error'>) =>
  async <T>(path: string, body: object, understand: (answer: ProviderAnswer) => T): Promise<T> => {
    try {
      const headers = { 'content-type': 'application/json' }
      return understand(await askProvider(endpoint + path, { headers, body: JSON.stringify(body) }))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.error({ err: error }, 'WeChat was not reached or not understood')
      throw new ApiError('5030', `微信服务器暂不可用，请稍后重试：${error.reason}`)
    }
  }

export const createWechat = (
  { wechatEndpoint }: Pick<ServerConfig, 'wechatEndpoint'>,
  log: Pick<Log, 'error'>,
): Services['wechat'] => {
  const tokens = new Map<string, Token>()
  const post = postTo(wechatEndpoint, log)

  /** WeChat gives the same one until shortly before its end, so that processes need not share it. */
  const tokenFor = async ({ appId, secret }: WechatSettings) => {
    const known = tokens.get(`${appId} ${secret}`)
    if (known && known.endsAt > Date.now()) return known.value
    const wanted = { grant_type: 'client_credential', appid: appId, secret }
    const told = await post('/cgi-bin/stable_token', wanted, answer => jsonOf(answer, tokenAnswer))
    if ('errcode' in told) throw new ApiError('5030', `微信没有接受小程序设置：${sentenceOf(told)}`)
    const { access_token: value, expires_in: seconds } = told
    tokens.set(`${appId} ${secret}`, { value, endsAt: Date.now() + seconds * 1_000 - 5 * minute })
    return value
  }

  const attempt = async (settings: WechatSettings, scene: string, width: number) => {
    const path = `/wxa/getwxacodeunlimit?access_token=${encodeURIComponent(await tokenFor(settings))}`
    const wanted = { scene, page: settings.page, check_path: false, width }
    return post(path, wanted, answer => imageFromAnswer(answer) ?? jsonOf(answer, refused))
  }

  return {
    isOn: ({ appId, secret }) => appId !== '' && secret !== '',
    refusalOf: async settings => {
      try {
        await tokenFor(settings)
        return null
      } catch (error) {
        if (error instanceof ApiError) return error.message
        throw error
      }
    },
    code: async (settings, scene, width) => {
      const first = await attempt(settings, scene, width)
      if ('bytes' in first) return first
      tokens.delete(`${settings.appId} ${settings.secret}`)
      const second = isOfToken(first) ? await attempt(settings, scene, width) : first
      if ('bytes' in second) return second
      throw new ApiError('5030', `微信没有生成小程序码：${sentenceOf(second)}`)
    },
  }
}
