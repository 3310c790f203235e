import { createHash } from 'node:crypto'

import { decodeLicence } from '../../../../resources/kit/licence.ts'
import { searchText } from '../../../searchText.ts'
import { englishName, pinyinOf } from '../../../services/pinyin.ts'
import type { Db } from '../../open.ts'
import { admins, lawyers } from '../../tables.ts'
import { adminKey, type FirmFixture, lawyerKey } from '../fixtureSchema.ts'
import type { Ids } from './firm.ts'
import { momentOf } from './moments.ts'
import type { Hashes } from './passwords.ts'

type Context = { db: Db; firm: FirmFixture; offices: Ids; hashes: Hashes; now: Date }

// Lawyers have some 40 columns; PostgreSQL takes 65535 parameters a statement.
const most = 1000

const officeIdOf = ({ firm, offices }: Context, key: string | undefined): number => {
  const main = firm.offices.find(it => it.isMain === 1)?.key ?? ''
  return offices[key ?? main] ?? 0
}

/** Stays the same when the fixture is written again, so that printed codes of a demo keep working. */
const codeKeyOf = (firmId: number, mobile: string) => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const digest = createHash('sha256').update(`${firmId}:${mobile}`).digest()
  return Array.from(digest.subarray(0, 10), byte => letters[byte % letters.length]).join('')
}

const searchOf = (name: string, ...rest: (string | undefined)[]) => {
  const { full, initials } = pinyinOf(name)
  return searchText(name, full, initials, ...rest)
}

const madeUpMobile = (firmId: number, index: number) =>
  `139${String(firmId % 10_000).padStart(4, '0')}${String(index + 1).padStart(4, '0')}`

export const writeAdmins = async (context: Context): Promise<Ids> => {
  const { db, firm, hashes } = context
  if (firm.admins.length === 0) return {}
  const rows = firm.admins.map(({ key: _key, office, password, mobile, ...it }, index) => ({
    ...it,
    firmId: firm.firmId,
    mobile: mobile ?? madeUpMobile(firm.firmId, index),
    organizationId: officeIdOf(context, office),
    passwordHash: hashes(password ?? firm.password),
    search: searchOf(it.name, it.account, mobile),
  }))
  const ids = await db.insert(admins).values(rows).returning({ id: admins.id })
  return Object.fromEntries(firm.admins.map((it, index) => [adminKey(it), ids[index]?.id ?? 0]))
}

type Lawyer = FirmFixture['lawyers'][number]

const lawyerRow = (context: Context, lawyer: Lawyer): typeof lawyers.$inferInsert => {
  const { firm, hashes, now } = context
  const { key: _key, office, password, createdAt, ...it } = lawyer
  const { full, initials } = pinyinOf(it.name)
  const licence = it.licenseNumber ? decodeLicence(it.licenseNumber) : null
  const at = momentOf(createdAt, now)
  return {
    ...it,
    firmId: firm.firmId,
    nameEn: it.nameEn ?? englishName(it.name),
    namePinyin: full,
    nameInitials: initials,
    organizationId: officeIdOf(context, office),
    practiceType: it.practiceType ?? licence?.practiceType,
    firstPractisedYear: it.firstPractisedYear ?? licence?.year,
    codeKey: codeKeyOf(firm.firmId, it.mobile),
    passwordHash: hashes(password ?? firm.password),
    search: searchOf(it.name, it.nameEn, it.mobile, it.licenseNumber, it.employeeNo),
    createdAt: at,
    updatedAt: at,
  }
}

export const writeLawyers = async (context: Context): Promise<Ids> => {
  const { db, firm } = context
  const ids: Ids = {}
  for (let start = 0; start < firm.lawyers.length; start += most) {
    const part = firm.lawyers.slice(start, start + most)
    const rows = await db
      .insert(lawyers)
      .values(part.map(it => lawyerRow(context, it)))
      .returning({ id: lawyers.id, mobile: lawyers.mobile })
    const byMobile = new Map(rows.map(it => [it.mobile, it.id]))
    for (const it of part) ids[lawyerKey(it)] = byMobile.get(it.mobile) ?? 0
  }
  return ids
}
