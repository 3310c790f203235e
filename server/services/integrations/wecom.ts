import { z } from 'zod'

import type { WecomSettings } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { askProvider, jsonOf, ProviderError } from './provider.ts'
import { mobileFrom, notConfirmed, type SignOnProvider, unavailableProvider } from './signOnProvider.ts'

// 企业微信登录 (developer.work.weixin.qq.com/document): a page with a code to scan, or within its app a page that asks
// for the personal data; then gettoken, auth/getuserinfo, and auth/getuserdetail or user/get for the mobile.

const timeoutMs = 5_000
const minuteMs = 60_000

const text = z.string().max(600)
export const answerWith = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ errcode: z.int().default(0), errmsg: z.string().max(500).default(''), ...shape })

const tokenAnswer = answerWith({ access_token: text.default(''), expires_in: z.int().default(0) })
/** Of somebody who is no member there is no `userid`. */
const memberAnswer = answerWith({ userid: text.optional(), user_ticket: text.optional() })
const detailAnswer = answerWith({ userid: text.optional(), mobile: text.optional() })

/** Codes for a token that has become invalid before its end. */
const isTokenError = ({ errcode }: { errcode: number }) => [40001, 40014, 42001].includes(errcode)

type Refusal = { errcode: number; errmsg: string }

/**
 * Whether 企业微信 would answer later: -1 is 系统繁忙, 45009 and 45033 are limits of calls
 * (developer.work.weixin.qq.com/document/path/90313).
 */
export const isBusy = ({ errcode }: Refusal) => [-1, 45009, 45033].includes(errcode)

export const wecomRefusal = ({ errcode, errmsg }: Refusal) => new ProviderError(`${errmsg}（${errcode}）`)

export type Endpoints = Pick<ServerConfig, 'wecom'>

/** Asks the interface of 企业微信 as an application of the corporation; `limits` are those of an answer's JSON. */
export const createWecomInterface = ({ wecom: { endpoint } }: Endpoints, limits?: { entries: number }) => {
  const tokens = new Map<string, { value: string; endsAt: number }>()
  const keyOf = ({ corpId, secret }: WecomSettings) => `${corpId} ${secret}`

  const ask = async <S extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    shape: S,
    body?: object,
  ) => {
    const address = `${endpoint}/cgi-bin/${path}?${new URLSearchParams(query).toString()}`
    const init: Parameters<typeof askProvider>[1] = body
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers: {}, method: 'GET' }
    return jsonOf(await askProvider(address, init, timeoutMs), shape, limits)
  }

  /** 企业微信 answers the same token until shortly before its end, so processes need not share it. */
  const tokenFor = async (settings: WecomSettings) => {
    const key = keyOf(settings)
    const known = tokens.get(key)
    if (known && known.endsAt > Date.now()) return known.value
    const { corpId: corpid, secret: corpsecret } = settings
    const answer = await ask('gettoken', { corpid, corpsecret }, tokenAnswer)
    if (answer.errcode !== 0 || answer.access_token === '') throw wecomRefusal(answer)
    const { access_token: value, expires_in: seconds } = answer
    tokens.set(key, { value, endsAt: Date.now() + seconds * 1_000 - 5 * minuteMs })
    return value
  }

  /** Asks with a token, and once more with a new one where it is not valid any more. */
  const askWithToken = async <S extends z.ZodType<Refusal>>(
    settings: WecomSettings,
    path: string,
    query: Record<string, string>,
    shape: S,
    body?: object,
  ): Promise<z.output<S>> => {
    const attempt = async () => ask(path, { access_token: await tokenFor(settings), ...query }, shape, body)
    const first = await attempt()
    if (!isTokenError(first)) return first
    tokens.delete(keyOf(settings))
    return attempt()
  }

  /** Asks for a token; throws the reason why 企业微信 gives none. */
  const check = async (settings: WecomSettings) => {
    tokens.delete(keyOf(settings))
    await tokenFor(settings)
  }
  return { ask: askWithToken, check }
}

/** The address that leads to 企业微信, within its app or by a QR code. */
const addressOf =
  ({ wecom: { loginUrl, authorizeUrl } }: Endpoints): SignOnProvider<WecomSettings>['address'] =>
  async ({ corpId, agentId }, { page, state, isInApp }) => {
    const address = new URL(isInApp ? authorizeUrl : loginUrl)
    const common = { appid: corpId, agentid: agentId, redirect_uri: page, state }
    address.search = new URLSearchParams(
      isInApp
        ? { ...common, response_type: 'code', scope: 'snsapi_privateinfo' }
        : { login_type: 'CorpApp', ...common },
    ).toString()
    if (isInApp) address.hash = 'wechat_redirect'
    return address.href
  }

export const createWecom = (endpoints: Endpoints, log: Pick<Log, 'error'>): SignOnProvider<WecomSettings> => {
  const { ask, check } = createWecomInterface(endpoints)

  /** What 企业微信 answers; a failure to answer is told to the person in general words, and logged. */
  const reach = async <T extends Refusal>(question: Promise<T>): Promise<T> => {
    try {
      const answer = await question
      if (isBusy(answer)) throw wecomRefusal(answer)
      return answer
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.error({ err: error }, 'no usable answer from WeCom')
      throw unavailableProvider()
    }
  }

  /** The mobile, where the app may know it: agreed to by the person, or from the directory. */
  const mobileOf = async (settings: WecomSettings, userid: string, ticket: string | undefined) => {
    const detail = await reach(
      ticket
        ? ask(settings, 'auth/getuserdetail', {}, detailAnswer, { user_ticket: ticket })
        : ask(settings, 'user/get', { userid }, detailAnswer),
    )
    if (detail.errcode !== 0) {
      log.error({ err: wecomRefusal(detail) }, 'WeCom has not told the mobile of a member')
      return null
    }
    // A detail of another person would be a fault of the provider. 企业微信 does not distinguish case in ids.
    if (detail.userid !== undefined && detail.userid.toLowerCase() !== userid.toLowerCase()) return null
    return mobileFrom(detail.mobile ?? '')
  }

  return {
    check,
    address: addressOf(endpoints),
    identity: async (settings, { code }) => {
      const member = await reach(ask(settings, 'auth/getuserinfo', { code }, memberAnswer))
      if (member.errcode !== 0) {
        const error = notConfirmed(wecomRefusal(member))
        log.error({ err: error }, 'WeCom has not confirmed a sign-in')
        throw error
      }
      const { userid, user_ticket: ticket } = member
      if (!userid) return null
      const mobile = await mobileOf(settings, userid, ticket)
      if (mobile !== null) return { by: 'mobile', value: mobile }
      return settings.matchesAccount ? { by: 'account', value: userid.toLowerCase() } : null
    },
  }
}
