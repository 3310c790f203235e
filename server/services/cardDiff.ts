import { sql } from 'drizzle-orm'

import { cardContent, type CardField, concealable } from '../../resources/cards/index.ts'
import type { Db } from '../db/open.ts'
import { type CardContent, type LogDiff, positions, professions, selfProfessions } from '../db/tables.ts'
import { invalid } from '../refusal.ts'
import { diffOf } from './audit.ts'
import { differing, picked } from './cardContent.ts'

type Profession = { type: 'official' | 'self'; id: number }
type Position = { postName: string; postCode: string }

/** `self:3`, `official:5`, `post:Partner`: what a card's values are called. */
export type ChoiceNames = ReadonlyMap<string, string>

const professionsIn = (contents: readonly CardContent[]) =>
  contents.flatMap(it => (it['professions'] ?? []) as Profession[])
const positionOf = (content: CardContent) => content['workPosition'] as Position | undefined

/** The names behind the ids that these contents hold, and the positions that may be chosen: one JSON object. */
export const namesIn = (firmId: number, contents: readonly CardContent[]) => {
  const ids = (type: Profession['type']) =>
    sql`${sql.param(professionsIn(contents).flatMap(it => (it.type === type ? [it.id] : [])))}::bigint[]`
  const codes = sql`${sql.param(contents.flatMap(it => positionOf(it)?.postCode ?? []))}::text[]`
  return sql<Record<string, string> | null>`(select jsonb_object_agg(named.key, named.name) from (
    select 'official:' || ${professions.id} as key, ${professions.name} as name from ${professions}
      where ${professions.id} = any(${ids('official')})
    union all select 'self:' || ${selfProfessions.id}, ${selfProfessions.name} from ${selfProfessions}
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
  contents: readonly CardContent[],
): Promise<ChoiceNames> => {
  if (!contents.some(it => positionOf(it) || professionsIn([it]).length > 0)) return new Map()
  const { rows } = await db.execute<{ found: Record<string, string> | null }>(
    sql`select ${namesIn(firmId, contents)} as found`,
  )
  return choiceNamesOf(rows[0]?.found)
}

/** Newly chosen positions and professions are ones that the firm has. */
export const checkChoices = (before: CardContent, after: CardContent, names: ChoiceNames) => {
  const chosen = picked(after, differing(before, after))
  const position = positionOf(chosen)
  if (position && names.get(`post:${position.postCode}`) !== position.postName)
    throw invalid({ workPosition: '请选择职位' })
  if (professionsIn([chosen]).some(it => !names.has(`${it.type}:${it.id}`)))
    throw invalid({ professions: '请选择专业领域' })
}

const shows: Record<number, string> = { 0: '不公开', 1: '公开', 2: '点击后显示' }

/** Values that are ids or codes, as a person reads them. */
const readers: Partial<Record<CardField, (value: never, names: ChoiceNames) => string>> = {
  workPosition: ({ postName }: Position) => postName,
  professions: (chosen: Profession[], names) =>
    chosen.map(it => names.get(`${it.type}:${it.id}`) ?? `#${it.id}`).join('、'),
  visibility: (chosen: Record<string, number>) =>
    concealable
      .filter(field => chosen[field] !== undefined)
      .map(field => `${cardContent[field].label}${shows[chosen[field]!]}`)
      .join('、'),
}

const readable = (content: CardContent, names: ChoiceNames): CardContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => {
      const reader = readers[field as CardField]
      return [field, reader && value != null ? reader(value as never, names) : value]
    }),
  )

const plainFields = Object.fromEntries(
  Object.entries(cardContent).map(([name, field]) => [
    name,
    readers[name as CardField] ? { ...cardContent.team, label: field.label } : field,
  ]),
)

/** The fields in which two contents differ, as the log and the history show them. */
export const cardDiff = (before: CardContent, after: CardContent, names: ChoiceNames): LogDiff => {
  const fields = differing(before, after)
  return diffOf(plainFields, readable(picked(before, fields), names), readable(picked(after, fields), names))
}
