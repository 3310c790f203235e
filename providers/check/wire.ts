import { callNamed } from '../../resources/index.ts'
import type { Population } from '../../resources/domain/role.ts'
import { identityOf, tokenOf, userIn } from '../backend/identity.ts'
import { backend } from '../backend/mapping.ts'
import { translateCode, translateInput, translateOutput } from '../backend/translate.ts'
import { CallError, openEnvelope, unreachable } from '../envelope.ts'
import { requestOf } from '../request.ts'

/** An account of the back-end that the check signs in with. */
export type Account = { account: string; password: string; population: Population }

/** One session with a back-end, without a browser: what a call answers, as it came, in the words of the declarations. */
export type Wire = {
  call: (name: string, input?: object) => Promise<unknown>
  /** One request as it is. */
  raw: (path: string, init?: RequestInit) => Promise<{ status: number; body: unknown }>
}

const timeout = 30_000

/** A lawyer signs in by his mobile. */
export const populationOf = (account: string): Population => (/^1\d{10}$/.test(account) ? 2 : 1)

/** A session with the back-end at this address, signed in where a token is given. */
export const wireTo = (base: string, token?: string): Wire => {
  const api = base.replace(/\/$/, '').replace(/(\/api)?$/, '/api')
  return {
    call: async (name, input = {}) => {
      const { method, path, encoding } = callNamed(name)
      const [route, sent] = translateInput(backend, { name, method, path, encoding }, { ...input })
      const request = requestOf(route, sent, token, { timeout }, api)
      const response = await fetch(request).catch(() => {
        throw new CallError(unreachable)
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

/** Signs in as the client does, and answers the session with what is said of the person. */
export const signInTo = async (base: string, { account, password, population }: Account) => {
  const [name, key] =
    population === 1
      ? (['session.firmAccessUserLogin', 'account'] as const)
      : (['session.lawyerLogin', 'mobile'] as const)
  const answer = await wireTo(base).call(name, { [key]: account, password, remember: 0 })
  const token = tokenOf(answer)
  if (!token) throw new Error('登录的返回中没有 token 或 accessToken')
  const wire = wireTo(base, token)
  const told = userIn(answer)
  return { wire, self: identityOf(told, population) ? told : await wire.call('session.self') }
}
