import { ApiError } from '../../context/apiError.ts'
import type { Services, WechatSettings } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { askProvider, jsonOf, imageFromAnswer, ProviderError } from './provider.ts'
import { createWechatTokens, isTokenError, type Post, refusalAnswer, sentenceOf } from './wechatTokens.ts'

// 小程序码 (developers.weixin.qq.com/miniprogram/dev/OpenApiDoc): getUnlimitedQRCode.

const postTo =
  (endpoint: string, log: Pick<Log, 'error'>): Post =>
  async (path, body, understand) => {
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
  const post = postTo(wechatEndpoint, log)
  const { tokenFor, forget } = createWechatTokens({
    post,
    refused: refusal => new ApiError('5030', `微信没有接受小程序设置：${sentenceOf(refusal)}`),
  })

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
      forget(settings)
      const second = isTokenError(first) ? await attempt(settings, scene, width) : first
      if ('bytes' in second) return second
      throw new ApiError('5030', `微信没有生成小程序码：${sentenceOf(second)}`)
    },
  }
}
