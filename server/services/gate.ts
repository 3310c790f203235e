import { masked, type Population } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { Refusal } from '../refusal.ts'
import { append } from './audit.ts'
import { useCode } from './codes.ts'
import {
  countDown,
  countTry,
  countUp,
  failuresOf,
  forget,
  inTurn,
  lockKey,
  lockLimits,
  networkOf,
  uncountTry,
} from './counters.ts'
import { knownDevice } from './devices.ts'
import { accountPage, sendMessages } from './messages.ts'
import type { Person } from './people.ts'

// Every door at which something is guessed (password, SMS code, question, old password) counts here: one lock a person
// for all of them (promise Q06), the same steps for people and for names that nobody has (promise Q02).

type Origin = Context<Caller | null>
export type Picture = { codeId?: string | undefined; code?: string | undefined }

type Try<T> = {
  population: Population
  /** As typed, already normalised. */
  name: string
  /** null: nobody is called so. */
  person: Person | null
  picture: Picture
  captcha: 'auto' | 'always' | 'never'
  /** What is said when it was wrong. */
  refusal: Refusal
  /** Evaluates the guess; null when it was wrong. */
  prove: () => Promise<T | null>
}

const perNetwork = { most: 20, windowMs: 15 * 60_000 }

/** A captcha that is used up by being looked at. */
export const usePicture = async ({ database, firmId, now }: Origin, { codeId, code }: Picture) =>
  codeId !== undefined &&
  code !== undefined &&
  (await useCode(
    database,
    { kind: 'captcha', firmId, purposes: ['picture'], subject: '', id: codeId, code: code.toUpperCase() },
    now,
  )) !== null

export const needPicture = async (context: Origin, picture: Picture) => {
  if (await usePicture(context, picture)) return
  throw new Refusal('4002', picture.code ? '图形验证码错误或已过期' : '请输入图形验证码', { captcha: 1 })
}

const networkKey = (ip: string) => `network:${networkOf(ip)}`

/** The failed try's row in the log, the lock's, and the message to the person whose account was tried. */
const record = async (
  db: Db,
  context: Origin,
  { population, name, person, refusal }: Try<unknown>,
  locks: boolean,
) => {
  const target = person && {
    type: population === 1 ? 'admins' : 'lawyers',
    id: person.id,
    name: person.name,
    organizationId: person.organizationId,
  }
  const who = person ? `【${person.name}】` : `账号 ${masked(name)}`
  const entry = { module: 1, ...(target && { target }), result: 0, errorCode: refusal.code } as const
  await append(db, context, [
    { ...entry, action: 'loginFail', summary: `${who}验证失败` },
    ...(locks ? [{ ...entry, action: 'lock', summary: `${who}因多次失败被锁定` } as const] : []),
  ])
  if (!locks) return
  // For a name that nobody has, the same statement reaches nobody.
  await sendMessages(
    { ...context, caller: null, db },
    {
      ...accountPage,
      type: 5,
      level: 2,
      title: '账号因多次登录失败被锁定',
      content: `有人多次用错误的密码或验证码登录您的账号(来自 ${context.ip})。如果不是您本人,请尽快修改密码。`,
    },
    { population, ids: person ? [person.id] : [] },
  )
}

const evaluate = async <T>(context: Origin, key: string, attempt: Try<T>) => {
  const { database, firmId, ip, now } = context
  const { captcha, picture, prove, refusal } = attempt
  const failures = await database.read(null, db => failuresOf(db, key, now))
  if (captcha === 'always' || (captcha === 'auto' && failures >= lockLimits.captchaFrom))
    await needPicture(context, picture)
  const { locks } = await database.write(null, async db => {
    await countUp(db, networkKey(ip), perNetwork, now)
    return countTry(db, key, now)
  })
  const takeBack = (settle: (db: Db, key: string) => Promise<unknown>) =>
    database.write(null, async db => {
      await countDown(db, networkKey(ip))
      await settle(db, key)
    })
  const proof = await prove().catch(async (error: unknown) => {
    await takeBack(uncountTry)
    throw error
  })
  if (proof !== null) {
    await takeBack(forget)
    return proof
  }
  await database.write(firmId, db => record(db, context, attempt, locks))
  const asksPicture = captcha === 'auto' && failures + 1 >= lockLimits.captchaFrom
  throw new Refusal(refusal.code, refusal.message, asksPicture ? { captcha: 1 } : refusal.data)
}

/** One guess through the gate: its proof, or the refusal. Runs outside the call's transaction. */
export const pass = async <T>(context: Origin, attempt: Try<T>): Promise<T> => {
  const { database, firmId, deviceCookie, now } = context
  const { population, name, person } = attempt
  const own = person && { firmId, population, id: person.id }
  const device = own && (await knownDevice(database, deviceCookie, own, now))
  const lock = lockKey(firmId, population, person ? person.id : name.toLowerCase())
  const key = device ? `${lock}:${device}` : lock
  return inTurn(key, () => evaluate(context, key, attempt))
}
