import type { SignOnWay } from '../resources/domain/signOn.ts'
import { textAt } from './answer.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { CallError, nonStandardFailure } from './envelope.ts'
import { send } from './request.ts'
import { appBase } from './session.ts'
import { signInBy, type SignInAccount } from './signIn.ts'

// Loaded when somebody signs in through an identity provider.

/** A sign-in that waits for the provider to lead back, kept in this tab only. */
export type PendingSignOn = Omit<SignInAccount, 'account'> & {
  way: SignOnWay
  page: string
  state: string
  browser: string
}

const pendingKey = 'tenant-admin:sign-on'

const isPending = (value: unknown): value is PendingSignOn => textAt(value, 'browser') !== ''

/** Takes the sign-in that waits in this tab; null if there is none. */
export const takePendingSignOn = (): PendingSignOn | null => {
  const text = sessionStorage.getItem(pendingKey)
  sessionStorage.removeItem(pendingKey)
  const value: unknown = JSON.parse(text ?? 'null')
  return isPending(value) ? value : null
}

type Beginning = Pick<PendingSignOn, 'way' | 'userType' | 'isRemembered'>

/** Asks the server for the provider's address, keeps the secret of this tab, and returns the address. */
export const requestProvider = async ({ way, userType, isRemembered }: Beginning): Promise<string> => {
  const page = `${location.origin}${appBase}/login`
  const inApp = navigator.userAgent.includes('wxwork') ? 1 : 0
  const answer = await send(bootstrapCalls.startSignOn, { way, userType, page, inApp })
  const [url, state, browser] = ['url', 'state', 'browser'].map(name => textAt(answer, name))
  if (!url || !state || !browser) throw new CallError(nonStandardFailure)
  sessionStorage.setItem(
    pendingKey,
    JSON.stringify({ way, userType, isRemembered, page, state, browser } satisfies PendingSignOn),
  )
  return url
}

/** Completes the sign-in with the code of the provider. */
export const completeSignOn = (
  { isRemembered, ...pending }: PendingSignOn,
  { code, iss }: { code: string; iss: string | null },
) =>
  signInBy(
    bootstrapCalls.loginBySignOn,
    { ...pending, code, ...(iss !== null && { iss }), remember: isRemembered ? 1 : 0 },
    { userType: pending.userType, account: '', isRemembered },
  )
