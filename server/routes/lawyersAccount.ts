import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import { masked } from '../../resources/kit/index.ts'
import { lawyers as resource } from '../../resources/lawyers/index.ts'
import type { Context } from '../context.ts'
import { lawyers } from '../db/tables.ts'
import { type Handlers, outside } from '../implement.ts'
import { invalid, missing, Refusal, wrongState } from '../refusal.ts'
import { diffOf, log } from '../services/audit.ts'
import { useCode } from '../services/codes.ts'
import { unlock } from '../services/counters.ts'
import { pass } from '../services/gate.ts'
import { lawyerSearch } from '../services/lawyerValues.ts'
import { accountPage, sendMessages } from '../services/messages.ts'
import { hashPassword, randomPassword } from '../services/passwords.ts'
import { type Person, personWithId, writeAccount } from '../services/people.ts'
import { endSessions } from '../session.ts'
import { stamped } from '../versioned.ts'
import { carryToCards } from './lawyersCards.ts'
import { find, findWithRivals, target } from './lawyersRows.ts'
import { purposeOf } from './sessionCodes.ts'
import { password as changeOwn, provePassword } from './sessionSelf.ts'

type Calls = Handlers<typeof resource.calls>
type Input<K extends 'updateMobile' | 'updatePassword'> = z.output<(typeof resource.calls)[K]['input']>

const findFree = async (context: Context, id: number, mobile: string) => {
  const { person, rivals } = await findWithRivals(context, id, { mobile })
  if (person.mobile === mobile) throw invalid({ mobile: '新手机号与原手机号相同' })
  if (rivals.length > 0) throw invalid({ mobile: '该手机号已存在' })
  return person
}

const setMobile = async (context: Context, id: number, mobile: string) => {
  const { caller, db, firmId } = context
  const before = await findFree(context, id, mobile)
  const after = { ...before, mobile }
  await db
    .update(lawyers)
    .set({ mobile, search: lawyerSearch(after), ...stamped(context, lawyers) })
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)))
  await carryToCards(context, before, after)
  const isOwn = caller.population === 2
  await endSessions(db, 2, id, isOwn ? caller.sessionId : undefined)
  const content = `登录手机号已改为${masked(mobile)}。如果不是您本人要求,请立即联系管理员。`
  const letter = { ...accountPage, type: 5, level: 2, title: '您的登录手机号已修改', content } as const
  await sendMessages(context, letter, { population: 2, ids: [id] })
  await log(context, {
    module: 4,
    action: 'changeMobile',
    target: target(before),
    diff: diffOf(resource.fields, before, { mobile }),
  })
  return { mobileMasked: masked(mobile) }
}

/** The code went to the new number; a wrong one counts like one at the door. */
const proveMobile = (context: Context, person: Person, { mobile, smsId, smsCode }: Input<'updateMobile'>) => {
  const { caller, database, firmId, now } = context
  if (smsId === undefined || smsCode === undefined) throw invalid({ smsCode: '请输入短信验证码' })
  const use = {
    kind: 'sms',
    firmId,
    purposes: [purposeOf('changeMobile', caller)],
    subject: mobile,
    id: smsId,
    code: smsCode,
  } as const
  return pass(context, {
    population: 2,
    name: person.mobile,
    person,
    picture: {},
    captcha: 'never',
    refusal: new Refusal('4002'),
    prove: () => useCode(database, use, now),
  })
}

const ownMobile = async (input: Input<'updateMobile'>, context: Context) => {
  const { caller, database, firmId } = context
  if (input.password === undefined) throw invalid({ password: '请输入密码' })
  const person = await database.read(firmId, async db => {
    await findFree({ ...context, db }, caller.id, input.mobile)
    return personWithId(db, caller)
  })
  if (!person) throw missing()
  await provePassword(context, person, 'password', input.password)
  await proveMobile(context, person, input)
  return database.write(firmId, db => setMobile({ ...context, db }, caller.id, input.mobile))
}

const needed = (id: number | undefined) => {
  if (id === undefined) throw invalid({ id: '请选择人员' })
  return id
}

export const updateMobile: Calls['updateMobile'] = outside((input, context) => {
  if (context.caller.population === 2) return ownMobile(input, context)
  return context.database.write(context.firmId, db =>
    setMobile({ ...context, db }, needed(input.id), input.mobile),
  )
})

const reset = async (context: Context, id: number) => {
  const { caller, db, firmId } = context
  const current = await find(context, id)
  if (current.status !== 1) throw wrongState(current.status, [1])
  const initialPassword = randomPassword()
  const passwordHash = await hashPassword(initialPassword)
  await writeAccount(db, { firmId, population: 2, id }, { passwordHash, mustChangePwd: 1 })
  await unlock(db, firmId, 2, id)
  await endSessions(db, 2, id)
  const content = `${caller.name}重置了您的登录密码。如果您没有要求,请立即联系管理员。`
  const letter = { ...accountPage, type: 5, level: 2, title: '您的密码已被重置', content } as const
  await sendMessages(context, letter, { population: 2, ids: [id] })
  await log(context, { module: 4, action: 'resetPassword', target: target(current) })
  return { initialPassword }
}

export const updatePassword: Calls['updatePassword'] = outside(
  async ({ id, oldPassword, newPassword }, context) => {
    if (context.caller.population === 2) {
      if (newPassword === undefined) throw invalid({ newPassword: '请输入新密码' })
      return changeOwn({ oldPassword, newPassword }, context)
    }
    return context.database.write(context.firmId, db => reset({ ...context, db }, needed(id)))
  },
)
