import { z } from 'zod'

import { ApiError } from '../../context/apiError.ts'
import type { Services, WechatSettings } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { askProvider, jsonOf, imageFromAnswer, type ProviderAnswer, ProviderError } from './provider.ts'

// 小程序码 (developers.weixin.qq.com/miniprogram/dev/OpenApiDoc): getStableAccessToken, getUnlimitedQRCode.

const minuteMs = 60_000

type Token = { value: string; endsAt: number }

/** `errcode` 0 means success. */
const refusalAnswer = z.object({ errcode: z.int().refine(code => code !== 0), errmsg: z.string().max(500) })
type WechatRefusal = z.output<typeof refusalAnswer>
const tokenAnswer = z.union([
  z.object({ access_token: z.string().min(1).max(2_000), expires_in: z.int().min(1).max(86_400) }),
  refusalAnswer,
])

const sentenceOf = ({ errcode, errmsg }: WechatRefusal) => `${errmsg}（${errcode}）`

/** WeChat's codes for a token that has become invalid before its end. */
const isTokenError = ({ errcode }: WechatRefusal) => [40001, 40014, 42001].includes(errcode)

const postTo =
  (endpoint: string, log: Pick<Log, 'error'>) =>
  async <T>(path: string, body: object, understand: (answer: ProviderAnswer) => T): Promise<T> => {
    try {
      const headers = { 'content-type': 'application/json' }
      return understand(await askProvider(endpoint + path, { headers, body: JSON.stringify(body) }))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.error({ err: error }, 'no usable answer from WeChat')
      throw new ApiError('5030', `微信服务器暂不可用，请稍后重试：${error.reason}`)
    }
  }

export const createWechat = (
  { wechatEndpoint }: Pick<ServerConfig, 'wechatEndpoint'>,
  log: Pick<Log, 'error'>,
): Services['wechat'] => {
  const tokens = new Map<string, Token>()
  const post = postTo(wechatEndpoint, log)

  /** WeChat returns the same token until shortly before its end, so processes need not share it. */
  const tokenFor = async ({ appId, secret }: WechatSettings) => {
    const cachedToken = tokens.get(`${appId} ${secret}`)
    if (cachedToken && cachedToken.endsAt > Date.now()) return cachedToken.value
    const tokenRequest = { grant_type: 'client_credential', appid: appId, secret }
    const tokenResult = await post('/cgi-bin/stable_token', tokenRequest, answer =>
      jsonOf(answer, tokenAnswer),
    )
    if ('errcode' in tokenResult)
      throw new ApiError('5030', `微信没有接受小程序设置：${sentenceOf(tokenResult)}`)
    const { access_token: value, expires_in: seconds } = tokenResult
    tokens.set(`${appId} ${secret}`, { value, endsAt: Date.now() + seconds * 1_000 - 5 * minuteMs })
    return value
  }

  const attempt = async (settings: WechatSettings, scene: string, width: number) => {
    const path = `/wxa/getwxacodeunlimit?access_token=${encodeURIComponent(await tokenFor(settings))}`
    const tokenRequest = { scene, page: settings.page, check_path: false, width }
    return post(path, tokenRequest, answer => imageFromAnswer(answer) ?? jsonOf(answer, refusalAnswer))
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
      const second = isTokenError(first) ? await attempt(settings, scene, width) : first
      if ('bytes' in second) return second
      throw new ApiError('5030', `微信没有生成小程序码：${sentenceOf(second)}`)
    },
  }
}
