import { z } from 'zod'

import { flag, postCall } from '../kit/index.ts'
import { opaqueToken, remember, secret } from './credentials.ts'

// Single sign-on (单点登录): signing in through an identity provider of the firm. The provider leads the browser back to
// the sign-in page, which hands the provider's code to the server; no token is ever part of an address.

/** `openId`: an OpenID Connect provider of the firm's own; `wecom`: 企业微信. */
export const signOnWays = ['openId', 'wecom'] as const
export type SignOnWay = (typeof signOnWays)[number]

const options = { isAddition: true, isOpenWhenDiskIsLow: true } as const

/** What both calls name, so that the second one answers the first one only. */
const attempt = {
  way: z.enum(signOnWays),
  userType: z.literal([1, 2]),
  /** The address of the sign-in page without query and fragment, to which the provider leads back. */
  page: z.string().max(500),
}

export const signOnCalls = <S extends z.ZodType>(signInAnswer: S) => ({
  /** Begins to sign in; the browser keeps `browser` and opens `url`. */
  startSignOn: postCall(
    '/auth/sso/start',
    'public',
    () =>
      z.strictObject({
        ...attempt,
        /** 1 within the app of 企业微信, which knows its user; elsewhere its page shows a code to scan. */
        inApp: flag.default(0),
      }),
    () =>
      z.object({
        url: secret(z.string()),
        state: secret(z.string()),
        browser: secret(z.string()),
        expireIn: z.int(),
      }),
    options,
  ),
  /** Completes signing in with what the provider added to the address of the page. */
  loginBySignOn: postCall(
    '/auth/sso/login',
    'public',
    () =>
      z.strictObject({
        ...attempt,
        state: opaqueToken,
        browser: opaqueToken,
        code: z.string().min(1).max(4000),
        /** The issuer, which some providers add (RFC 9207). */
        iss: z.string().max(500).optional(),
        remember,
      }),
    () => signInAnswer,
    options,
  ),
})
