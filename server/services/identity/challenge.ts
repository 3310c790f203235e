import { createHash } from 'node:crypto'

import type { PublicContext } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { type AccountHolder, findPersonById } from '../directory/people.ts'
import { consumeTicket, prepareTicket, readTicket } from './codes.ts'

// A challenge connects a right password or SMS code with the second factor: 192 random bits, valid for five
// minutes and one session, for one person in one firm and the browser of the first proof, and only while that
// proof still holds. The server stores its hash in the database, so that it works on every process.

type ChallengeOrigin = Pick<PublicContext, 'firmId' | 'device' | 'now'>

const purpose = 'secondFactor'

/** A hash of what the first proof rests on; it changes with the password, mobile, account or browser. */
const proofOf = ({ passwordHash, mobile, account }: AccountHolder, device: string) =>
  createHash('sha256').update([passwordHash, mobile, account, device].join('\n')).digest('base64url')

const subjectOf = (person: AccountHolder, isRemembered: boolean, device: string) =>
  [person.population, person.id, isRemembered ? 1 : 0, proofOf(person, device)].join(':')

/** Prepares a challenge, to be stored by `insertCode` in the transaction that found a second factor. */
export const prepareChallenge = (
  database: Database,
  { firmId, device }: ChallengeOrigin,
  person: AccountHolder,
  isRemembered: boolean,
) => {
  const subject = subjectOf(person, isRemembered, device)
  return prepareTicket(database, { firmId, purpose, subject }, 'challenge')
}

type ChallengedPerson = { person: AccountHolder; isRemembered: boolean; subject: string }

/**
 * The person whose sign-in waits; null where the challenge has expired or was used, or where the first proof
 * no longer holds.
 */
export const findChallenge = async (
  db: Db,
  { firmId, device, now }: ChallengeOrigin,
  challenge: string,
): Promise<ChallengedPerson | null> => {
  const subject = await readTicket(db, challenge, { firmId, purpose }, now, 'challenge')
  const [, population, id, rememberedDigit] = /^([12]):(\d+):([01]):/.exec(subject ?? '') ?? []
  if (subject === null || !id) return null
  const person = await findPersonById(db, { firmId, population: population === '1' ? 1 : 2, id: Number(id) })
  const isRemembered = rememberedDigit === '1'
  if (!person || subjectOf(person, isRemembered, device) !== subject) return null
  return { person, isRemembered, subject }
}

/** Uses a challenge in the transaction that opens its session; false where another call has used it. */
export const consumeChallenge = (
  db: Db,
  { firmId, now }: ChallengeOrigin,
  challenge: string,
  subject: string,
): Promise<boolean> => consumeTicket(db, challenge, { firmId, purpose, subject }, now, 'challenge')
