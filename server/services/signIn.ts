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
import { accountPage, sendMessages } from './messages.ts'
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

/** The very first sign-in is on a new device too, and no news to anybody. */
const tellOfDevice = (context: Origin, db: Db, { population, id, lastLoginAt }: Person) =>
  lastLoginAt &&
  sendMessages(
    { ...context, caller: null, db },
    {
      ...accountPage,
      type: 5,
      title: '您的账号在新设备上登录',
      content: `您的账号刚刚在新的设备或浏览器上登录(来自 ${context.ip})。如果不是您本人,请退出该设备并修改密码。`,
    },
    { population, ids: [id] },
  )

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
  const owner = { firmId, population, id }
  const isKnown = (await knownDevice(database, context.deviceCookie, owner, now)) !== null
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
    if (!isKnown) await tellOfDevice(context, db, person)
    await sweepCounters(db, now)
    return {
      token: opened.token,
      expireAt: opened.expireAt.toISOString(),
      userInfo: await selfOf(db, caller),
    }
  })
  if (!isKnown) context.keepDevice(await deviceCookie(database, owner, now))
  return answer
}
