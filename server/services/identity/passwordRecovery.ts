import { and, eq } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { securityQuestionChoices as questionList } from '../../../resources/session.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { securityQuestions } from '../../db/tables.ts'
import { invalid, ApiError } from '../../context/apiError.ts'
import { appendLogEntries } from '../audit/audit.ts'
import {
  lifetimeSeconds,
  insertCode,
  prepareCode,
  prepareTicket,
  readTicket,
  sixDigits,
  ticketId,
  consumeCode,
  consumeTicket,
} from './codes.ts'
import { limitRate } from '../limits/counters.ts'
import { browserKey, throttleCode } from '../limits/loginThrottle.ts'
import { notifyPasswordRecovered } from '../../notifications/accounts.ts'
import { hashPassword, passwordErrorIn, verifyPassword } from './passwords.ts'
import { type AccountHolder, findPersonByName, personTarget, findPersonById } from '../directory/people.ts'
import { signText } from './secrets.ts'
import { settlePasskeys } from './accountSetup.ts'
import { signIn, requireFirm } from './signIn.ts'
import { countSms, enqueueCodeMessage, tryCountSms } from './smsCodes.ts'

const dayMs = 24 * 60 * 60_000
const answerLimit = { most: 3, windowMs: dayMs }

const questionOf = async (
  db: Db,
  firmId: number,
  { population, id }: Pick<AccountHolder, 'population' | 'id'>,
) => {
  const [row] = await db
    .select()
    .from(securityQuestions)
    .where(
      and(
        eq(securityQuestions.firmId, firmId),
        eq(securityQuestions.population, population),
        eq(securityQuestions.userId, id),
      ),
    )
  return row ?? null
}

/**
 * Chosen by a keyed hash, so that the same name always gets the same question; a different one at the second
 * request would reveal that it is made up.
 */
const decoyQuestion = async ({ database, firmId }: PublicContext, accountKey: string) => {
  const choices = questionList.slice(0, -1)
  const digest = await signText(database, 'decoy', `${firmId}:${accountKey}`)
  return choices[digest.charCodeAt(0) % choices.length]!.question
}

/** Answers are compared without case and white space: a person remembers the word, not how it was typed. */
export const normaliseAnswer = (answer: string) => answer.toLowerCase().replaceAll(/\s/g, '')

/**
 * Step 1: answers the question and sends a code to the person's mobile. An unknown name gets a made-up
 * question and a ticket that leads nowhere.
 */
export const startRecovery = async (context: PublicContext, population: Population, account: string) => {
  const { database, services, firmId, now } = context
  const firm = await requireFirm(context)
  if (!services.sms.isOn(firm.sms, 'code')) throw new ApiError('5030', '短信服务未开通，请联系管理员重置密码')
  const { person, known: securityQuestion } = await database.read(firmId, async db => {
    const recovery = await findPersonByName(db, firmId, population, account)
    // Also queried for unknown accounts, so that the time of the answer does not reveal them.
    return { person: recovery, known: await questionOf(db, firmId, recovery ?? { population, id: 0 }) }
  })
  // A person without a question goes through the same steps, limits and locks, which would otherwise reveal
  // who has one.
  const accountKey = `${population}:${person ? `#${person.id}` : account}`
  await database.write(null, db => countSms(db, context, accountKey))
  const isReachable = await tryCountSms(context, person?.mobile ?? account)
  const decoy = await decoyQuestion(context, accountKey)
  const { ticket, row } = await prepareTicket(database, { firmId, purpose: 'question', subject: accountKey })
  const digits = sixDigits()
  const subject = codeSubject(accountKey, person)
  const binding = { kind: 'sms', firmId, purpose: 'question', subject } as const
  const code = await prepareCode(database, binding, digits, smsIdOf(ticket))
  await database.write(firmId, async db => {
    await insertCode(db, row, now)
    await insertCode(db, code, now)
    await enqueueCodeMessage(db, context, firm.shortName, {
      codeId: code.id,
      mobile: person?.mobile ?? account,
      digits,
      words: '【%{shortName}】您正在通过密保问题找回密码，验证码%{digits}，5分钟内有效，请勿告诉他人。',
      isSent: person !== null && securityQuestion !== null && isReachable,
    })
  })
  return {
    ticket,
    question: securityQuestion?.question ?? decoy,
    resendIn: 60,
    expireIn: lifetimeSeconds('sms'),
  }
}

/** The code is bound to the mobile it was sent to: after a change of the mobile it is invalid. */
const codeSubject = (accountKey: string, person: AccountHolder | null) =>
  person ? `${accountKey} ${person.mobile}` : accountKey

const smsIdOf = (ticket: string) => `question-${ticketId(ticket)}`

type Answer = { ticket: string; answer: string; smsCode: string; newPassword: string }

const accountOf = async ({ database, firmId, now }: PublicContext, ticket: string) =>
  database.read(firmId, async db => {
    const subject = await readTicket(db, ticket, { firmId, purpose: 'question' }, now)
    const [, digit, accountKey = ''] = /^([12]):(.+)$/s.exec(subject ?? '') ?? []
    const population: Population = digit === '1' ? 1 : 2
    const id = Number(/^#(\d+)$/.exec(accountKey)?.[1])
    const person = id ? await findPersonById(db, { firmId, population, id }) : null
    const securityQuestion = person && (await questionOf(db, firmId, person))
    return { subject, population, name: accountKey, person, answerHash: securityQuestion?.answerHash ?? null }
  })

/** Step 2: answer and code together open the account with a new password, and end all other sessions. */
export const finishRecovery = async (
  context: PublicContext,
  { ticket, answer, smsCode, newPassword }: Answer,
) => {
  const { database, firmId, now } = context
  const firm = await requireFirm(context)
  const recovery = await accountOf(context, ticket)
  const { subject, population, person, answerHash } = recovery
  if (subject === null) throw new ApiError('4002', '验证已过期，请重新开始')
  const error = passwordErrorIn(firm, newPassword, person ?? { account: recovery.name })
  if (error) throw invalid({ newPassword: error })
  const key = await browserKey(context, { population, person }, `question:${firmId}:${subject}`)
  await limitRate(database, key, answerLimit, now)
  const use = {
    kind: 'sms',
    firmId,
    purposes: ['question'],
    subject: codeSubject(subject, person),
    id: smsIdOf(ticket),
    code: smsCode,
  } as const
  return throttleCode(context, {
    population,
    name: recovery.name,
    person,
    refusal: new ApiError('4002', '密保答案或短信验证码错误'),
    prove: async () => {
      const isAnswer = await verifyPassword(answerHash, normaliseAnswer(answer))
      const isCode = (await consumeCode(database, use, now)) !== null
      if (!isAnswer || !isCode || !person) return null
      return signIn(context, {
        person,
        proof: 'code',
        isRemembered: false,
        isSingle: true,
        passwordHash: await hashPassword(newPassword),
        also: db => completeRecovery(db, context, { person, ticket, subject, answerHash }),
      })
    },
  })
}

type ProvedRecovery = { person: AccountHolder; ticket: string; subject: string; answerHash: string | null }

/** The person is locked already, and every change of the question locks the person first. */
const completeRecovery = async (
  db: Db,
  context: PublicContext,
  { person, ticket, subject, answerHash }: ProvedRecovery,
) => {
  const { firmId, now } = context
  if ((await questionOf(db, firmId, person))?.answerHash !== answerHash)
    throw new ApiError('4002', '密保问题刚刚被修改过，请重新开始')
  if (!(await consumeTicket(db, ticket, { firmId, purpose: 'question', subject }, now)))
    throw new ApiError('4002')
  await appendLogEntries(db, context, [
    {
      module: 1,
      action: 'changePassword',
      target: personTarget(person),
      summary: `【${person.name}】通过密保问题重设密码`,
    },
    ...(await settlePasskeys({ ...context, db }, person)),
  ])
  await notifyPasswordRecovered({ ...context, db }, person, '密保问题')
}
