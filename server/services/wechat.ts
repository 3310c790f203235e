import { ApiError } from '../context/apiError.ts'
import type { Services, WechatSettings } from '../context/services.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { isPlain } from '../../resources/kit/index.ts'

// 小程序码 (developers.weixin.qq.com/miniprogram/dev/OpenApiDoc): getStableAccessToken, getUnlimitedQRCode.

const patienceMs = 8_000
const minute = 60_000

type Token = { value: string; endsAt: number }

const sentenceOf = (said: Record<string, unknown>) =>
  `${String(said['errmsg'])}（${String(said['errcode'])}）`

/** The codes of a token that has ended before its time, as WeChat lists them. */
const isOfToken = (said: Record<string, unknown>) => [40001, 40014, 42001].includes(Number(said['errcode']))

/** What WeChat says instead of a picture, which begins with no brace. */
const said = (bytes: Buffer): Record<string, unknown> | null => {
  if (bytes[0] !== 0x7b) return null
  const value: unknown = JSON.parse(bytes.toString())
  return isPlain(value) ? value : {}
}

const postTo = (endpoint: string, log: Pick<Log, 'error'>) => async (path: string, body: object) => {
  try {
    const answer = await fetch(endpoint + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    return Buffer.from(await answer.arrayBuffer())
  } catch (error) {
    log.error({ err: error }, 'WeChat was not reached')
    throw new ApiError('5030', '连接不上微信服务器，请稍后重试')
  }
}

export const createWechat = (
  { wechatEndpoint }: Pick<Config, 'wechatEndpoint'>,
  log: Pick<Log, 'error'>,
): Services['wechat'] => {
  const tokens = new Map<string, Token>()
  const post = postTo(wechatEndpoint, log)

  /** WeChat gives the same one until shortly before its end, so that processes need not share it. */
  const tokenFor = async ({ appId, secret }: WechatSettings) => {
    const known = tokens.get(`${appId} ${secret}`)
    if (known && known.endsAt > Date.now()) return known.value
    const told =
      said(
        await post('/cgi-bin/stable_token', {
          grant_type: 'client_credential',
          appid: appId,
          secret,
        }),
      ) ?? {}
    const { access_token: value, expires_in: seconds } = told
    if (typeof value !== 'string') throw new ApiError('5030', `微信没有接受小程序设置：${sentenceOf(told)}`)
    tokens.set(`${appId} ${secret}`, { value, endsAt: Date.now() + Number(seconds) * 1_000 - 5 * minute })
    return value
  }

  const attempt = async (settings: WechatSettings, scene: string, width: number) => {
    const token = await tokenFor(settings)
    const bytes = await post(`/wxa/getwxacodeunlimit?access_token=${encodeURIComponent(token)}`, {
      scene,
      page: settings.page,
      check_path: false,
      width,
    })
    return { bytes, refusal: said(bytes) }
  }

  return {
    isOn: ({ appId, secret }) => appId !== '' && secret !== '',
    code: async (settings, scene, width) => {
      const first = await attempt(settings, scene, width)
      if (!first.refusal) return first.bytes
      tokens.delete(`${settings.appId} ${settings.secret}`)
      const { bytes, refusal } = isOfToken(first.refusal) ? await attempt(settings, scene, width) : first
      if (!refusal) return bytes
      throw new ApiError('5030', `微信没有生成小程序码：${sentenceOf(refusal)}`)
    },
  }
}
