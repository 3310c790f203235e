import { createHash } from 'node:crypto'

import { decodeLicence } from '../../../../resources/domain/licence.ts'
import { adminKeys, lawyerKeys } from '../../../services/directory/nameKeys.ts'
import { lawyerNamesFor } from '../../../services/lawyers/values.ts'
import type { Db } from '../../connection/open.ts'
import { admins, lawyers } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { adminKey, lawyerKey } from '../schema/references.ts'
import { type IdsByKey, idOf, idsOf, officeIdOf } from './ids.ts'
import type { PasswordHashes } from './passwords.ts'
import { timestampOf } from './timestamps.ts'

type Context = { db: Db; firm: FirmFixture; offices: IdsByKey; hashes: PasswordHashes; now: Date }

// Lawyers have about 40 columns; PostgreSQL takes 65,535 parameters per statement.
const rowsPerInsert = 1000

/** Derived from the mobile, so that printed codes of a demo still work after the fixture is written again. */
const codeKeyOf = (firmId: number, mobile: string) => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const digest = createHash('sha256').update(`${firmId}:${mobile}`).digest()
  return Array.from(digest.subarray(0, 10), byte => letters[byte % letters.length]).join('')
}

const generatedMobile = (firmId: number, index: number) =>
  `139${String(firmId % 10_000).padStart(4, '0')}${String(index + 1).padStart(4, '0')}`

export const writeAdmins = async ({ db, firm, offices, hashes }: Context): Promise<IdsByKey> => {
  if (firm.admins.length === 0) return {}
  const rows = firm.admins.map(({ key: _key, office, password, mobile, ...admin }, index) => ({
    ...admin,
    firmId: firm.firmId,
    mobile: mobile ?? generatedMobile(firm.firmId, index),
    organizationId: officeIdOf(firm, offices, office),
    passwordHash: hashes(password ?? firm.password),
    ...adminKeys({ ...admin, mobile }),
  }))
  const insertedRows = await db.insert(admins).values(rows).returning({ id: admins.id })
  return idsOf(
    firm.admins.map(adminKey),
    insertedRows.map(row => row.id),
  )
}

type Lawyer = FirmFixture['lawyers'][number]

const lawyerRow = (
  { firm, offices, hashes, now }: Context,
  fixtureLawyer: Lawyer,
): typeof lawyers.$inferInsert => {
  const { key: _key, office, password, ...lawyer } = fixtureLawyer
  const names = lawyerNamesFor(lawyer)
  const licence = lawyer.licenseNumber ? decodeLicence(lawyer.licenseNumber) : null
  const createdAt = timestampOf(lawyer.createdAt, now)
  return {
    ...lawyer,
    firmId: firm.firmId,
    ...names,
    organizationId: officeIdOf(firm, offices, office),
    practiceType: lawyer.practiceType ?? licence?.practiceType,
    firstPractisedYear: lawyer.firstPractisedYear ?? licence?.year,
    codeKey: codeKeyOf(firm.firmId, lawyer.mobile),
    passwordHash: hashes(password ?? firm.password),
    ...lawyerKeys({ ...lawyer, ...names }),
    createdAt,
    updatedAt: createdAt,
  }
}

export const writeLawyers = async (context: Context): Promise<IdsByKey> => {
  const { db, firm } = context
  const ids: IdsByKey = {}
  for (let start = 0; start < firm.lawyers.length; start += rowsPerInsert) {
    const batchLawyers = firm.lawyers.slice(start, start + rowsPerInsert)
    const rows = await db
      .insert(lawyers)
      .values(batchLawyers.map(lawyer => lawyerRow(context, lawyer)))
      .returning({ id: lawyers.id, mobile: lawyers.mobile })
    const byMobile = Object.fromEntries(rows.map(row => [row.mobile, row.id]))
    for (const lawyer of batchLawyers) ids[lawyerKey(lawyer)] = idOf(byMobile, 'lawyer', lawyer.mobile)
  }
  return ids
}
