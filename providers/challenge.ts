import { CallError } from './envelope.ts'

/** One value of what a refusal carries; undefined where it carries none of that name. */
const detail = ({ data }: CallError, name: string): unknown =>
  typeof data === 'object' && data !== null
    ? Object.entries(data).find(([key]) => key === name)?.[1]
    : undefined

/** The server wants the picture captcha with the next attempt. */
export const wantsCaptcha = (error: unknown) =>
  error instanceof CallError && (error.code === '4002' || Boolean(detail(error, 'captcha')))

/** The password was right, and a code of the second factor is wanted: what its call has to name; empty for other errors. */
export const factorChallengeOf = (error: unknown) => {
  const challenge = error instanceof CallError && error.code === '4011' && detail(error, 'challenge')
  return typeof challenge === 'string' ? challenge : ''
}

/** Seconds until the next attempt is taken; 0 where the refusal names none. */
export const retryAfterOf = (error: unknown) =>
  error instanceof CallError ? Number(detail(error, 'retryAfter')) || 0 : 0

/** Why an application was turned down. */
export const reasonOf = (error: CallError) => {
  const reason = detail(error, 'reason')
  return typeof reason === 'string' ? reason : ''
}

/** What is told of an application that was turned down: why, what was written, and the proof to correct it with. */
export type RefusedApplication = { reason: string; ticket: string; application: unknown }

/** Somebody who registered was refused, and may correct what he wrote; without a ticket after proving his mobile again. */
export const refusedApplicationOf = (error: unknown): RefusedApplication | null => {
  if (!(error instanceof CallError) || error.code !== '4006' || detail(error, 'status') !== 2) return null
  const ticket = detail(error, 'ticket')
  return {
    reason: reasonOf(error),
    ticket: typeof ticket === 'string' ? ticket : '',
    application: detail(error, 'application'),
  }
}
