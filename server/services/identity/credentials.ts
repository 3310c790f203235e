import { and, eq } from 'drizzle-orm'

import { invalid, ApiError } from '../../context/apiError.ts'
import type { Caller, Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { sessions } from '../../db/tables.ts'
import { notifyOwnChange } from '../../notifications/accounts.ts'
import { appendLogEntries, type LogEntry } from '../audit/audit.ts'
import { consumeTicket } from './codes.ts'
import { unlock } from '../limits/counters.ts'
import { type GuessContext, throttlePassword } from '../limits/loginThrottle.ts'
import { settlePasskeys } from './accountSetup.ts'
import { hashPassword, passwordErrorIn, verifyPassword } from './passwords.ts'
import {
  lockPerson,
  type AccountHolder,
  personTarget,
  findPersonById,
  writeAccount,
} from '../directory/people.ts'
import { endSessions } from './session.ts'
import { requireFirm } from './signIn.ts'

/**
 * After a change of a credential: ends other sessions, logs it and notifies the owner (promises Q11, Q14).
 */
export const finishCredentialChange = async (
  db: Db,
  context: Context,
  changed: 'password' | 'question' | 'factor' | 'passkeyAdded' | 'passkeyRemoved',
  ...entries: Pick<LogEntry, 'action' | 'summary'>[]
) => {
  const { caller } = context
  const base = { module: 1, target: personTarget(caller) } as const
  await endSessions(db, caller, caller.sessionId)
  await appendLogEntries(
    db,
    context,
    entries.map(entry => ({ ...base, ...entry })),
  )
  await notifyOwnChange({ ...context, db }, changed)
}

/**
 * Locks the caller's own row before a change of the account. Throws 4003 where the session was ended since
 * the call began.
 */
export const lockCaller = async (db: Db, caller: Caller) => {
  const person = await lockPerson(db, caller)
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.firmId, caller.firmId), eq(sessions.id, caller.sessionId)))
  if (person?.status !== 1 || !session) throw new ApiError('4003')
  return person
}

/** Confirms that a password was right a moment ago; to be run first in the transaction that it permits. */
export type Confirmation = (db: Db) => Promise<void>

/**
 * Checks the caller's own password; a wrong one counts like a failed sign-in. The returned confirmation
 * refuses where the password or the session has changed since.
 */
export const requirePassword = async (
  context: GuessContext & { caller: Caller },
  person: AccountHolder,
  field: string,
  password: string,
): Promise<Confirmation> => {
  await throttlePassword(context, {
    population: person.population,
    name: person.account,
    person,
    refusal: invalid({ [field]: '密码不正确，请重新输入' }),
    prove: async () => ((await verifyPassword(person.passwordHash, password)) ? true : null),
  })
  return async db => {
    const current = await lockCaller(db, context.caller)
    if (current.passwordHash !== person.passwordHash)
      throw invalid({ [field]: '密码刚刚被修改过，请输入新密码' })
  }
}

/** Checks the password that a right or a change demands besides its own input. */
export const requireCallerPassword = async (
  context: GuessContext & { caller: Caller },
  password: unknown,
) => {
  const { database, firmId, caller } = context
  if (typeof password !== 'string' || password === '' || password.length > 128)
    throw invalid({ confirmPassword: '请输入登录密码' })
  const person = await database.read(firmId, db => findPersonById(db, caller))
  if (!person) throw new ApiError('4003')
  return requirePassword(context, person, 'confirmPassword', password)
}

type PasswordChange = { oldPassword?: string | undefined; ticket?: string | undefined; newPassword: string }

/**
 * Confirms by a ticket from a code to the caller's mobile; the ticket is used if the number is still the
 * caller's.
 */
const ticketConfirmation =
  ({ firmId, caller, now }: Context, ticket: string): Confirmation =>
  async db => {
    const { mobile } = await lockCaller(db, caller)
    if (!(await consumeTicket(db, ticket, { firmId, purpose: 'forgot', subject: mobile }, now)))
      throw new ApiError('4002')
  }

/** Changes the caller's own password, confirmed by the old one or by the ticket of a code to the mobile. */
export const changeOwnPassword = async (
  context: Context,
  { oldPassword, ticket, newPassword }: PasswordChange,
) => {
  const { database, firmId, caller } = context
  const firm = await requireFirm(context)
  const person = await database.read(firmId, db => findPersonById(db, caller))
  if (!person) throw new ApiError('4003')
  const error = passwordErrorIn(firm, newPassword, person)
  if (error) throw invalid({ newPassword: error })
  if (newPassword === oldPassword) throw invalid({ newPassword: '新密码不能与原密码相同' })
  if (oldPassword === undefined && ticket === undefined) throw invalid({ oldPassword: '请输入原密码' })
  const confirm =
    oldPassword === undefined
      ? ticketConfirmation(context, ticket!)
      : await requirePassword(context, person, 'oldPassword', oldPassword)
  const passwordHash = await hashPassword(newPassword)
  await database.write(firmId, async db => {
    await confirm(db)
    const passkeyEntries = await settlePasskeys({ ...context, db }, person)
    await writeAccount(db, caller, { passwordHash, mustChangePwd: 0 })
    await unlock(db, firmId, caller.population, caller.id)
    await finishCredentialChange(db, context, 'password', { action: 'changePassword' }, ...passkeyEntries)
  })
}
