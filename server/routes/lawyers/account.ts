import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { maskMiddle } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { statusesFor } from '../../../resources/lawyers/transitions.ts'
import { updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { lawyers } from '../../db/tables.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { invalid, notFound, ApiError, wrongState } from '../../context/apiError.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { consumeCode } from '../../services/identity/codes.ts'
import { unlock } from '../../services/limits/counters.ts'
import { throttleCode } from '../../services/limits/loginThrottle.ts'
import { lawyerKeys } from '../../services/directory/nameKeys.ts'
import { notifyLawyerMobileChanged, notifyLawyerPasswordReset } from '../../notifications/accounts.ts'
import { hashPassword, randomPassword } from '../../services/identity/passwords.ts'
import {
  lockPerson,
  type AccountHolder,
  findPersonById,
  writeAccount,
} from '../../services/directory/people.ts'
import { endPasskeys } from '../../services/identity/accountSetup.ts'
import { endSessions } from '../../services/identity/session.ts'
import { sendInitialPasswords, undeliveredPassword } from '../../services/integrations/initialPasswords.ts'
import { syncCards } from '../../services/lawyers/syncCards.ts'
import { lawyerTarget } from '../../services/lawyers/values.ts'
import { findLawyer, findWithConflictingRows } from './rows.ts'
import { purposeOf } from '../../services/identity/smsCodes.ts'
import { changeOwnPassword, requirePassword } from '../../services/identity/credentials.ts'

type Calls = Handlers<typeof resource.calls>
type Input<K extends 'updateMobile' | 'updatePassword'> = z.output<(typeof resource.calls)[K]['input']>

const findWithFreeMobile = async (context: Context, id: number, mobile: string) => {
  const { person, conflictingRows } = await findWithConflictingRows(context, id, { mobile })
  if (person.mobile === mobile) throw invalid({ mobile: '新手机号与原手机号相同，请输入其他手机号' })
  if (conflictingRows.length > 0) throw invalid({ mobile: '该手机号已存在' })
  return person
}

/** Gives a person another mobile, which is the account for signing in; throws where somebody has it. */
export const saveMobile = async (context: Context, id: number, mobile: string) => {
  const { caller, db, firmId } = context
  const before = await findWithFreeMobile(context, id, mobile)
  const after = { ...before, mobile }
  await db
    .update(lawyers)
    .set({ mobile, ...lawyerKeys(after), ...updatedColumns(context, lawyers) })
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)))
  await syncCards(context, before, after)
  const isOwn = caller.population === 2
  await endSessions(db, { firmId, population: 2, id }, isOwn ? caller.sessionId : undefined)
  await notifyLawyerMobileChanged(context, id, mobile)
  await log(context, {
    module: 4,
    action: 'changeMobile',
    target: lawyerTarget(before),
    diff: diffOf(resource.fields, before, { mobile }),
  })
  return { mobileMasked: maskMiddle(mobile) }
}

/** Checks the code that was sent to the new mobile. */
const proveMobile = (
  context: Context,
  person: AccountHolder,
  { mobile, smsId, smsCode }: Input<'updateMobile'>,
) => {
  const { caller, database, firmId, now } = context
  if (smsId === undefined || smsCode === undefined) throw invalid({ smsCode: '请输入短信验证码' })
  const codeUse = {
    kind: 'sms',
    firmId,
    purposes: [purposeOf('changeMobile', caller)],
    subject: mobile,
    id: smsId,
    code: smsCode,
  } as const
  return throttleCode(context, {
    population: 2,
    name: person.mobile,
    person,
    refusal: new ApiError('4002'),
    prove: () => consumeCode(database, codeUse, now),
  })
}

const changeOwnMobile = async (input: Input<'updateMobile'>, context: Context) => {
  const { caller, database, firmId } = context
  if (input.password === undefined) throw invalid({ password: '请输入密码' })
  const person = await database.read(firmId, async db => {
    await findWithFreeMobile({ ...context, db }, caller.id, input.mobile)
    return findPersonById(db, caller)
  })
  if (!person) throw notFound()
  const confirm = await requirePassword(context, person, 'password', input.password)
  await proveMobile(context, person, input)
  return database.write(firmId, async db => {
    await confirm(db)
    return saveMobile({ ...context, db }, caller.id, input.mobile)
  })
}

const requireId = (id: number | undefined) => {
  if (id === undefined) throw invalid({ id: '请选择人员' })
  return id
}

export const updateMobile: Calls['updateMobile'] = ownTransaction((input, context) => {
  if (context.caller.population === 2) return changeOwnMobile(input, context)
  return context.database.write(context.firmId, db =>
    saveMobile({ ...context, db }, requireId(input.id), input.mobile),
  )
})

/**
 * The password is hashed before the transaction, which would hold its connection while the hash waits in the
 * queue.
 */
const resetById = async (context: Context, id: number) => {
  const initialPassword = randomPassword()
  const passwordHash = await hashPassword(initialPassword)
  const { database, firmId } = context
  return database.write(firmId, async db => {
    const mobile = await resetPasswordOf({ ...context, db }, id, passwordHash)
    const isSent = await sendInitialPasswords({ ...context, db }, [{ id, mobile, initialPassword }])
    return isSent ? {} : { initialPassword }
  })
}

const resetPasswordOf = async (context: Context, id: number, passwordHash: string) => {
  const { db, firmId } = context
  await lockPerson(db, { firmId, population: 2, id })
  const current = await findLawyer(context, id)
  const from = statusesFor('resetPassword')
  if (!from.includes(current.status)) throw wrongState(current.status, from)
  await writeAccount(db, { firmId, population: 2, id }, { passwordHash, mustChangePwd: 1 })
  await unlock(db, firmId, 2, id)
  await endSessions(db, { firmId, population: 2, id })
  await notifyLawyerPasswordReset(context, id)
  const target = lawyerTarget(current)
  const passkeyEntries = await endPasskeys(db, { firmId, population: 2, id }, { module: 4, target })
  await log(context, { module: 4, action: 'resetPassword', target }, ...passkeyEntries)
  return current.mobile
}

/** Shows an initial password whose SMS was not delivered. */
export const showPassword: Calls['showPassword'] = async ({ id }, context) => {
  const person = await findLawyer(context, id)
  const initialPassword = person.mustChangePwd
    ? await undeliveredPassword(context.db, context.firmId, id)
    : null
  if (initialPassword === null) throw new ApiError('4091', '没有未送达的初始密码，请重置密码')
  await log(context, { module: 14, action: 'reveal', target: lawyerTarget(person), reason: '初始密码' })
  return { initialPassword }
}

export const updatePassword: Calls['updatePassword'] = ownTransaction(
  async ({ id, oldPassword, newPassword }, context) => {
    if (context.caller.population === 2) {
      if (newPassword === undefined) throw invalid({ newPassword: '请输入新密码' })
      await changeOwnPassword(context, { oldPassword, newPassword })
      return {}
    }
    return resetById(context, requireId(id))
  },
)
