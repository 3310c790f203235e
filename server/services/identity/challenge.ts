import { createHash } from 'node:crypto'

import type { PublicContext } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { type AccountHolder, personWithId } from '../directory/people.ts'
import { consumeTicket, prepareTicket, readTicket } from './codes.ts'

// Between a right password or SMS code and the second factor stands a challenge: 192 random bits that are good for five
// minutes and one session, of one person in one firm, for the browser that proved the first, and only as long as what was
// proved is so. The server stores its hash, so that it holds on every process.

type Origin = Pick<PublicContext, 'firmId' | 'device' | 'now'>

const purpose = 'secondFactor'

/** What the first proof rested on; it is another one after a new password, mobile or account, and in another browser. */
const proofOf = ({ passwordHash, mobile, account }: AccountHolder, device: string) =>
  createHash('sha256').update([passwordHash, mobile, account, device].join('\n')).digest('base64url')

const subjectOf = (person: AccountHolder, isRemembered: boolean, device: string) =>
  [person.population, person.id, isRemembered ? 1 : 0, proofOf(person, device)].join(':')

/** To be stored by `insertCode` in the transaction that found a second factor. */
export const prepareChallenge = (
  database: Database,
  { firmId, device }: Origin,
  person: AccountHolder,
  isRemembered: boolean,
) => {
  const subject = subjectOf(person, isRemembered, device)
  return prepareTicket(database, { firmId, purpose, subject }, 'challenge')
}

type Challenged = { person: AccountHolder; isRemembered: boolean; subject: string }

/** Whose sign-in waits; null where the challenge has ended, was used, or what was proved is no longer so. */
export const challengedBy = async (
  db: Db,
  { firmId, device, now }: Origin,
  challenge: string,
): Promise<Challenged | null> => {
  const subject = await readTicket(db, challenge, { firmId, purpose }, now, 'challenge')
  const [, population, id, remembered] = /^([12]):(\d+):([01]):/.exec(subject ?? '') ?? []
  if (subject === null || !id) return null
  const person = await personWithId(db, { firmId, population: population === '1' ? 1 : 2, id: Number(id) })
  const isRemembered = remembered === '1'
  if (!person || subjectOf(person, isRemembered, device) !== subject) return null
  return { person, isRemembered, subject }
}

/** Uses a challenge up in the transaction that opens its session; false where another call has. */
export const consumeChallenge = (
  db: Db,
  { firmId, now }: Origin,
  challenge: string,
  subject: string,
): Promise<boolean> => consumeTicket(db, challenge, { firmId, purpose, subject }, now, 'challenge')
