import { CallError } from './envelope.ts'

/** A value of a refusal's data; undefined if there is none of that name. */
const failureDetail = ({ data }: CallError, name: string): unknown =>
  typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined

/** Whether the server requires a picture captcha with the next attempt. */
export const wantsCaptcha = (error: unknown) =>
  error instanceof CallError && (error.code === '4002' || Boolean(failureDetail(error, 'captcha')))

/** A sign-in whose password was correct and that needs a second factor, with the factors that the user has. */
export type FactorChallenge = { challenge: string; hasApp: boolean; hasPasskey: boolean }

/** The second step that a sign-in needs; null for other errors. */
export const factorChallengeOf = (error: unknown): FactorChallenge | null => {
  if (!(error instanceof CallError) || error.code !== '4011') return null
  const challenge = failureDetail(error, 'challenge')
  if (typeof challenge !== 'string' || challenge === '') return null
  return {
    challenge,
    hasApp: failureDetail(error, 'app') !== 0,
    hasPasskey: failureDetail(error, 'passkey') === 1,
  }
}

/** Seconds until the next attempt is accepted; 0 if the error names none. */
export const retryAfterOf = (error: unknown) =>
  error instanceof CallError ? Number(failureDetail(error, 'retryAfter')) || 0 : 0

/** The reason why an application was refused. */
export const reasonOf = (error: CallError) => {
  const reason = failureDetail(error, 'reason')
  return typeof reason === 'string' ? reason : ''
}

/** A refused application: the reason, the submitted values, and the ticket that allows correcting them. */
export type RefusedApplication = { reason: string; ticket: string; application: unknown }

/**
 * The refused application behind a failed sign-in, or null. Without a ticket the applicant must prove his mobile
 * number again.
 */
export const refusedApplicationOf = (error: unknown): RefusedApplication | null => {
  if (!(error instanceof CallError) || error.code !== '4006' || failureDetail(error, 'status') !== 2)
    return null
  const ticket = failureDetail(error, 'ticket')
  return {
    reason: reasonOf(error),
    ticket: typeof ticket === 'string' ? ticket : '',
    application: failureDetail(error, 'application'),
  }
}
