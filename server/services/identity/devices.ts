import { randomBytes } from 'node:crypto'

import type { Population } from '../../../resources/domain/role.ts'
import type { Database } from '../../db/connection/open.ts'
import { isSignedBy, sign } from './secrets.ts'

// A "device cookie" as OWASP describes it: who has signed in here before has his own count of failures, so that
// strangers who lock the account do not lock him out (promise Q05). It never says who is calling.

type Owner = { firmId: number; population: Population; id: number }

const lifeMs = 180 * 24 * 60 * 60_000
/** Machines' clocks differ a little; what ends later was given under a clock that was ahead. */
const skewMs = 5 * 60_000

const written = ({ firmId, population, id }: Owner, device: string, until: number) =>
  `${firmId}.${population}.${id}.${device}.${until}`

export const deviceCookie = async (database: Database, owner: Owner, now: Date) => {
  const text = written(owner, randomBytes(12).toString('base64url'), now.getTime() + lifeMs)
  return `${text}.${await sign(database, 'device', text)}`
}

/** The device's own name when this cookie was given to this person, else null. */
export const knownDevice = async (database: Database, cookie: string | null, owner: Owner, now: Date) => {
  const { device, until, signature } =
    /^\d+\.\d\.\d+\.(?<device>[\w-]{16})\.(?<until>\d{13})\.(?<signature>[\w-]{43})$/.exec(cookie ?? '')
      ?.groups ?? {}
  if (
    !device ||
    !signature ||
    Number(until) < now.getTime() ||
    Number(until) > now.getTime() + lifeMs + skewMs
  )
    return null
  const text = written(owner, device, Number(until))
  return (await isSignedBy(database, 'device', text, signature)) ? device : null
}
