import type { FactorChallenge } from './challenge.ts'
import { bootstrapCalls } from './bootstrapCalls.ts'
import { signInBy, type SignInAccount } from './signIn.ts'

/** A sign-in with a correct password that waits for the second factor. */
export type PendingFactor = SignInAccount & FactorChallenge

/** Completes a sign-in with a code of the authenticator app or a recovery code. */
export const signInByFactor = (
  { challenge, userType, account, isRemembered }: PendingFactor,
  given: { code: string } | { recoveryCode: string },
) => signInBy(bootstrapCalls.loginByFactor, { challenge, ...given }, { userType, account, isRemembered })
