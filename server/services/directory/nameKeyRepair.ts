import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { pinyin } from 'pinyin-pro'

import { nameParts } from '../../../resources/domain/nameReadings.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { admins, cards, lawyers, offices } from '../../db/tables.ts'
import { activeFirms } from '../jobs/expireRows.ts'
import { lawyerNamesFor } from '../lawyers/values.ts'
import { adminKeys, cardKeys, lawyerKeys, officeKeys } from './nameKeys.ts'
import { nameReader } from './pinyin.ts'

// A migration that comes with other readings of names resets `name_sort`. The keys by which these rows are sorted and found
// are then computed in portions while the product runs. This is no edit by anybody, so the version stays and nothing is
// logged.

/** The rows that one transaction changes. */
const portion = 500

const readPlainly = (name: string) =>
  (name.match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [])
    .map(part => pinyin(part, { toneType: 'none', type: 'array', v: true, surname: 'off' }).join(''))
    .join('')
    .toLowerCase()

/**
 * Whether a spelling is derived from a name by the table of surnames and the dictionary, without a reading of the given
 * name that was added later, so that it is told apart from a person's own.
 */
const isDerivedPlainly = (name: string, namePinyin: string) => {
  const { family, given } = nameParts(name)
  return namePinyin === nameReader.partsInLetters(name).surname + readPlainly(family ? given : name)
}

type Values = Readonly<Record<string, string | number>>
type Repair = { table: PgTable; id: string; rows: (db: Db, firmId: number) => Promise<Values[]> }

const lawyerRows = async (db: Db, firmId: number) => {
  const rows = await db
    .select()
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.nameSort, '')))
    .orderBy(lawyers.id)
    .limit(portion)
    .for('no key update')
  return rows.map(row => {
    const isDerived = row.namePinyin === '' || isDerivedPlainly(row.name, row.namePinyin)
    const { namePinyin, nameInitials } = isDerived ? lawyerNamesFor({ name: row.name }) : row
    return { id: row.id, namePinyin, nameInitials, ...lawyerKeys({ ...row, namePinyin, nameInitials }) }
  })
}

const cardRows = async (db: Db, firmId: number) => {
  const rows = await db
    .select({ id: cards.id, name: cards.name, lawyer: lawyers })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .where(and(eq(cards.firmId, firmId), eq(cards.nameSort, '')))
    .orderBy(cards.lawyerId, cards.id)
    .limit(portion)
    .for('no key update', { of: [lawyers, cards] })
  return rows.map(({ id, name, lawyer }) => ({ id, ...cardKeys(name, lawyer) }))
}

const adminRows = async (db: Db, firmId: number) => {
  const rows = await db
    .select()
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.nameSort, '')))
    .orderBy(admins.id)
    .limit(portion)
    .for('no key update')
  return rows.map(row => ({ id: row.id, ...adminKeys(row) }))
}

const officeRows = async (db: Db, firmId: number) => {
  const rows = await db
    .select()
    .from(offices)
    .where(and(eq(offices.firmId, firmId), eq(offices.nameSort, '')))
    .orderBy(offices.organizationId)
    .limit(portion)
    .for('no key update')
  return rows.map(row => ({ id: row.organizationId, ...officeKeys(row) }))
}

/** Lawyers come before their cards, which take over the pinyin. */
const repairs: readonly Repair[] = [
  { table: lawyers, id: 'id', rows: lawyerRows },
  { table: cards, id: 'id', rows: cardRows },
  { table: admins, id: 'id', rows: adminRows },
  { table: offices, id: 'organization_id', rows: officeRows },
]

const columnNames: Readonly<Record<string, string>> = {
  namePinyin: 'name_pinyin',
  nameInitials: 'name_initials',
  nameSort: 'name_sort',
  search: 'search',
}

const updateSql = (table: PgTable, id: string, firmId: number, rows: readonly Values[]): SQL => {
  const names = Object.keys(rows[0]!).filter(name => name !== 'id')
  const assignments = names.map(
    name => sql`${sql.identifier(columnNames[name]!)} = value.${sql.identifier(name)}`,
  )
  const types = names.map(name => sql`${sql.identifier(name)} text`)
  return sql`update ${table} as row set ${sql.join(assignments, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as value(id bigint, ${sql.join(types, sql`, `)})
    where row.firm_id = ${firmId} and row.${sql.identifier(id)} = value.id`
}

/** Computes the keys of a firm's rows that have none. */
const repairNameKeys = async (database: Database, firmId: number): Promise<void> => {
  for (const { table, id, rows } of repairs)
    for (let count = portion; count === portion;)
      count = await database.write(firmId, async db => {
        const found = await rows(db, firmId)
        if (found.length > 0) await db.execute(updateSql(table, id, firmId, found))
        return found.length
      })
}

/** Computes the keys of all firms' rows that have none. */
export const repairAllNameKeys = async (database: Database): Promise<void> => {
  const isWithout = ({ table }: Repair) =>
    sql`exists (select from ${table} as row where row.firm_id = firms.firm_id and row.name_sort = '')`
  const firmIds = await activeFirms(database, sql`(${sql.join(repairs.map(isWithout), sql` or `)})`)
  for (const firmId of firmIds) await repairNameKeys(database, firmId)
}
