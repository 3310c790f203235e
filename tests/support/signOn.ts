import type { TestApp } from './app.ts'
import { clientId, clientSecret, visitProvider } from './openIdProvider.ts'

export const signInPage = 'http://localhost/web/login'

/** Switches single sign-on through this provider on, as the operator does. */
export const offerOpenId = async (app: TestApp, issuer: string, further: object = {}) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config', {})
  await system.call('system.updateConfig', {
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
    version,
  })
}

type Begun = { url: string; state: string; browser: string }
type Options = { userType?: 1 | 2; page?: string; headers?: Record<string, string> }

/** The first call of a browser. */
export const beginSignOnAt = async (
  app: TestApp,
  { userType = 2, page = signInPage, headers }: Options = {},
) => {
  const attempt = { way: 'openId' as const, userType, page }
  const begun: Begun = await app.call('session.startSignOn', attempt, headers)
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
