import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { securityQuestionChoices as questionList, type session } from '../../../resources/session.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context, PublicContext } from '../../context/context.ts'
import { securityQuestions, sessions } from '../../db/tables.ts'
import { log } from '../../services/audit/audit.ts'
import {
  changeOwnPassword,
  finishCredentialChange,
  requirePassword,
} from '../../services/identity/credentials.ts'
import { devicesOf } from '../../services/identity/sessionDevices.ts'
import { endViews, endViewsOf } from '../../services/identity/views.ts'
import { resetForgottenPassword } from '../../services/identity/passwordReset.ts'
import { hashPassword } from '../../services/identity/passwords.ts'
import { personTarget, findPersonById } from '../../services/directory/people.ts'
import { normaliseAnswer } from '../../services/identity/passwordRecovery.ts'

type Input<K extends keyof typeof session.calls> = z.output<(typeof session.calls)[K]['input']>

/**
 * Changes the caller's password; without a session, that of the person with the ticket of a code to their
 * mobile.
 */
export const changePassword = async (
  { userType = 2, ...input }: Input<'password'>,
  { caller, ...context }: PublicContext,
) => {
  const { ticket, newPassword } = input
  if (caller) await changeOwnPassword({ ...context, caller }, input)
  else if (ticket === undefined) throw new ApiError('4003')
  else await resetForgottenPassword({ ...context, caller }, { ticket, userType, newPassword })
  return {}
}

/** The last entry of the list stands for a custom question, which is sent as text. */
const listedQuestion = (id: number) => questionList.slice(0, -1).find(it => it.id === id)?.question

export const setSecurityQuestion = async (
  { password: given, question: chosenQuestion, answer }: Input<'question'>,
  context: Context,
) => {
  const { database, firmId, caller, now } = context
  const person = await database.read(firmId, db => findPersonById(db, caller))
  if (!person) throw new ApiError('4003')
  const confirm = await requirePassword(context, person, 'password', given)
  const text = typeof chosenQuestion === 'number' ? listedQuestion(chosenQuestion) : chosenQuestion
  if (!text) throw invalid({ question: '请选择密保问题' })
  const values = { question: text, answerHash: await hashPassword(normaliseAnswer(answer)), updatedAt: now }
  await database.write(firmId, async db => {
    await confirm(db)
    await db
      .insert(securityQuestions)
      .values({ firmId, population: caller.population, userId: caller.id, ...values })
      .onConflictDoUpdate({
        target: [securityQuestions.firmId, securityQuestions.population, securityQuestions.userId],
        set: values,
      })
    await finishCredentialChange(db, context, 'question', {
      action: 'update',
      summary: `【${caller.name}】修改密保问题`,
    })
  })
  return {}
}

const isOwnSession = ({ firmId, caller }: Context) =>
  and(eq(sessions.firmId, firmId), eq(sessions.population, caller.population), eq(sessions.userId, caller.id))

export const listSessions = (_: Input<'sessions'>, context: Context) => devicesOf(context, context.caller)

export const endOwnSessions = async ({ id }: Input<'endSessions'>, context: Context) => {
  const views = await endViewsOf(context, context.caller, id)
  const sessionCondition = id === undefined ? ne(sessions.id, context.caller.sessionId) : eq(sessions.id, id)
  const ended = await context.db
    .delete(sessions)
    .where(and(isOwnSession(context), sessionCondition))
    .returning({ id: sessions.id })
  if (id !== undefined && ended.length + views === 0) throw notFound()
  if (ended.length > 0)
    await log(context, {
      module: 1,
      action: 'kick',
      target: personTarget(context.caller),
      summary: `结束${ended.length}个登录会话`,
    })
  return {}
}

export const endView = async (_: Input<'endView'>, context: Context) => {
  await endViews(context)
  return {}
}

export const logout = async (_: Input<'logout'>, context: Context) => {
  await endViews(context)
  await context.db
    .delete(sessions)
    .where(and(isOwnSession(context), sql`${sessions.id} = ${context.caller.sessionId}`))
  await log(context, { module: 1, action: 'logout' })
  return {}
}
