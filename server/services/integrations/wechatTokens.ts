import { z } from 'zod'

import type { AppSettings } from '../../context/services.ts'
import { jsonOf, type ProviderAnswer } from './provider.ts'

// Access tokens of WeChat's applications (developers.weixin.qq.com, getStableAccessToken), for mini-programs and 公众号 alike.

const minuteMs = 60_000

/** `errcode` 0 means success. */
export const refusalAnswer = z.object({
  errcode: z.int().refine(code => code !== 0),
  errmsg: z.string().max(500),
})
export type WechatRefusal = z.output<typeof refusalAnswer>
const tokenAnswer = z.union([
  z.object({ access_token: z.string().min(1).max(2_000), expires_in: z.int().min(1).max(86_400) }),
  refusalAnswer,
])

export const sentenceOf = ({ errcode, errmsg }: WechatRefusal) => `${errmsg}（${errcode}）`

/** WeChat's codes for a token that has become invalid before its end. */
export const isTokenError = ({ errcode }: WechatRefusal) => [40001, 40014, 42001].includes(errcode)

/** Posts JSON to WeChat and reads its answer. */
export type Post = <T>(path: string, body: object, understand: (answer: ProviderAnswer) => T) => Promise<T>

type Options = { post: Post; refused: (refusal: WechatRefusal) => Error }

export const createWechatTokens = ({ post, refused }: Options) => {
  const tokens = new Map<string, { value: string; endsAt: number }>()
  const keyOf = ({ appId, secret }: AppSettings) => `${appId} ${secret}`
  return {
    /** WeChat returns the same token until shortly before its end, so processes need not share it. */
    tokenFor: async (settings: AppSettings) => {
      const known = tokens.get(keyOf(settings))
      if (known && known.endsAt > Date.now()) return known.value
      const request = {
        grant_type: 'client_credential',
        appid: settings.appId,
        secret: settings.secret,
      }
      const answer = await post('/cgi-bin/stable_token', request, it => jsonOf(it, tokenAnswer))
      if ('errcode' in answer) throw refused(answer)
      const { access_token: value, expires_in: seconds } = answer
      tokens.set(keyOf(settings), { value, endsAt: Date.now() + seconds * 1_000 - 5 * minuteMs })
      return value
    },
    forget: (settings: AppSettings) => void tokens.delete(keyOf(settings)),
  }
}
