import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { cardContent, concealable } from '../../../resources/cards/index.ts'
import { withChoicesIn } from '../../../resources/cards/choicesIn.ts'
import { describe, type Fields } from '../../../resources/kit/index.ts'
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

/** `self:3`, `official:5`, `post:Partner`: what a card's values are called. */
export type ChoiceNames = ReadonlyMap<string, string>

const professionsIn = (contents: readonly StoredCardContent[]) =>
  contents.flatMap(content => content.professions ?? [])

/** What contents of cards refer to, to be held. */
export const cardReferences = (contents: readonly StoredCardContent[]): References => ({
  positions: contents.flatMap(content => content.workPosition?.postCode ?? []),
  professions: professionsIn(contents).flatMap(({ type, id }) => (type === 'self' ? [id] : [])),
})

/** The names behind the ids that these contents hold, and the positions that may be chosen: one JSON object. */
export const namesIn = (
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
    sql`select ${namesIn(firmId, contents, language)} as found`,
  )
  return choiceNamesOf(rows[0]?.found)
}

/** Newly chosen positions and professions are ones that the firm has. */
export const checkCardChoices = (before: StoredCardContent, after: StoredCardContent, names: ChoiceNames) => {
  const chosen = pickFields(after, differingCardFields(before, after))
  const position = chosen.workPosition
  if (position && names.get(`post:${position.postCode}`) !== position.postName)
    throw invalid({ workPosition: '请选择职位' })
  if (professionsIn([chosen]).some(profession => !names.has(`${profession.type}:${profession.id}`)))
    throw invalid({ professions: '请选择专业领域' })
}

type Language = 'CN' | 'EN'
type Reading = { language: Language; fields: Fields }

const visibilityIn = ({ visibility }: Fields): Fields =>
  (visibility && 'fields' in visibility && visibility.fields) || {}

/** A content whose ids and codes are words, as a person reads them. */
const readable = (content: StoredCardContent, names: ChoiceNames, { language, fields }: Reading) => {
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
          const [{ label }, value] = [cardContent[field], describe(chinese, part, shown)]
          return [`${label}：${value}`]
        })
        .join('、'),
    }),
  }
}

const { workPosition, professions: chosen, visibility } = cardContent
const asText = ({ label }: { label: string }) => ({ ...cardContent.team, label })
/** The fields of a readable content. */
const readableFields = (fields: Fields): Fields => ({
  ...fields,
  workPosition: asText(workPosition),
  professions: asText(chosen),
  visibility: asText(visibility),
})

let englishFields: Fields | undefined
/** What is chosen on an English card is English; the log has all of it in Chinese. */
const fieldsIn = (language: Language): Fields =>
  language === 'EN' ? (englishFields ??= withChoicesIn(englishLanguage(), cardContent)) : cardContent

/** The fields in which two contents differ, as the log and the history show them; `language` is that of the values. */
export const cardDiff = (
  before: StoredCardContent,
  after: StoredCardContent,
  names: ChoiceNames,
  language: Language = 'CN',
): LogDiff => {
  const changed = differingCardFields(before, after)
  const reading = { language, fields: fieldsIn(language) }
  return diffOf(
    readableFields(reading.fields),
    readable(pickFields(before, changed), names, reading),
    readable(pickFields(after, changed), names, reading),
  )
}
