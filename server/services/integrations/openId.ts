import type { IncomingHttpHeaders } from 'node:http'

import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client'

import type { OpenIdSettings, SignOnAnswer, SignOnIdentity } from '../../context/services.ts'
import type { ServerConfig } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { requestOutside } from './outsideRequest.ts'
import { ProviderError, readBody } from './provider.ts'
import { mobileFrom, notConfirmed, type SignOnProvider, unavailableProvider } from './signOnProvider.ts'

// OpenID Connect: the authorization code flow with PKCE (S256), by a certified library. The library checks issuer,
// audience, times, nonce and, switched on here, also the signature of the ID token.

/** Loaded when it is used, because most installations have no provider. */
const openIdClient = () => import('openid-client')

const timeoutSeconds = 5
const hourMs = 3_600_000
const mostConfigurations = 200

/** Nobody has answered, or not from an allowed address. */
class ConnectionFailed extends Error {
  override name = 'ConnectionFailed'
}

const headerTexts = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map(text => [name, text]),
  )

/** Requests whose addresses are checked and whose answers have a limited size. */
const limitedFetch =
  (isPrivateAllowed: boolean): CustomFetch =>
  async (url, { body, headers, method, signal }) => {
    // The library sends forms only, and their type allows more.
    const form = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
    const limit = signal ?? AbortSignal.timeout(timeoutSeconds * 1_000)
    const options = { method, headers, body: form, signal: limit, isPrivateAllowed }
    try {
      return await requestOutside(new URL(url), options, async response => {
        const status = response.statusCode ?? 0
        const bytes = await readBody(response, { status, type: response.headers['content-type'] ?? '' })
        return new Response(bytes.length > 0 ? bytes : null, {
          status,
          headers: headerTexts(response.headers),
        })
      })
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ConnectionFailed('no answer of the identity provider', { cause: error })
    }
  }

type Claims = Partial<IDToken & UserInfoResponse>

/** The claims by which the provider says that the person owns the value; some write the truth as a text. */
const proofNames = { phone_number: 'phone_number_verified', email: 'email_verified' } as const
const proofNameOf = (name: string): 'phone_number_verified' | 'email_verified' | undefined =>
  name === 'phone_number' || name === 'email' ? proofNames[name] : undefined

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** Values that the provider does not mark as verified are nobody's. */
const isVerified = (claims: Claims, name: string) => {
  const proofName = proofNameOf(name)
  return proofName === undefined || /^(?:true|1)$/i.test(String(claims[proofName]))
}

const notVerified = (name: string) =>
  new ProviderError(
    name === 'email'
      ? '身份平台没有确认您的邮箱，请先在身份平台完成邮箱验证，或联系管理员'
      : '身份平台没有确认您的手机号，请先在身份平台完成手机号验证，或联系管理员',
  )

const claimNames = { mobile: 'phone_number', email: 'email' } as const

const claimName = ({ match, claim }: Pick<OpenIdSettings, 'match' | 'claim'>) =>
  match === 'account' ? claim : claimNames[match]

const identityIn = (claims: Claims, settings: OpenIdSettings): SignOnIdentity | null => {
  const name = claimName(settings)
  const text = textOf(claims[name])
  if (text === '' || text.length > 200) return null
  if (!isVerified(claims, name)) throw notVerified(name)
  const value = settings.match === 'mobile' ? mobileFrom(text) : text.toLowerCase()
  return value === null ? null : { by: settings.match, value }
}

/** Keycloak and others release these claims by scope. */
const scopeFor = (settings: OpenIdSettings) => {
  const scopes: Readonly<Record<string, string>> = { phone_number: 'phone', email: 'email' }
  return ['openid', 'profile', scopes[claimName(settings)]].filter(it => it !== undefined).join(' ')
}

type Config = Pick<ServerConfig, 'isProduction' | 'isPrivateSignOnAllowed'>

const discover = async (
  settings: OpenIdSettings,
  { isProduction, isPrivateSignOnAllowed }: Config,
): Promise<Configuration> => {
  const client = await openIdClient()
  const { issuer, clientId, secret } = settings
  // Only a test or a trial runs a provider on the machine itself.
  const isLocal = !isProduction && new URL(issuer).protocol === 'http:'
  const execute = [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])]
  const checkedFetch = limitedFetch(isPrivateSignOnAllowed)
  const options = { execute, timeout: timeoutSeconds, [client.customFetch]: checkedFetch }
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported
  const authentication =
    methods && !methods.includes('client_secret_basic')
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret)
  const configuration = new client.Configuration(found.serverMetadata(), clientId, {}, authentication)
  configuration.timeout = timeoutSeconds
  configuration[client.customFetch] = checkedFetch
  for (const change of execute) change(configuration)
  return configuration
}

/** The claims of the ID token, completed by those that the provider answers separately. */
const claimsFor = async (
  configuration: Configuration,
  settings: OpenIdSettings,
  { page, code, state, iss, nonce, verifier }: SignOnAnswer,
): Promise<Claims> => {
  const client = await openIdClient()
  const address = new URL(page)
  address.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw notConfirmed()
  const name = claimName(settings)
  const isComplete = claims[name] !== undefined && (claims[proofNameOf(name) ?? name] ?? null) !== null
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
}

/** Errors of the connection and of the provider itself, as opposed to a sign-in that it refuses. */
const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  if (error instanceof ConnectionFailed) return true
  const status = 'status' in error ? Number(error.status) : 0
  return status >= 500 || isUnavailable(error.cause)
}

export const createOpenId = (config: Config, log: Pick<Log, 'error'>): SignOnProvider<OpenIdSettings> => {
  const configurations = new Map<string, { endsAt: number; found: Promise<Configuration> }>()

  /** Discovered once in an hour; a failure is not remembered. */
  const configurationFor = (settings: OpenIdSettings) => {
    const key = [settings.issuer, settings.clientId, settings.secret].join('\n')
    const known = configurations.get(key)
    if (known && known.endsAt > Date.now()) return known.found
    if (configurations.size >= mostConfigurations) configurations.clear()
    const found = discover(settings, config)
    configurations.set(key, { endsAt: Date.now() + hourMs, found })
    found.catch(() => configurations.delete(key))
    return found
  }

  return {
    address: async (settings, { page, state, nonce, verifier }) => {
      const client = await openIdClient()
      try {
        const configuration = await configurationFor(settings)
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: page,
          scope: scopeFor(settings),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return address.href
      } catch (error) {
        log.error({ err: error }, 'no usable answer from the identity provider')
        throw unavailableProvider()
      }
    },
    check: async settings => {
      try {
        await discover(settings, config)
      } catch (error) {
        log.error({ err: error }, 'no usable answer from the identity provider')
        throw new ProviderError('身份平台没有按 OpenID Connect 应答，请核对颁发者地址', { cause: error })
      }
    },
    identity: async (settings, answer) => {
      let claims: Claims
      try {
        claims = await claimsFor(await configurationFor(settings), settings, answer)
      } catch (error) {
        log.error({ err: error }, 'the identity provider has not confirmed a sign-in')
        if (isUnavailable(error)) throw unavailableProvider()
        throw notConfirmed(error)
      }
      return identityIn(claims, settings)
    },
  }
}
