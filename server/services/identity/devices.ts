import { randomBytes } from 'node:crypto'

import type { Population } from '../../../resources/domain/role.ts'
import type { Database } from '../../db/connection/open.ts'
import { isSignedBy, signText } from './secrets.ts'

// A "device cookie" as OWASP describes it: a device on which the person has signed in before has its own
// count of failures, so that strangers who lock the account do not lock its owner out (promise Q05). It never
// identifies the caller.

type DeviceOwner = { firmId: number; population: Population; id: number }

const lifeMs = 180 * 24 * 60 * 60_000
/**
 * Tolerance for the clocks of several machines; a cookie that expires later was issued while the clock was
 * ahead.
 */
const skewMs = 5 * 60_000

const signedText = ({ firmId, population, id }: DeviceOwner, device: string, until: number) =>
  `${firmId}.${population}.${id}.${device}.${until}`

export const deviceCookie = async (database: Database, owner: DeviceOwner, now: Date) => {
  const text = signedText(owner, randomBytes(12).toString('base64url'), now.getTime() + lifeMs)
  return `${text}.${await signText(database, 'device', text)}`
}

/** The device's id when this cookie was given to this person, else null. */
export const knownDevice = async (
  database: Database,
  cookie: string | null,
  owner: DeviceOwner,
  now: Date,
) => {
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
  const text = signedText(owner, device, Number(until))
  return (await isSignedBy(database, 'device', text, signature)) ? device : null
}
