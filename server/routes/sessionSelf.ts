import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { securityQuestions as questionList, type session } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { securityQuestions, sessions } from '../db/tables.ts'
import { invalid, missing, Refusal } from '../refusal.ts'
import { append, type Entry, log } from '../services/audit.ts'
import { useTicket } from '../services/codes.ts'
import { unlock } from '../services/counters.ts'
import { pass } from '../services/gate.ts'
import { accountPage, sendMessages } from '../services/messages.ts'
import { hashPassword, passwordFault, verifyPassword } from '../services/passwords.ts'
import { type Person, personWithId, writeAccount } from '../services/people.ts'
import { firmOf } from '../services/signIn.ts'
import { endSessions } from '../session.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

const me = ({ caller }: Context) => ({
  type: caller.population === 1 ? 'admins' : 'lawyers',
  id: caller.id,
  name: caller.name,
  organizationId: caller.organizationId,
})

/** After a change of what opens the account: other sessions end, the log and the owner know (promises Q11, Q14). */
const secured = async (db: Db, context: Context, entry: Pick<Entry, 'action' | 'summary'>, title: string) => {
  const { caller, ip } = context
  await endSessions(db, caller.population, caller.id, caller.sessionId)
  await append(db, context, [{ module: 1, target: me(context), ...entry }])
  await sendMessages(
    { ...context, db },
    {
      ...accountPage,
      type: 5,
      level: 2,
      title,
      content: `${title}(来自 ${ip})。如果不是您本人操作,请立即联系管理员。`,
    },
    { population: caller.population, ids: [caller.id] },
  )
}

/** The caller's own password once more; a wrong one counts like one at the door. */
export const provePassword = (context: Context, person: Person, field: string, password: string) =>
  pass(context, {
    population: person.population,
    name: person.account,
    person,
    picture: {},
    captcha: 'never',
    refusal: invalid({ [field]: '密码不正确,请重新输入' }),
    prove: async () => ((await verifyPassword(person.passwordHash, password)) ? true : null),
  })

export const password = async ({ oldPassword, ticket, newPassword }: Input<'password'>, context: Context) => {
  const { database, firmId, caller, now } = context
  const { name, shortName, settings } = await firmOf(context)
  const person = (await database.read(firmId, db => personWithId(db, caller)))!
  const fault = passwordFault(newPassword, { ...person, firmNames: [name, shortName] }, settings.pwdMinLength)
  if (fault) throw invalid({ newPassword: fault })
  if (newPassword === oldPassword) throw invalid({ newPassword: '新密码不能与原密码相同' })
  if (oldPassword !== undefined) await provePassword(context, person, 'oldPassword', oldPassword)
  else if (ticket === undefined) throw invalid({ oldPassword: '请输入原密码' })
  const passwordHash = await hashPassword(newPassword)
  await database.write(firmId, async db => {
    const proof = { firmId, purpose: 'forgot', subject: person.mobile }
    if (ticket !== undefined && oldPassword === undefined && !(await useTicket(db, ticket, proof, now)))
      throw new Refusal('4002')
    await writeAccount(db, caller, { passwordHash, mustChangePwd: 0 })
    await unlock(db, firmId, caller.population, caller.id)
    await secured(db, context, { action: 'changePassword' }, '您的登录密码已修改')
  })
  return {}
}

/** The last of the list stands for a question of one's own, which comes as text. */
const listed = (id: number) => questionList.slice(0, -1).find(it => it.id === id)?.question

export const question = async (
  { password: given, question: chosen, answer }: Input<'question'>,
  context: Context,
) => {
  const { database, firmId, caller, now } = context
  const person = (await database.read(firmId, db => personWithId(db, caller)))!
  await provePassword(context, person, 'password', given)
  const text = typeof chosen === 'number' ? listed(chosen) : chosen
  if (!text) throw invalid({ question: '请选择密保问题' })
  const values = { question: text, answerHash: await hashPassword(normalised(answer)), updatedAt: now }
  await database.write(firmId, async db => {
    await db
      .insert(securityQuestions)
      .values({ firmId, population: caller.population, userId: caller.id, ...values })
      .onConflictDoUpdate({
        target: [securityQuestions.firmId, securityQuestions.population, securityQuestions.userId],
        set: values,
      })
    await secured(
      db,
      context,
      { action: 'update', summary: `【${caller.name}】修改密保问题` },
      '您的密保问题已修改',
    )
  })
  return {}
}

/** Answers are compared without case and white space: a person remembers the word, not how it was typed. */
export const normalised = (answer: string) => answer.toLowerCase().replaceAll(/\s/g, '')

const own = ({ firmId, caller }: Context) =>
  and(eq(sessions.firmId, firmId), eq(sessions.population, caller.population), eq(sessions.userId, caller.id))

export const list = async (_: Input<'sessions'>, context: Context) => {
  const rows = await context.db
    .select()
    .from(sessions)
    .where(and(own(context), gt(sessions.expireAt, context.now)))
    .orderBy(desc(sessions.lastAt))
    .limit(100)
  return rows.map(({ id, device, ip, lastAt }) => ({
    id,
    device,
    ip,
    lastAt: lastAt.toISOString(),
    current: id === context.caller.sessionId ? (1 as const) : (0 as const),
  }))
}

export const end = async ({ id }: Input<'endSessions'>, context: Context) => {
  const which = id === undefined ? ne(sessions.id, context.caller.sessionId) : eq(sessions.id, id)
  const ended = await context.db
    .delete(sessions)
    .where(and(own(context), which))
    .returning({ id: sessions.id })
  if (id !== undefined && ended.length === 0) throw missing()
  if (ended.length > 0)
    await log(context, {
      module: 1,
      action: 'kick',
      target: me(context),
      summary: `结束${ended.length}个登录会话`,
    })
  return {}
}

export const logout = async (_: Input<'logout'>, context: Context<Caller>) => {
  await context.db
    .delete(sessions)
    .where(and(own(context), sql`${sessions.id} = ${context.caller.sessionId}`))
  await log(context, { module: 1, action: 'logout' })
  return {}
}
