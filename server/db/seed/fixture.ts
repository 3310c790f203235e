import type { Services } from '../../context/services.ts'
import type { Database } from '../connection/open.ts'
import type { FirmFixture, Fixture } from './fixtureSchema.ts'
import { writeArticles } from './write/articles.ts'
import { writeCards } from './write/cards.ts'
import { storePictures, withAddresses, writeFiles, type StoredPicture } from './write/files.ts'
import { writeFirm, writeOffices, writePositions, writeProfessions } from './write/firm.ts'
import type { Ids } from './write/ids.ts'
import { writeMessages } from './write/messages.ts'
import { type Hashes, hashesFor } from './write/passwords.ts'
import { writeAdmins, writeLawyers } from './write/people.ts'
import { writeReferenceData } from './write/referenceData.ts'

export type SeedOptions = {
  /** Where the demo's own pictures go; without it their fields stay empty. */
  storage?: Services['storage'] | undefined
  /** What "three hours ago" counts from. */
  now?: Date
}

/** The ids of what was written, by the fixture's keys; cards by `<lawyer>/<language>`. */
type SeededFirm = { firmId: number; offices: Ids; admins: Ids; lawyers: Ids; cards: Ids }

type Context = { database: Database; hashes: Hashes; now: Date }

const writeAll = (firm: FirmFixture, stored: readonly StoredPicture[], { database, hashes, now }: Context) =>
  database.write(firm.firmId, async (db): Promise<SeededFirm> => {
    // Before whatever names them, so that their uses are noted.
    await writeFiles(db, firm.firmId, stored)
    await writeFirm(db, firm)
    const offices = await writeOffices(db, firm)
    const positions = await writePositions(db, firm)
    const selfProfessions = await writeProfessions(db, firm)
    const people = { db, firm, offices, hashes, now }
    const admins = await writeAdmins(people)
    const lawyers = await writeLawyers(people)
    const cards = await writeCards({ db, firm, offices, lawyers, names: { positions, selfProfessions }, now })
    await writeArticles({ db, firm, offices, admins, lawyers, selfProfessions, now })
    await writeMessages({ db, firm, offices, admins, lawyers, cards, now })
    return { firmId: firm.firmId, offices, admins, lawyers, cards }
  })

/** Writes the firms, each whole or not at all; a firmId that is there already is refused by the database. */
export const seedFixture = async (
  database: Database,
  { firms }: Fixture,
  { storage, now = new Date() }: SeedOptions = {},
): Promise<{ firms: SeededFirm[] }> => {
  const hashes = await hashesFor(firms)
  await database.write(null, writeReferenceData)
  const seeded: SeededFirm[] = []
  for (const firm of firms) {
    const stored = await storePictures(storage, firm)
    seeded.push(await writeAll(withAddresses(firm, stored), stored, { database, hashes, now }))
  }
  return { firms: seeded }
}
