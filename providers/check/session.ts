import type { Call } from '../../resources/kit/index.ts'
import { type Access, mayCall } from '../access.ts'
import { readConf, readSelf } from '../backend/session.ts'
import { type Account, signInTo, type Wire } from './wire.ts'

/** One step of a check, and what came of it. */
export type Step = { name: string; result: 'done' | 'failed' | 'skipped'; why?: string }

/** Somebody who is signed in, and what he may do on this back-end. */
export type Session = {
  wire: Wire
  account: Account
  access: Access
  may: (call: Call) => boolean
  isServed: (call: Call) => boolean
}

/** A call as one line, `GET /path`, by which additions are named. */
export const rowOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

/** Signs in to the back-end and reads who is signed in and what may be used. */
export const openSession = async (base: string, account: Account): Promise<Session> => {
  const { wire, self } = await signInTo(base, account)
  const user = readSelf(self, account.population)
  const conf = readConf(await wire.call('conf.app'))
  const additions = new Set<string>(conf.additions)
  return {
    wire,
    account,
    access: { user, switches: conf.adminFuncSwitch?.global ?? {}, additions: new Set(conf.additions) },
    may: call => mayCall(call, user),
    isServed: call => !call.isAddition || additions.has(rowOf(call)),
  }
}
