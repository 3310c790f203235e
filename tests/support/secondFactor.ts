import { Secret, TOTP } from 'otpauth'

import { password, type TestApp } from './app.ts'

/** The code that an authenticator app shows for this secret. */
export const codeOf = (key: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() })

/** Enables a second factor for a person of the world, as the account page does. */
export const turnFactorOn = async (app: TestApp, who: string) => {
  const person = await app.as(who)
  const { key, uri } = await person.call('session.beginFactor', { password })
  const codeNow = () => codeOf(key, app.clock.now())
  const { recoveryCodes } = await person.call('session.confirmFactor', { code: codeNow() })
  return { person, key, uri, codeNow, recoveryCodes }
}

/** Signs in with the right password, the first factor, and returns the answer. */
export const provePassword = (app: TestApp, who: string) => {
  const isLawyer = /^1\d{10}$/.test(who)
  return isLawyer
    ? app.send('POST', '/auth/lawyerLogin', { body: { mobile: who, password } })
    : app.send('POST', '/auth/firmAccessUserLogin', { body: new URLSearchParams({ account: who, password }) })
}

/** The challenge that follows the right password of this person. */
export const challengeOf = async (app: TestApp, who: string): Promise<string> => {
  const { body } = await provePassword(app, who)
  const { challenge } = body.data as { challenge?: string }
  if (body.code !== '4011' || !challenge) throw new Error(`No challenge: ${body.code} ${body.message}`)
  return challenge
}
