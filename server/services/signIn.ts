import type { z } from 'zod'

import type { self } from '../../resources/session.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { Refusal } from '../refusal.ts'
import { endSessions, identifyIn, openSession } from '../session.ts'
import { append } from './audit.ts'
import { sweepCounters } from './counters.ts'
import { deviceCookie, knownDevice } from './devices.ts'
import { firmForSignIn } from './loginSettings.ts'
import { type Person, writeAccount } from './people.ts'
import { selfOf } from './self.ts'

type Origin = Context<Caller | null>
type Answer = { token: string; expireAt: string; userInfo: z.input<typeof self> }

/** Said only to who has shown that the account is his. */
const checkStatus = ({ population, status, rejectReason }: Person) => {
  if (status === 1) return
  if (population === 2 && status === 0) throw new Refusal('4006', undefined, { status, reason: null })
  if (population === 2 && status === 2)
    throw new Refusal('4006', `注册申请未通过${rejectReason ? `:${rejectReason}` : ''}`, {
      status,
      reason: rejectReason,
    })
  throw new Refusal('4005')
}

export const firmOf = async ({ database, firmId }: Origin) => {
  const firm = await database.read(firmId, db => firmForSignIn(db, firmId))
  if (!firm) throw new Refusal('4040', '律所不存在,请检查访问地址')
  return firm
}

const keepDevice = async (
  { database, firmId, deviceCookie: given, keepDevice, now }: Origin,
  who: Person,
) => {
  const owner = { firmId, population: who.population, id: who.id }
  if (await knownDevice(database, given, owner, now)) return
  keepDevice(await deviceCookie(database, owner, now))
}

type Entering = {
  person: Person
  isRemembered: boolean
  isSingle: boolean
  /** Made again with today's costs, or new. */
  passwordHash?: string | undefined
  /** Runs in the same transaction; throws when something was no longer so. */
  also?: (db: Db) => Promise<void>
}

/** Opens the session of somebody who has proved who he is, and answers what the client keeps of it. */
export const enter = async (context: Origin, entering: Entering): Promise<Answer> => {
  const { database, firmId, now, ip, device } = context
  const { person, isRemembered, isSingle, passwordHash, also } = entering
  const { population, id } = person
  checkStatus(person)
  const answer = await database.write(firmId, async db => {
    await also?.(db)
    await writeAccount(
      db,
      { firmId, population, id },
      { lastLoginAt: now, lastLoginIp: ip, ...(passwordHash && { passwordHash }) },
    )
    if (isSingle) await endSessions(db, population, id)
    const opened = await openSession(db, { firmId, population, userId: id, isRemembered, now, ip, device })
    const { caller } = await identifyIn(db, opened.token, now)
    await append(db, { ...context, caller }, [{ module: 1, action: 'login' }])
    await sweepCounters(db, now)
    return {
      token: opened.token,
      expireAt: opened.expireAt.toISOString(),
      userInfo: await selfOf(db, caller),
    }
  })
  await keepDevice(context, person)
  return answer
}
