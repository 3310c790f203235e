import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'

import type { Population } from '../../resources/kit/index.ts'
import { securityQuestions as questionList, type session } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { securityQuestions } from '../db/tables.ts'
import { invalid, Refusal } from '../refusal.ts'
import { append } from '../services/audit.ts'
import {
  expireIn,
  giveTicket,
  keepCode,
  readTicket,
  sixDigits,
  ticketId,
  useCode,
  useTicket,
} from '../services/codes.ts'
import { limitTo } from '../services/counters.ts'
import { needPicture, pass } from '../services/gate.ts'
import { accountPage, sendMessages } from '../services/messages.ts'
import { hashPassword, passwordFault, verifyPassword } from '../services/passwords.ts'
import { type Person, personNamed, personWithId } from '../services/people.ts'
import { sign } from '../services/secrets.ts'
import { enter, firmOf } from '../services/signIn.ts'
import { countSms } from './sessionCodes.ts'
import { normalised } from './sessionSelf.ts'

type Origin = Context<Caller | null>
type Input = z.output<(typeof session.calls)['loginByQuestion']['input']>

const day = 24 * 60 * 60_000
const answers = { most: 3, windowMs: day }

const questionOf = async (db: Db, firmId: number, { population, id }: Pick<Person, 'population' | 'id'>) => {
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

/** The same one each time, or asking twice would tell that it is made up. */
const decoyQuestion = async ({ database, firmId }: Origin, who: string) => {
  const choices = questionList.slice(0, -1)
  const digest = await sign(database, 'decoy', `${firmId}:${who}`)
  return choices[digest.charCodeAt(0) % choices.length]!.question
}

/** Step 1: the question, and a code to the person's mobile. Nobody's name gets a question and a ticket of nothing. */
const ask = async (context: Origin, population: Population, account: string) => {
  const { database, services, firmId, now } = context
  if (!services.sms.isOn) throw new Refusal('5030', '短信服务未开通,请联系管理员重置密码')
  const firm = await firmOf(context)
  const { person, known } = await database.read(firmId, async db => {
    const found = await personNamed(db, firmId, population, account)
    const row = found && (await questionOf(db, firmId, found))
    return { person: row ? found : null, known: row }
  })
  const who = `${population}:${person ? `#${person.id}` : account.toLowerCase()}`
  await countSms(context, person?.mobile ?? who)
  const question = (await decoyQuestion(context, who)) satisfies string
  const ticket = await giveTicket(database, { firmId, purpose: 'question', subject: who }, now)
  const digits = sixDigits()
  const binding = { kind: 'sms', firmId, purpose: 'question', subject: who } as const
  await keepCode(database, binding, digits, now, smsIdOf(ticket))
  if (person)
    await services.sms.send(
      person.mobile,
      `【${firm.shortName}】您正在通过密保问题找回密码,验证码${digits},5分钟内有效,请勿告诉他人。`,
      digits,
    )
  return { ticket, question: known?.question ?? question, resendIn: 60, expireIn: expireIn('sms') }
}

const smsIdOf = (ticket: string) => `question-${ticketId(ticket)}`

type Answer = { ticket: string; answer: string; smsCode: string; newPassword: string }

const whoIs = async ({ database, firmId, now }: Origin, ticket: string) =>
  database.read(firmId, async db => {
    const subject = await readTicket(db, ticket, { firmId, purpose: 'question' }, now)
    const [, digit = '2', who = ''] = /^([12]):(.+)$/s.exec(subject ?? '') ?? []
    const population = Number(digit) as Population
    const id = Number(/^#(\d+)$/.exec(who)?.[1])
    const person = id ? await personWithId(db, { firmId, population, id }) : null
    const known = person && (await questionOf(db, firmId, person))
    return { subject, population, name: who, person, answerHash: known?.answerHash ?? null }
  })

/** Step 2: answer and code together open the account, with a new password and no other session. */
const prove = async (context: Origin, { ticket, answer, smsCode, newPassword }: Answer) => {
  const { database, firmId, now } = context
  const { name, shortName, settings } = await firmOf(context)
  const found = await whoIs(context, ticket)
  const { subject, population, person, answerHash } = found
  if (subject === null) throw new Refusal('4002', '验证已过期,请重新开始')
  const firmNames = [name, shortName]
  const fault = passwordFault(newPassword, { account: '', ...person, firmNames }, settings.pwdMinLength)
  if (fault) throw invalid({ newPassword: fault })
  await limitTo(database, `question:${firmId}:${subject}`, answers, now)
  const use = {
    kind: 'sms',
    firmId,
    purposes: ['question'],
    subject,
    id: smsIdOf(ticket),
    code: smsCode,
  } as const
  const proved = await pass(context, {
    population,
    name: found.name,
    person,
    picture: {},
    captcha: 'never',
    refusal: new Refusal('4002', '密保答案或短信验证码错误'),
    prove: async () => {
      const isAnswer = await verifyPassword(answerHash, normalised(answer))
      const isCode = (await useCode(database, use, now)) !== null
      return isAnswer && isCode ? person : null
    },
  })
  return enter(context, {
    person: proved,
    isRemembered: false,
    isSingle: true,
    passwordHash: await hashPassword(newPassword),
    also: db => settle(db, context, proved, ticket, subject),
  })
}

const settle = async (db: Db, context: Origin, person: Person, ticket: string, subject: string) => {
  const { firmId, now, ip } = context
  if (!(await useTicket(db, ticket, { firmId, purpose: 'question', subject }, now))) throw new Refusal('4002')
  const target = {
    type: person.population === 1 ? 'admins' : 'lawyers',
    id: person.id,
    name: person.name,
    organizationId: person.organizationId,
  }
  await append(db, context, [
    { module: 1, action: 'changePassword', target, summary: `【${person.name}】通过密保问题重设密码` },
  ])
  await sendMessages(
    { ...context, caller: null, db },
    {
      ...accountPage,
      type: 5,
      level: 2,
      title: '您的登录密码已通过密保问题重设',
      content: `您的登录密码已重设(来自 ${ip})。如果不是您本人操作,请立即联系管理员。`,
    },
    { population: person.population, ids: [person.id] },
  )
}

const required = (value: string | undefined, field: string, label: string): string => {
  if (!value) throw invalid({ [field]: `请输入${label}` })
  return value
}

export const loginByQuestion = async (input: Input, context: Origin) => {
  const { settings } = await firmOf(context)
  // Closed for everybody alike before anything else is looked at (promise Q06).
  if (settings.questionRecovery === 0) throw new Refusal('4031')
  const { account, userType, codeId, code, ticket } = input
  if (ticket === undefined) {
    const name = required(account, 'account', '账号')
    await needPicture(context, { codeId, code })
    return ask(context, userType ?? 2, name)
  }
  return prove(context, {
    ticket,
    answer: required(input.answer, 'answer', '答案'),
    smsCode: required(input.smsCode, 'smsCode', '短信验证码'),
    newPassword: required(input.newPassword, 'newPassword', '新密码'),
  })
}
