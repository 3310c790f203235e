import { metrics } from '@opentelemetry/api'
import { eq } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import { maskMiddle } from '../../../resources/kit/index.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { counters, firms } from '../../db/tables.ts'
import { ApiError } from '../../context/apiError.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { consumeCode } from '../identity/codes.ts'
import { createQueue, tooManySignIns } from './concurrency.ts'
import {
  decrementCounter,
  countAttempt,
  countWithin,
  failureCount,
  resetCounter,
  lockKey,
  lockLimits,
  networkOf,
  uncountAttempt,
} from './counters.ts'
import { knownDevice } from '../identity/devices.ts'
import { effectiveSetting, storedSetting } from '../settings/firmSettings.ts'
import { notifyAccountLocked } from '../../notifications/accounts.ts'
import { type AccountHolder, personTarget } from '../directory/people.ts'

// Every call at which something can be guessed is counted here, in the same steps for people and for unknown
// names (promise Q02). A password has one lock per person, wherever it is typed (promise Q06). Codes and
// answers of a recovery have limits of their own and do not count for that lock; otherwise anybody who knows
// a mobile could lock its owner out (promise Q05).

/** The context of a guess, which is counted outside the call's transaction. */
export type GuessContext = Omit<PublicContext, 'db' | 'once' | 'forget' | 'scope' | 'reason'>

export type CaptchaProof = { codeId?: string | undefined; code?: string | undefined }

type Guess<T> = {
  population: Population
  /** The typed name, already normalised. */
  name: string
  /** null: nobody has this name. */
  person: AccountHolder | null
  /** The error for a wrong guess. */
  refusal: ApiError
  /** Evaluates the guess; null when it was wrong. */
  prove: () => Promise<T | null>
}

type PasswordAttempt<T> = Guess<T> & {
  /** Absent where the attempt has cost a captcha before, or needs none. */
  captcha?: { when: 'auto' | 'always'; answer: CaptchaProof }
}

const networkLimit = { most: 20, windowMs: 15 * 60_000 }

/** Right or wrong, the captcha is used. */
const isCaptchaRight = async ({ database, firmId, now }: GuessContext, { codeId, code }: CaptchaProof) =>
  codeId !== undefined &&
  code !== undefined &&
  (await consumeCode(
    database,
    { kind: 'captcha', firmId, purposes: ['picture'], subject: '', id: codeId, code: code.toUpperCase() },
    now,
  )) !== null

export const requireCaptcha = async (context: GuessContext, answer: CaptchaProof) => {
  if (await isCaptchaRight(context, answer)) return
  throw new ApiError('4002', answer.code ? '图形验证码错误或已过期' : '请输入图形验证码', { captcha: 1 })
}

const networkKey = (ip: string) => `network:${networkOf(ip)}`
/**
 * A separate counter, so that wrong codes do not keep others in the same network from signing in with a
 * password.
 */
const codeNetworkKey = (ip: string) => `network-codes:${networkOf(ip)}`

/** Logs the failed attempt and the lock, and notifies the person whose account was tried. */
const logFailure = async (
  db: Db,
  context: GuessContext,
  { population, name, person, refusal }: Guess<unknown>,
  locks: boolean,
) => {
  const masked = maskMiddle(name)
  const [failureText, lockText] = person
    ? [`【${person.name}】验证失败`, `【${person.name}】因多次失败被锁定`]
    : [`账号 ${masked}验证失败`, `账号 ${masked}因多次失败被锁定`]
  // Created on each use, because a meter that was made before the SDK is registered measures nothing.
  metrics
    .getMeter('tenant-admin')
    .createCounter('tenant_admin.sign_in.failures', {
      description: 'Failed sign-ins: wrong passwords, codes or answers.',
    })
    .add(1, { population: population === 1 ? 'admin' : 'lawyer', locked: locks })
  const target = person && personTarget(person)
  const entry = { module: 1, ...(target && { target }), result: 0, errorCode: refusal.code } as const
  await appendLogEntries(db, context, [
    { ...entry, action: 'loginFail', summary: failureText },
    ...(locks ? [{ ...entry, action: 'lock', summary: lockText } as const] : []),
  ])
  if (locks) await notifyAccountLocked({ ...context, db }, population, person?.id ?? null)
}

/** The failure counter and the firm's limits, in statements that are sent together, since every sign-in pays for it. */
const lockState = async (db: Db, firmId: number, key: string) => {
  const [[counter], [firm]] = await Promise.all([
    db.select().from(counters).where(eq(counters.key, key)),
    db
      .select({ settings: storedSetting(firmId, 'loginRegSet') })
      .from(firms)
      .where(eq(firms.firmId, firmId)),
  ])
  return { counter: counter ?? null, limits: effectiveSetting('loginRegSet', firm?.settings) }
}

const evaluate = async <T>(context: GuessContext, key: string, attempt: PasswordAttempt<T>) => {
  const { database, firmId, ip, now } = context
  const { captcha, prove, refusal } = attempt
  const { counter, limits } = await database.read(firmId, db => lockState(db, firmId, key))
  const failures = failureCount(counter, now)
  if (captcha && (captcha.when === 'always' || failures >= lockLimits.captchaFrom))
    await requireCaptcha(context, captcha.answer)
  const { locks } = await database.write(null, async db => {
    await countWithin(db, networkKey(ip), networkLimit, now)
    return countAttempt(db, key, now, limits)
  })
  const takeBack = (settle: (db: Db, key: string) => Promise<unknown>) =>
    database.write(null, async db => {
      await decrementCounter(db, networkKey(ip))
      await settle(db, key)
    })
  const proof = await prove().catch(async (error: unknown) => {
    await takeBack(uncountAttempt)
    throw error
  })
  if (proof !== null) {
    await takeBack(resetCounter)
    return proof
  }
  await database.write(firmId, db => logFailure(db, context, attempt, locks))
  const needsCaptcha = captcha?.when === 'auto' && failures + 1 >= lockLimits.captchaFrom
  throw new ApiError(refusal.code, refusal.message, needsCaptcha ? { captcha: 1 } : refusal.data)
}

/** Limits parallel look-ups, so that connections are left for the calls of others. */
const lookUpQueue = createQueue({ running: 4, waiting: 100, sentence: tooManySignIns })
/** Limits password attempts, each of which costs a hash, 0.1 s of a core. */
const attemptQueue = createQueue({ running: 4, waiting: 32, sentence: tooManySignIns })

/** Queues reads and counts that are done before anything is known of the caller. */
export const inLookUpQueue = <T>({ ip }: GuessContext, work: () => Promise<T>) =>
  lookUpQueue(work, { group: networkOf(ip) })

const knownDeviceOf = async (
  { database, firmId, deviceCookie, now }: GuessContext,
  { population, person }: Pick<Guess<unknown>, 'population' | 'person'>,
) => person && (await knownDevice(database, deviceCookie, { firmId, population, id: person.id }, now))

/**
 * A browser that the person has signed in with has a counter of its own, so that strangers elsewhere do not
 * use up the person's attempts.
 */
export const browserKey = async (
  context: GuessContext,
  who: Pick<Guess<unknown>, 'population' | 'person'>,
  key: string,
) => {
  const device = await knownDeviceOf(context, who)
  return device ? `${key}:${device}` : key
}

type NamedPerson = Pick<Guess<unknown>, 'population' | 'name' | 'person'>
const signInKey = (context: GuessContext, { population, name, person }: NamedPerson) =>
  browserKey(context, { population, person }, lockKey(context.firmId, population, person ? person.id : name))

/**
 * Runs one counted attempt with a password; returns the proof or throws the refusal. Runs outside the call's
 * transaction.
 */
export const throttlePassword = async <T>(context: GuessContext, attempt: PasswordAttempt<T>): Promise<T> => {
  const key = await signInKey(context, attempt)
  // Attempts on one account run one after another; otherwise a few successful sign-ins at once would count as
  // a burst.
  return attemptQueue(() => evaluate(context, key, attempt), { group: networkOf(context.ip), alone: key })
}

/**
 * Runs one attempt with a code or an answer. A code allows five attempts, is only sent after a captcha or
 * within a session, and the number of codes per day is limited; these limits and the network's failures bound the
 * guessing (promise Q08).
 */
export const throttleCode = <T>(context: GuessContext, guess: Guess<T>): Promise<T> => {
  const { database, firmId, ip, now } = context
  const key = codeNetworkKey(ip)
  return inLookUpQueue(context, async () => {
    await database.write(null, db => countWithin(db, key, networkLimit, now))
    const uncountNetwork = () => database.write(null, db => decrementCounter(db, key))
    const proof = await guess.prove().catch(async (error: unknown) => {
      await uncountNetwork()
      throw error
    })
    if (proof !== null) {
      await uncountNetwork()
      return proof
    }
    await database.write(firmId, db => logFailure(db, context, guess, false))
    throw guess.refusal
  })
}

/** Resets the consecutive failures after a sign-in without the password. */
export const resetFailures = async (context: GuessContext, person: AccountHolder) => {
  const { population, account: name } = person
  const key = await signInKey(context, { population, name, person })
  await context.database.write(null, db => resetCounter(db, key))
}
