import { sql } from 'drizzle-orm'

import type { Database, Db } from '../../db/connection/open.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { lockPerson, findPersonByName, personTarget, writeAccount } from '../directory/people.ts'
import { hashPassword, randomPassword } from '../identity/passwords.ts'
import { endPasskeys } from '../identity/accountSetup.ts'
import { deleteFactor } from '../identity/secondFactor.ts'
import { endSessions } from '../identity/session.ts'
import { unlock } from '../limits/counters.ts'
import { operatorOrigin } from './operator.ts'

/**
 * Gives an administrator a random password that has to be changed at the next sign-in, unlocks the account,
 * removes the second factor and passkeys, and ends all sessions. Returns the password; null if the firm has no enabled
 * administrator with this account.
 */
export const resetAdmin = async (
  database: Database,
  firmId: number,
  account: string,
): Promise<string | null> => {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return database.write(firmId, async db => {
    const named = await findPersonByName(db, firmId, 1, account)
    const person = named && (await lockPerson(db, { firmId, population: 1, id: named.id }))
    if (person?.status !== 1) return null
    const { population, id } = person
    await writeAccount(db, { firmId, population, id }, { passwordHash, mustChangePwd: 1 })
    await unlock(db, firmId, population, id)
    await endSessions(db, { firmId, population, id })
    const hadApp = await deleteFactor(db, { firmId, population, id })
    const target = personTarget(person)
    const entry = { module: 3, action: 'resetPassword', target, isAutomatic: true } as const
    const passkeysOff = await endPasskeys(
      db,
      { firmId, population, id },
      { module: 3, target, isAutomatic: true },
    )
    const factorOff = { ...entry, action: 'factorOff' } as const
    await appendLogEntries(db, operatorOrigin(firmId, 'reset-admin'), [
      entry,
      ...(hadApp ? [factorOff] : []),
      ...passkeysOff,
    ])
    return password
  })
}

const countSessions = async (db: Db, firmId: number): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from sessions where firm_id = ${firmId}`,
  )
  return rows[0]!.count
}

/** Ends the sessions of everybody in a firm and returns their number. */
export const endSessionsOfFirm = (database: Database, firmId: number): Promise<number> =>
  database.write(firmId, async db => {
    const count = await countSessions(db, firmId)
    await db.execute(sql`delete from sessions where firm_id = ${firmId}`)
    const entry = { module: 1, action: 'kick', batchCount: count, isAutomatic: true } as const
    await appendLogEntries(db, operatorOrigin(firmId, 'end-sessions'), [entry])
    return count
  })

/**
 * Ends the sessions of everyone who signs in by this account or mobile. Returns their number; null if nobody
 * does.
 */
export const endSessionsOf = (database: Database, firmId: number, account: string): Promise<number | null> =>
  database.write(firmId, async db => {
    const before = await countSessions(db, firmId)
    const named = [
      await findPersonByName(db, firmId, 1, account),
      await findPersonByName(db, firmId, 2, account),
    ]
    const people = named.filter(it => it !== null && it !== undefined)
    if (people.length === 0) return null
    for (const person of people) {
      await endSessions(db, { firmId, population: person.population, id: person.id })
      const module = person.population === 1 ? 3 : 4
      const entry = { module, action: 'kick', target: personTarget(person), isAutomatic: true } as const
      await appendLogEntries(db, operatorOrigin(firmId, 'end-sessions'), [entry])
    }
    return before - (await countSessions(db, firmId))
  })
