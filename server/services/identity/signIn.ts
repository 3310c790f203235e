import type { z } from 'zod'

import type { Population } from '../../../resources/domain/role.ts'
import type { self } from '../../../resources/session.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { expireIn, insertCode, issueTicket } from './codes.ts'
import { prepareChallenge } from './challenge.ts'
import { hasSecondFactor, type prepareFactorCode } from './secondFactor.ts'
import { endSessions, identifyIn, createSession } from './session.ts'
import { append, type LogEntry } from '../audit/audit.ts'
import { securityOf } from '../settings/systemConfig.ts'
import { deviceCookie, knownDevice } from './devices.ts'
import { settingOf } from '../settings/firmSettings.ts'
import { firmForSignIn } from './loginSettings.ts'
import { notifyNewDevice, notifyRecoveryCodeUsed } from '../../notifications/accounts.ts'
import { lockPerson, type AccountHolder, personTarget, writeAccount } from '../directory/people.ts'
import { refusedApplication } from './registration.ts'
import { currentUserOf } from './currentUser.ts'

type Answer = { token: string; expireAt: string; userInfo: z.input<typeof self> }

class RefusedApplicant extends ApiError {
  constructor(reason: string | null, further: object = {}) {
    super('4006', reason ? `注册申请未通过：${reason}` : '注册申请未通过', { status: 2, reason, ...further })
  }
}

/** He has shown who he is: with the ticket he corrects what he wrote, without another code to his mobile. */
const withCorrection = async ({ database, firmId, now }: PublicContext, { id, mobile }: AccountHolder) => {
  const found = await database.read(firmId, db => refusedApplication(db, firmId, id))
  const ticket = await issueTicket(database, { firmId, purpose: 'register', subject: mobile }, now)
  return new RefusedApplicant(found?.reason ?? null, { ticket, application: found?.application })
}

/** Said only to who has shown that the account is his. */
const checkStatus = ({ population, status, rejectReason }: AccountHolder) => {
  if (status === 1) return
  if (population === 2 && status === 0) throw new ApiError('4006', undefined, { status, reason: null })
  if (population === 2 && status === 2) throw new RefusedApplicant(rejectReason)
  if (population === 2 && status === 4)
    throw new ApiError('4005', '您已办理离所，账号已停止使用，如有疑问请联系管理员')
  throw new ApiError('4005')
}

export const requireFirm = async ({ database, firmId }: PublicContext) => {
  const firm = await database.read(firmId, db => firmForSignIn(db, firmId))
  if (!firm) throw new ApiError('4040', '律所不存在，请检查访问地址')
  return firm
}

/** 单点登录: lawyers by 律师登录, administrators by the operator's security settings. */
const isSingleSession = async (db: Db, firmId: number, population: Population) =>
  population === 2
    ? (await settingOf(db, firmId, 'loginRegSet')).singleSession === 1
    : (await securityOf(db, firmId)).singleSession === 1

type SignIn = {
  /** As he was when he proved who he is. */
  person: AccountHolder
  /** What the proof rests on besides the names that he signs in with; it ends where that was changed meanwhile. */
  proof: 'password' | 'code'
  isRemembered: boolean
  /** Ends every other session, whatever the firm's settings. */
  isSingle?: true
  /** Made again with today's costs, or new. */
  passwordHash?: string | undefined
  /** Runs in the same transaction; throws when something was no longer so. */
  also?: (db: Db) => Promise<void>
  /** Uses up the code of a second factor; without it, who has one gets a challenge and no session. */
  consumeFactor?: Awaited<ReturnType<typeof prepareFactorCode>>
}

/** The first proof of somebody who has a second factor was right: no session yet. */
export class SecondFactorWanted extends ApiError {
  readonly challenge: string
  constructor(challenge: string) {
    super('4011', undefined, { challenge, expireIn: expireIn('challenge') })
    this.challenge = challenge
  }
}

type UsedFactor = Awaited<ReturnType<NonNullable<SignIn['consumeFactor']>>>

/** How somebody came in, as the log tells it. */
const signInEntries = (person: AccountHolder, used: UsedFactor): LogEntry[] => [
  { module: 1, action: 'login', ...(used && { summary: `【${person.name}】通过两步验证登录` }) },
  ...(used?.by === 'recovery'
    ? [
        {
          module: 1,
          action: 'recoveryCode',
          target: personTarget(person),
          summary: `【${person.name}】使用恢复码登录，剩余${used.codesLeft}个恢复码`,
        } as const,
      ]
    : []),
]

/** Locks the person and answers him as he is now; null where what he proved is no longer so. */
const lockProved = async (db: Db, firmId: number, { person, proof }: SignIn) => {
  const current = await lockPerson(db, { firmId, population: person.population, id: person.id })
  if (!current || current.mobile !== person.mobile || current.account !== person.account) return null
  return proof === 'password' && current.passwordHash !== person.passwordHash ? null : current
}

/**
 * Opens the session of somebody who has proved who he is, and answers what the client keeps of it. Between the proof and
 * here he waited in a queue: null where his password or name was changed, or he was removed, meanwhile (promise Q14).
 */
export const signIn = async (context: PublicContext, entering: SignIn): Promise<Answer | null> => {
  const { database, firmId, now } = context
  const { passwordHash, also, consumeFactor } = entering
  const { population, id } = entering.person
  const owner = { firmId, population, id }
  const isKnown = (await knownDevice(database, context.deviceCookie, owner, now)) !== null
  const proved = { ...entering.person, ...(passwordHash && { passwordHash }) }
  const waiting = await prepareChallenge(database, context, proved, entering.isRemembered)
  const enter = async (db: Db) => {
    const person = await lockProved(db, firmId, entering)
    if (!person) return null
    checkStatus(person)
    const isHalf = !consumeFactor && (await hasSecondFactor(db, owner))
    const used = (await consumeFactor?.(db)) ?? null
    if (consumeFactor && !used) return null
    await also?.(db)
    if (!isHalf) return openFor(db, context, { ...entering, person }, { used, isKnown })
    if (passwordHash) await writeAccount(db, owner, { passwordHash })
    if (entering.isSingle) await endSessions(db, owner)
    await insertCode(db, waiting.row, now)
    return 'half' as const
  }
  const answer = await database.write(firmId, enter).catch(async (error: unknown) => {
    throw error instanceof RefusedApplicant ? await withCorrection(context, entering.person) : error
  })
  if (answer === 'half') throw new SecondFactorWanted(waiting.ticket)
  if (answer && !isKnown) context.keepDevice(await deviceCookie(database, owner, now))
  return answer
}

type Entered = { used: UsedFactor; isKnown: boolean }

/** Opens the session in the transaction that has proved the person. */
const openFor = async (
  db: Db,
  context: PublicContext,
  { person, isRemembered, isSingle, passwordHash }: SignIn,
  { used, isKnown }: Entered,
): Promise<Answer> => {
  const { firmId, now, ip, device } = context
  const { population, id } = person
  const owner = { firmId, population, id }
  const signedIn = { lastLoginAt: now, lastLoginIp: ip, ...(passwordHash && { passwordHash }) }
  await writeAccount(db, owner, signedIn)
  if (isSingle || (await isSingleSession(db, firmId, population))) await endSessions(db, owner)
  const opened = await createSession(db, { firmId, population, userId: id, isRemembered, now, ip, device })
  const { caller } = await identifyIn(db, opened.token, now)
  await append(db, { ...context, caller }, signInEntries(person, used))
  if (used?.by === 'recovery') await notifyRecoveryCodeUsed({ ...context, db }, person, used.codesLeft)
  // The very first sign-in is on a new device too, and no news to anybody.
  if (!isKnown && person.lastLoginAt) await notifyNewDevice({ ...context, db }, person)
  return {
    token: opened.token,
    expireAt: opened.expireAt.toISOString(),
    userInfo: await currentUserOf(db, caller),
  }
}
