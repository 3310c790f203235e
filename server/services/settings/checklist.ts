import { sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { placeholderAddress } from '../../db/connection/placeholders.ts'
import { lawyers, offices, positions, selfProfessions } from '../../db/tables.ts'
import { appConfigurationOf } from './appConfiguration.ts'
import { settingOf } from './firmSettings.ts'

const hasPeopleSql = (firmId: number) =>
  sql`exists (select from ${lawyers} where firm_id = ${firmId} and deleted_at is null)`

export const hasPeople = async (db: Db, firmId: number) => {
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${hasPeopleSql(firmId)} as "is"`)
  return rows[0]!.is
}

type ChecklistFacts = { office: boolean; positions: boolean; professions: boolean; people: boolean }

const flagOf = (isDone: boolean): 0 | 1 => (isDone ? 1 : 0)

/** The first steps that a firm has completed. */
export const checklistOf = async ({ db, firmId }: Context) => {
  const { rows } = await db.execute<ChecklistFacts>(sql`select
    exists (select from ${offices} where firm_id = ${firmId} and is_main = 1 and deleted_at is null
      and address <> ${placeholderAddress}) as office,
    exists (select from ${positions} where firm_id = ${firmId} and enabled = '1') as positions,
    exists (select from ${selfProfessions} where firm_id = ${firmId} and enabled = 1) as professions,
    ${hasPeopleSql(firmId)} as people`)
  const facts = rows[0]!
  const app = await appConfigurationOf(db, firmId, '')
  const { qrcodeUrl } = await settingOf(db, firmId, 'qrcode')
  return {
    logo: flagOf(Boolean(app?.assets.imgs['logo'])),
    office: flagOf(facts.office),
    positions: flagOf(facts.positions),
    professions: flagOf(facts.professions),
    people: flagOf(facts.people),
    qrcode: flagOf(Boolean(qrcodeUrl)),
  }
}
