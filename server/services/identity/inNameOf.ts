import { mustSecureAccountFirst } from '../../../resources/domain/accountSetup.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { Context } from '../../context/context.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Db } from '../../db/connection/open.ts'
import { identifyPerson } from './session.ts'

type Person = { firmId: number; population: Population; id: number }
/** What the log says of where the work comes from. */
type Origin = Pick<Context, 'requestId' | 'ip' | 'device'> & Partial<Pick<Context, 'reason' | 'batch'>>

/**
 * The context of work that is done in a person's name outside a call, with the present rights; null if the account can no
 * longer be used.
 */
export const contextInNameOf = async (
  { database, services, now }: Pick<Runtime, 'database' | 'services' | 'now'>,
  db: Db,
  person: Person,
  { reason = null, ...origin }: Origin,
): Promise<Context | null> => {
  const time = now()
  const found = await identifyPerson(db, person, time)
  if (!found || mustSecureAccountFirst(found.caller)) return null
  return {
    caller: found.caller,
    switches: found.switches,
    firmId: person.firmId,
    scope: 'self',
    db,
    database,
    services,
    now: time,
    host: '',
    language: 'zh',
    deviceCookie: null,
    keepDevice: () => {},
    once: (_, work) => work(),
    forget: () => Promise.resolve(),
    reason,
    ...origin,
  }
}
