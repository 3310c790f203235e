import { callNamed } from '../../resources/index.ts'
import type { Population } from '../../resources/domain/role.ts'
import { identityOf, tokenOf, userIn } from '../backend/identity.ts'
import { backend } from '../backend/mapping.ts'
import { translateCode, translateInput, translateOutput } from '../backend/translate.ts'
import { CallError, openEnvelope, unreachableFailure } from '../envelope.ts'
import { requestOf } from '../request.ts'

/** An account of the back-end with which the check signs in. */
export type Account = { account: string; password: string; population: Population }

/**
 * A connection to a back-end without a browser. `call` returns the answer translated into the words of the
 * declarations, but not yet read by its schema.
 */
export type BackendConnection = {
  call: (name: string, input?: object) => Promise<unknown>
  /** Sends a request without translation; `body` is null if the answer is not JSON. */
  raw: (path: string, init?: RequestInit) => Promise<{ status: number; body: unknown }>
}

const timeout = 30_000

/** A lawyer signs in with his mobile number. */
export const populationOf = (account: string): Population => (/^1\d{10}$/.test(account) ? 2 : 1)

/** Connects to the back-end at this address, with a token if one is given. */
export const connectTo = (base: string, token?: string): BackendConnection => {
  const api = base.replace(/\/$/, '').replace(/(\/api)?$/, '/api')
  return {
    call: async (name, input = {}) => {
      const { method, path, encoding } = callNamed(name)
      const [route, sent] = translateInput(backend, { name, method, path, encoding }, { ...input })
      const request = requestOf(route, sent, token, { timeout }, api)
      const response = await fetch(request).catch(() => {
        throw new CallError(unreachableFailure)
      })
      const answer = openEnvelope(await response.text(), response.status, code =>
        translateCode(backend, code),
      )
      return translateOutput(backend, { name }, answer)
    },
    raw: async (path, init) => {
      const response = await fetch(api + path, init)
      return { status: response.status, body: await response.json().catch(() => null) }
    },
  }
}

/** Signs in as the client does and returns the connection with the answered user. */
export const signInTo = async (base: string, { account, password, population }: Account) => {
  const [name, key] =
    population === 1
      ? (['session.firmAccessUserLogin', 'account'] as const)
      : (['session.lawyerLogin', 'mobile'] as const)
  const answer = await connectTo(base).call(name, { [key]: account, password, remember: 0 })
  const token = tokenOf(answer)
  if (!token) throw new Error('登录的返回中没有 token 或 accessToken')
  const wire = connectTo(base, token)
  const userInfo = userIn(answer)
  return { wire, self: identityOf(userInfo, population) ? userInfo : await wire.call('session.self') }
}
