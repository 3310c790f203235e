import type { Services } from '../../context/services.ts'
import type { Database } from '../connection/open.ts'
import type { FirmFixture, Fixture } from './fixtureSchema.ts'
import { writeArticles } from './write/articles.ts'
import { writeCards } from './write/cards.ts'
import { storePictures, withFileAddresses, writeFiles, type StoredPicture } from './write/files.ts'
import { writeFirm, writeOffices, writePositions, writeProfessions } from './write/firm.ts'
import type { IdsByKey } from './write/ids.ts'
import { writeMessages } from './write/messages.ts'
import { type PasswordHashes, hashesFor } from './write/passwords.ts'
import { writeAdmins, writeLawyers } from './write/people.ts'
import { writeReferenceData } from './write/referenceData.ts'

export type SeedOptions = {
  /** The storage for the demo's own pictures; without one their fields stay empty. */
  storage?: Services['storage'] | undefined
  /** The time from which "three hours ago" is counted. */
  now?: Date
}

/** The database ids by fixture key; cards by `<lawyer>/<language>`. */
type SeededFirm = { firmId: number; offices: IdsByKey; admins: IdsByKey; lawyers: IdsByKey; cards: IdsByKey }

type Context = { database: Database; hashes: PasswordHashes; now: Date }

const writeAll = (
  firm: FirmFixture,
  storedPictures: readonly StoredPicture[],
  { database, hashes, now }: Context,
) =>
  database.write(firm.firmId, async (db): Promise<SeededFirm> => {
    // Files come before the rows that name them, so that the trigger records these uses.
    await writeFiles(db, firm.firmId, storedPictures)
    await writeFirm(db, firm)
    const offices = await writeOffices(db, firm)
    const positions = await writePositions(db, firm)
    const selfProfessions = await writeProfessions(db, firm)
    const people = { db, firm, offices, hashes, now }
    const admins = await writeAdmins(people)
    const lawyers = await writeLawyers(people)
    const names = { positions, selfProfessions }
    const cards = await writeCards({ db, firm, offices, admins, lawyers, names, now })
    await writeArticles({ db, firm, offices, admins, lawyers, selfProfessions, now })
    await writeMessages({ db, firm, offices, admins, lawyers, cards, now })
    return { firmId: firm.firmId, offices, admins, lawyers, cards }
  })

/** Writes the firms, each completely or not at all; the database refuses an existing firmId. */
export const seedFixture = async (
  database: Database,
  { firms }: Fixture,
  { storage, now = new Date() }: SeedOptions = {},
): Promise<{ firms: SeededFirm[] }> => {
  const hashes = await hashesFor(firms)
  await database.write(null, writeReferenceData)
  const seededFirms: SeededFirm[] = []
  for (const firm of firms) {
    const storedPictures = await storePictures(storage, firm)
    seededFirms.push(
      await writeAll(withFileAddresses(firm, storedPictures), storedPictures, { database, hashes, now }),
    )
  }
  return { firms: seededFirms }
}
