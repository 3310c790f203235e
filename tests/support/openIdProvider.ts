import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import Provider from 'oidc-provider'

type Claims = Record<string, unknown>

export const clientId = 'tenant-admin'
export const clientSecret = 'a secret of the firm at its provider'

const page = (uid: string) => `<!doctype html><html lang="zh"><title>统一身份认证</title>
<form method="post" action="/interaction/${uid}"><label>账号<input name="account"></label><button>进入</button></form>
<form method="post" action="/interaction/${uid}"><button name="cancel" value="1">取消</button></form></html>`

const bodyOf = async (request: IncomingMessage) => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece as Uint8Array))
  return new URLSearchParams(Buffer.concat(pieces).toString())
}

/** A real OpenID Connect provider whose sign-in page asks for an account only. */
export const startOpenIdProvider = async (redirectUris: string[]) => {
  /** The claims of each account. */
  const accounts = new Map<string, Claims>()
  /** Those of them that the ID token has; the others are answered separately. */
  const idTokens = new Map<string, Claims>()
  const seen = { requests: 0, tokenRequests: 0 }
  const server = createServer()
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(server.address())
  const url = `http://127.0.0.1:${port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      phone: ['phone_number', 'phone_number_verified'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'staff_no'],
    },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, accountId) => ({
      accountId,
      claims: use => ({ sub: accountId, ...(use === 'id_token' ? idTokens : accounts).get(accountId) }),
    }),
    // The ID token may have claims of the scopes too.
    conformIdTokenClaims: false,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // The firm has agreed for its people.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid profile phone email')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
  })
  const interact = async (request: IncomingMessage, response: ServerResponse, uid: string) => {
    if (request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(uid))
    const body = await bodyOf(request)
    await provider.interactionFinished(
      request,
      response,
      body.has('cancel')
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: body.get('account') ?? '' } },
    )
  }
  const answerProvider = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '') ?? []
    seen.requests += 1
    if (request.url === '/token') seen.tokenRequests += 1
    void (uid ? interact(request, response, uid) : answerProvider(request, response))
  })
  return {
    url,
    accounts,
    idTokens,
    seen,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Step = { account: string } | { cancel: '1' }

/** What a browser does at the provider: returns what the provider adds to the address to which it leads back. */
export const visitProvider = async (address: string, step: Step): Promise<URLSearchParams> => {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(new URL(path, origin), { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer.headers.get('location') ?? ''
  }
  let next = await ask(address)
  while (next.startsWith('/') || next.startsWith(origin)) {
    const isSignIn = next.includes('/interaction/')
    next = await ask(next, isSignIn ? { method: 'POST', body: new URLSearchParams(step) } : {})
  }
  return new URL(next).searchParams
}
