import { invalid, ApiError } from '../context/apiError.ts'
import type { Caller, Context } from '../context/context.ts'
import type { Db } from '../db/open.ts'
import { notifyOwnChange } from '../notifications/accounts.ts'
import { append, type Entry } from './audit.ts'
import { consumeTicket } from './codes.ts'
import { unlock } from './counters.ts'
import { type Guessing, throttle } from './loginThrottle.ts'
import { hashPassword, passwordErrorIn, verifyPassword } from './passwords.ts'
import { type Person, personTarget, personWithId, writeAccount } from './people.ts'
import { endSessions } from './session.ts'
import { requireFirm } from './signIn.ts'

/** After a change of what opens the account: other sessions end, the log and the owner know (promises Q11, Q14). */
export const finishCredentialChange = async (
  db: Db,
  context: Context,
  changed: 'password' | 'question',
  entry: Pick<Entry, 'action' | 'summary'>,
) => {
  const { caller } = context
  await endSessions(db, caller.population, caller.id, caller.sessionId)
  await append(db, context, [{ module: 1, target: personTarget(caller), ...entry }])
  await notifyOwnChange({ ...context, db }, changed)
}

/** The caller's own password once more; a wrong one counts like a failed sign-in. */
export const requirePassword = (context: Guessing, person: Person, field: string, password: string) =>
  throttle(context, {
    population: person.population,
    name: person.account,
    person,
    refusal: invalid({ [field]: '密码不正确，请重新输入' }),
    prove: async () => ((await verifyPassword(person.passwordHash, password)) ? true : null),
  })

/** The same where a right or a change demands it beside its own input. */
export const confirmPassword = async (context: Guessing & { caller: Caller }, password: unknown) => {
  const { database, firmId, caller } = context
  if (typeof password !== 'string' || password === '' || password.length > 128)
    throw invalid({ confirmPassword: '请输入登录密码' })
  const person = await database.read(firmId, db => personWithId(db, caller))
  if (!person) throw new ApiError('4003')
  await requirePassword(context, person, 'confirmPassword', password)
}

type Change = { oldPassword?: string | undefined; ticket?: string | undefined; newPassword: string }

/** The caller's own new password, by the old one or by the ticket of a code to his mobile. */
export const changeOwnPassword = async (context: Context, { oldPassword, ticket, newPassword }: Change) => {
  const { database, firmId, caller, now } = context
  const firm = await requireFirm(context)
  const person = (await database.read(firmId, db => personWithId(db, caller)))!
  const error = passwordErrorIn(firm, newPassword, person)
  if (error) throw invalid({ newPassword: error })
  if (newPassword === oldPassword) throw invalid({ newPassword: '新密码不能与原密码相同' })
  if (oldPassword !== undefined) await requirePassword(context, person, 'oldPassword', oldPassword)
  else if (ticket === undefined) throw invalid({ oldPassword: '请输入原密码' })
  const passwordHash = await hashPassword(newPassword)
  await database.write(firmId, async db => {
    const proof = { firmId, purpose: 'forgot', subject: person.mobile }
    if (ticket !== undefined && oldPassword === undefined && !(await consumeTicket(db, ticket, proof, now)))
      throw new ApiError('4002')
    await writeAccount(db, caller, { passwordHash, mustChangePwd: 0 })
    await unlock(db, firmId, caller.population, caller.id)
    await finishCredentialChange(db, context, 'password', { action: 'changePassword' })
  })
}
