import { bootstrapCalls } from './bootstrapCalls.ts'
import { enterBy, type Entering } from './signIn.ts'

/** A sign-in whose first proof was right, and that waits for the second. */
export type FactorAsked = Entering & { challenge: string }

/** The code of the authenticator app, or one of the recovery codes, opens the session. */
export const enterByFactor = (
  { challenge, ...entering }: FactorAsked,
  given: { code: string } | { recoveryCode: string },
) => enterBy(bootstrapCalls.loginByFactor, { challenge, ...given }, entering)
