import type { z } from 'zod'

import type { Population } from '../../../resources/domain/role.ts'
import type { SignOnWay } from '../../../resources/domain/signOn.ts'
import type { self } from '../../../resources/session.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { ApiError } from '../../context/apiError.ts'
import { lifetimeSeconds, insertCode, issueTicket } from './codes.ts'
import { prepareChallenge } from './challenge.ts'
import { type OwnFactors, ownFactors, requiresFactor, type UsedCode } from './secondFactor.ts'
import { endSessions, identifyIn, createSession } from './session.ts'
import { appendLogEntries, type LogEntry } from '../audit/audit.ts'
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

/**
 * The refusal for an applicant whose identity is proved: with the ticket, the application can be corrected
 * without another SMS code.
 */
const refusalWithCorrection = async (
  { database, firmId, now }: PublicContext,
  { id, mobile }: AccountHolder,
) => {
  const found = await database.read(firmId, db => refusedApplication(db, firmId, id))
  const ticket = await issueTicket(database, { firmId, purpose: 'register', subject: mobile }, now)
  return new RefusedApplicant(found?.reason ?? null, { ticket, application: found?.application })
}

/** Only answered to a person who has proved to own the account. */
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

/** 单设备登录: for lawyers by 律师登录, for administrators by the operator's security settings. */
const isSingleSession = async (db: Db, firmId: number, population: Population) =>
  population === 2
    ? (await settingOf(db, firmId, 'loginRegSet')).singleSession === 1
    : (await securityOf(db, firmId)).singleSession === 1

/** What proved the second factor. */
type UsedFactor = UsedCode | { by: 'passkey' }

type SignIn = {
  /** The person as read when the identity was proved. */
  person: AccountHolder
  /**
   * What proved the identity besides the account name; a change of the password meanwhile invalidates a
   * password proof.
   */
  proof: 'password' | 'code' | 'passkey' | SignOnWay
  isRemembered: boolean
  /** Ends every other session, whatever the firm's settings. */
  isSingle?: true
  /** A new hash to store: of a new password, or made with the present parameters. */
  passwordHash?: string | undefined
  /** Runs in the same transaction; throws when a condition no longer holds. */
  also?: (db: Db) => Promise<void>
  /**
   * Uses a second factor and returns null where that fails; without it, a person who needs one gets a
   * challenge and no session.
   */
  consumeFactor?: (db: Db) => Promise<UsedFactor | null>
}

/**
 * The factors of which a sign-in by password needs one more; null where it needs none. An authenticator app is
 * always asked for. A passkey replaces the password, so it is asked for beside the password only where the firm
 * demands two factors.
 */
const missingFactor = async (
  db: Db,
  person: Parameters<typeof requiresFactor>[1],
): Promise<OwnFactors | null> => {
  const factors = await ownFactors(db, person)
  const isNeeded = factors.hasApp || (factors.hasPasskey && (await requiresFactor(db, person)))
  return isNeeded ? factors : null
}

/** Thrown when the first proof was right and the person has a second factor; there is no session yet. */
export class SecondFactorRequired extends ApiError {
  readonly challenge: string
  constructor(challenge: string, { hasApp, hasPasskey: passkey }: OwnFactors) {
    super('4011', undefined, {
      challenge,
      expireIn: lifetimeSeconds('challenge'),
      ...(!hasApp && { app: 0 }),
      ...(passkey && { passkey: 1 }),
    })
    this.challenge = challenge
  }
}

/** The log rows of a sign-in. */
const signInEntries = (
  { person, proof }: Pick<SignIn, 'person' | 'proof'>,
  used: UsedFactor | null,
): LogEntry[] => [
  {
    module: 1,
    action: 'login',
    ...(proof === 'wecom' && { summary: `【${person.name}】通过企业微信登录` }),
    ...(proof === 'openId' && { summary: `【${person.name}】通过单点登录进入后台` }),
    ...(used?.by === 'passkey' && { summary: `【${person.name}】通过通行密钥登录` }),
    ...(used && used.by !== 'passkey' && { summary: `【${person.name}】通过两步验证登录` }),
  },
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

/** Locks the person and returns the current row; null where the proof no longer holds. */
const lockProvedPerson = async (db: Db, firmId: number, { person, proof }: SignIn) => {
  const current = await lockPerson(db, { firmId, population: person.population, id: person.id })
  if (!current || current.mobile !== person.mobile || current.account !== person.account) return null
  return proof === 'password' && current.passwordHash !== person.passwordHash ? null : current
}

/**
 * Opens the session of a person whose identity is proved, and returns the client's data. The call may have
 * waited in a queue since the proof: null where the password, name or account has changed or the person was
 * removed meanwhile (promise Q14).
 */
export const signIn = async (context: PublicContext, attempt: SignIn): Promise<Answer | null> => {
  const { database, firmId, now } = context
  const { passwordHash, also, consumeFactor } = attempt
  const { population, id } = attempt.person
  const owner = { firmId, population, id }
  const isKnown = (await knownDevice(database, context.deviceCookie, owner, now)) !== null
  const provedPerson = { ...attempt.person, ...(passwordHash && { passwordHash }) }
  const challenge = await prepareChallenge(database, context, provedPerson, attempt.isRemembered)
  const openSession = async (db: Db) => {
    const person = await lockProvedPerson(db, firmId, attempt)
    if (!person) return null
    checkStatus(person)
    const missing = consumeFactor
      ? null
      : await missingFactor(db, { ...owner, officeLevel: person.officeLevel })
    const used = (await consumeFactor?.(db)) ?? null
    if (consumeFactor && !used) return null
    await also?.(db)
    if (!missing) return openProvedSession(db, context, { ...attempt, person }, { used, isKnown })
    if (passwordHash) await writeAccount(db, owner, { passwordHash })
    if (attempt.isSingle) await endSessions(db, owner)
    await insertCode(db, challenge.row, now)
    return missing
  }
  const answer = await database.write(firmId, openSession).catch(async (error: unknown) => {
    throw error instanceof RefusedApplicant ? await refusalWithCorrection(context, attempt.person) : error
  })
  if (answer && 'hasApp' in answer) throw new SecondFactorRequired(challenge.ticket, answer)
  if (answer && !isKnown) context.keepDevice(await deviceCookie(database, owner, now))
  return answer
}

type SignInFacts = { used: UsedFactor | null; isKnown: boolean }

/** Opens the session in the transaction that has proved the person. */
const openProvedSession = async (
  db: Db,
  context: PublicContext,
  { person, proof, isRemembered, isSingle, passwordHash }: SignIn,
  { used, isKnown }: SignInFacts,
): Promise<Answer> => {
  const { firmId, now, ip, device } = context
  const { population, id } = person
  const owner = { firmId, population, id }
  const accountColumns = { lastLoginAt: now, lastLoginIp: ip, ...(passwordHash && { passwordHash }) }
  await writeAccount(db, owner, accountColumns)
  if (isSingle || (await isSingleSession(db, firmId, population))) await endSessions(db, owner)
  const session = await createSession(db, { firmId, population, userId: id, isRemembered, now, ip, device })
  const { caller } = await identifyIn(db, session.token, now)
  await appendLogEntries(db, { ...context, caller }, signInEntries({ person, proof }, used))
  if (used?.by === 'recovery') await notifyRecoveryCodeUsed({ ...context, db }, person, used.codesLeft)
  // The very first sign-in is on a new device too, but need not be reported.
  if (!isKnown && person.lastLoginAt) await notifyNewDevice({ ...context, db }, person)
  return {
    token: session.token,
    expireAt: session.expireAt.toISOString(),
    userInfo: await currentUserOf(db, caller),
  }
}
