import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { cardContent, concealable } from '../../../resources/cards/index.ts'
import { withChoicesIn } from '../../../resources/cards/choicesIn.ts'
import { describeMasked, type Fields } from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import type { Db } from '../../db/connection/open.ts'
import {
  type StoredCardContent,
  type LogDiff,
  positions,
  professions,
  selfProfessions,
} from '../../db/tables.ts'
import { invalid } from '../../context/apiError.ts'
import { diffOf } from '../audit/audit.ts'
import { englishLanguage } from '../settings/languages.ts'
import { differingCardFields, pickFields } from './content.ts'
import type { References } from '../directory/references.ts'

type Profession = NonNullable<StoredCardContent['professions']>[number]

/** Display names of a card's values, by keys such as `self:3`, `official:5`, `post:Partner`. */
export type ChoiceNames = ReadonlyMap<string, string>

const professionsIn = (contents: readonly StoredCardContent[]) =>
  contents.flatMap(content => content.professions ?? [])

/** The records that card contents refer to, to be locked. */
export const cardReferences = (contents: readonly StoredCardContent[]): References => ({
  positions: contents.flatMap(content => content.workPosition?.postCode ?? []),
  professions: professionsIn(contents).flatMap(({ type, id }) => (type === 'self' ? [id] : [])),
})

/** One JSON object with the names of the ids in these contents and of the positions that may be chosen. */
export const choiceNamesSql = (
  firmId: number,
  contents: readonly StoredCardContent[],
  language: Language = 'CN',
) => {
  const nameOf = ({ name, nameEn }: { name: PgColumn; nameEn: PgColumn }) =>
    language === 'EN' ? sql`coalesce(nullif(${nameEn}, ''), ${name})` : sql`${name}`
  const ids = (type: Profession['type']) =>
    sql`${sql.param(professionsIn(contents).flatMap(profession => (profession.type === type ? [profession.id] : [])))}::bigint[]`
  const codes = sql`${sql.param(contents.flatMap(content => content.workPosition?.postCode ?? []))}::text[]`
  return sql<Record<string, string> | null>`(select jsonb_object_agg(named.key, named.name) from (
    select 'official:' || ${professions.id} as key, ${nameOf(professions)} as name from ${professions}
      where ${professions.id} = any(${ids('official')})
    union all select 'self:' || ${selfProfessions.id}, ${nameOf(selfProfessions)} from ${selfProfessions}
      where ${selfProfessions.firmId} = ${firmId} and ${selfProfessions.id} = any(${ids('self')})
    union all select 'post:' || ${positions.postCode}, ${positions.postName} from ${positions}
      where ${positions.firmId} = ${firmId} and ${positions.enabled} = '1' and ${positions.postCode} = any(${codes})
  ) as named)`
}

export const choiceNamesOf = (found: Record<string, string> | null | undefined): ChoiceNames =>
  new Map(Object.entries(found ?? {}))

export const choiceNames = async (
  db: Db,
  firmId: number,
  contents: readonly StoredCardContent[],
  language: Language = 'CN',
): Promise<ChoiceNames> => {
  if (!contents.some(content => content.workPosition || professionsIn([content]).length > 0)) return new Map()
  const { rows } = await db.execute<{ found: Record<string, string> | null }>(
    sql`select ${choiceNamesSql(firmId, contents, language)} as found`,
  )
  return choiceNamesOf(rows[0]?.found)
}

/** Newly chosen positions and professions must exist in the firm. */
export const checkCardChoices = (before: StoredCardContent, after: StoredCardContent, names: ChoiceNames) => {
  const chosen = pickFields(after, differingCardFields(before, after))
  const position = chosen.workPosition
  if (position && names.get(`post:${position.postCode}`) !== position.postName)
    throw invalid({ workPosition: '请选择职位' })
  if (professionsIn([chosen]).some(profession => !names.has(`${profession.type}:${profession.id}`)))
    throw invalid({ professions: '请选择专业领域' })
}

type Language = 'CN' | 'EN'
type ReadingLanguage = { language: Language; fields: Fields }

const visibilityIn = ({ visibility }: Fields): Fields =>
  (visibility && 'fields' in visibility && visibility.fields) || {}

/** A content with names in place of ids and codes. */
const withNames = (content: StoredCardContent, names: ChoiceNames, { language, fields }: ReadingLanguage) => {
  const { workPosition, professions, visibility } = content
  return {
    ...content,
    ...(workPosition && {
      workPosition: language === 'EN' ? workPosition.postCode : workPosition.postName,
    }),
    ...(professions && {
      professions: professions
        .map(({ type, id }) => names.get(`${type}:${id}`) ?? `#${id}`)
        .join(language === 'EN' ? ', ' : '、'),
    }),
    ...(visibility && {
      visibility: concealable
        .flatMap(field => {
          const shown = visibility[field]
          const part = visibilityIn(fields)[field]
          if (shown === undefined || !part) return []
          const [{ label }, value] = [cardContent[field], describeMasked(chinese, part, shown)]
          return [`${label}：${value}`]
        })
        .join('、'),
    }),
  }
}

const { workPosition, professions: chosen, visibility } = cardContent
const textField = ({ label }: { label: string }) => ({ ...cardContent.team, label })
/** The fields that describe a content with names. */
const namedFields = (fields: Fields): Fields => ({
  ...fields,
  workPosition: textField(workPosition),
  professions: textField(chosen),
  visibility: textField(visibility),
})

let englishFields: Fields | undefined
/** Choices on an English card are shown in English; the log shows everything in Chinese. */
const fieldsInLanguage = (language: Language): Fields =>
  language === 'EN' ? (englishFields ??= withChoicesIn(englishLanguage(), cardContent)) : cardContent

/**
 * The fields in which two contents differ, as the log and the history show them; `language` is that of the
 * values.
 */
export const cardDiff = (
  before: StoredCardContent,
  after: StoredCardContent,
  names: ChoiceNames,
  language: Language = 'CN',
): LogDiff => {
  const changed = differingCardFields(before, after)
  const reading = { language, fields: fieldsInLanguage(language) }
  return diffOf(
    namedFields(reading.fields),
    withNames(pickFields(before, changed), names, reading),
    withNames(pickFields(after, changed), names, reading),
  )
}
