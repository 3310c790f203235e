import { type SQL, sql } from 'drizzle-orm'

import { layoutOf, strictestLevel } from '../../../resources/offices/cardLayout.ts'
import { mpCard } from '../../../resources/settings/mpCard.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { type CardTemplate, cardTemplateFields } from '../../../resources/domain/officeTemplate.ts'
import { configRevisions, offices, type StoredCardTemplate } from '../../db/tables.ts'
import { storedSettingValues } from '../settings/firmSettings.ts'
import { miniProgramKey } from '../settings/miniProgramKey.ts'

// 名片模板 of an office, as the rules of cards read it.

/** The firm's published card page; null where none is published. */
export const publishedPage = (firmId: number): SQL<unknown> =>
  sql`(select ${configRevisions.value} -> 'card' from ${configRevisions}
    where ${configRevisions.firmId} = ${firmId} and ${configRevisions.key} = ${miniProgramKey}
    order by ${configRevisions.version} desc limit 1)`

/** The template of an office with the name of the office, as a column; null without one. */
export const officeTemplate = (firmId: number, office: SQL) =>
  sql<OfficeTemplate | null>`(select jsonb_build_object('office', own.name, 'values', own.card_template -> 'values')
    from ${offices} own where own.firm_id = ${firmId} and own.organization_id = ${office} and own.card_template is not null)`
export type OfficeTemplate = { office: string; values: unknown }

/** The valid parts of a stored template. */
export const templateFrom = (stored: unknown): Readonly<CardTemplate> =>
  storedSettingValues({ fields: cardTemplateFields }, stored)

export const templateValues = (row: { cardTemplate: StoredCardTemplate | null }) =>
  templateFrom(row.cardTemplate?.values)

export const cardPageFrom = (stored: unknown) => storedSettingValues({ ...mpCard, ...mpInitial.card }, stored)
type CardPage = Pick<ReturnType<typeof cardPageFrom>, 'officeTemplates' | 'policy' | 'requiredFields'>

const names = (list: readonly string[] | null | undefined) => list ?? []

/** What applies to the cards of an office: the firm's page, tightened and laid out anew by the office if it may. */
export const effectiveTemplate = (page: CardPage, stored: OfficeTemplate | null) => {
  const firmLevels: Readonly<Record<string, number | null | undefined>> = page.policy
  const template = page.officeTemplates === 1 && stored ? templateFrom(stored.values) : null
  return {
    office: template && stored ? stored.office : null,
    layout: layoutOf(template),
    level: (field: string) => strictestLevel(field, firmLevels, template?.policy),
    isLockedByOffice: (field: string) =>
      firmLevels[field] !== 3 && strictestLevel(field, firmLevels, template?.policy) === 3,
    requiredByOffice: names(template?.requiredFields).filter(
      name => !page.requiredFields.some(it => it === name),
    ),
    required: [...page.requiredFields, ...names(template?.requiredFields)],
  }
}
