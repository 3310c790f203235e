import type { Call } from '../../resources/kit/index.ts'
import { type Access, mayCall } from '../access.ts'
import { readConf, readSelf } from '../backend/session.ts'
import { type Account, signInTo, type BackendConnection } from './wire.ts'

/** One step of a check with its result. */
export type CheckStep = { name: string; result: 'done' | 'failed' | 'skipped'; why?: string }

/** A signed-in user and what he may do on this back-end. */
export type CheckSession = {
  wire: BackendConnection
  account: Account
  access: Access
  may: (call: Call) => boolean
  isServed: (call: Call) => boolean
}

/** A call as one line, `GET /path`, in the format in which conf.app names additional calls. */
export const callLine = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

/** Signs in to the back-end and reads the user, the switches and the served additional calls. */
export const openCheckSession = async (base: string, account: Account): Promise<CheckSession> => {
  const { wire, self } = await signInTo(base, account)
  const user = readSelf(self, account.population)
  const conf = readConf(await wire.call('conf.app'))
  const additions = new Set<string>(conf.additions)
  return {
    wire,
    account,
    access: { user, switches: conf.adminFuncSwitch?.global ?? {}, additions: new Set(conf.additions) },
    may: call => mayCall(call, user),
    isServed: call => !call.isAddition || additions.has(callLine(call)),
  }
}
