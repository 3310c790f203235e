import type { TestApp } from './app.ts'
import { clientId, clientSecret, visitProvider } from './openIdProvider.ts'
import { agentId, corpId, corpSecret } from './wecom.ts'

export const signInPage = 'http://localhost/web/login'

type Parts = { sso?: object; wecom?: object }

const configure = async (app: TestApp, parts: Parts) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config', {})
  await system.call('system.updateConfig', { ...parts, version })
}

/** Switches single sign-on through this provider on, as the operator does. */
export const offerOpenId = (app: TestApp, issuer: string, further: object = {}) =>
  configure(app, {
    sso: {
      admins: 1,
      lawyers: 1,
      name: '统一身份认证',
      issuer,
      clientId,
      secret: clientSecret,
      match: 'mobile',
      claim: '',
      ...further,
    },
  })

/** Switches 企业微信登录 on, as the operator does. */
export const offerWecom = (app: TestApp, further: object = {}) =>
  configure(app, {
    wecom: { admins: 1, lawyers: 1, corpId, agentId, secret: corpSecret, byAccount: 0, ...further },
  })

type Begun = { url: string; state: string; browser: string }
type Options = { way?: 'openId' | 'wecom'; userType?: 1 | 2; page?: string; headers?: Record<string, string> }

/** The first call of a browser. */
export const beginSignOnAt = async (
  app: TestApp,
  { way = 'openId', userType = 2, page = signInPage, headers }: Options = {},
) => {
  const attempt = { way, userType, page }
  const begun: Begun = await app.call('session.startSignOn', { ...attempt, inApp: 0 }, headers)
  return { ...begun, attempt }
}

type Attempt = Awaited<ReturnType<typeof beginSignOnAt>>

/** What the browser sends after the provider has led it back. */
export const signOnProof = (
  { attempt, browser }: Pick<Attempt, 'attempt' | 'browser'>,
  answer: URLSearchParams,
) => ({
  ...attempt,
  state: answer.get('state') ?? '',
  browser,
  code: answer.get('code') ?? '',
  iss: answer.get('iss') ?? '',
})

/** Signs in at the provider as this account, up to the last call. */
export const prepareSignOn = async (app: TestApp, account: string, options: Options = {}) => {
  const begun = await beginSignOnAt(app, options)
  return signOnProof(begun, await visitProvider(begun.url, { account }))
}
