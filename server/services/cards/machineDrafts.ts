import { createHash } from 'node:crypto'

import { and, eq, type SQL, sql } from 'drizzle-orm'

import { draftableFields } from '../../../resources/cards/englishDraft.ts'
import { cardContent } from '../../../resources/cards/index.ts'
import type { Context } from '../../context/context.ts'
import { cards, machineDrafts, type StoredCardContent } from '../../db/tables.ts'
import { plainTextOf } from '../markup/markup.ts'
import { normaliseValue } from './content.ts'

// A text of an English card counts as written by a machine as long as it reads as the translation service wrote it. Of each draft
// only a digest is stored, so that nobody has to say what was adopted, and an edit by a person ends the mark by itself.

type DraftableField = (typeof draftableFields)[number]

/** Compares words: neither blanks nor the formatting of a rich text are a person's edit. */
const wordsOf = (value: unknown): unknown => {
  if (typeof value === 'string') return plainTextOf(value).replaceAll(/\s+/g, ' ').trim()
  if (Array.isArray(value)) return value.map(wordsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, wordsOf(item)]))
}

const digestOf = (field: DraftableField, value: unknown) =>
  createHash('sha256')
    .update(`${field}:${JSON.stringify(normaliseValue(wordsOf(value)))}`)
    .digest('base64url')

/** Notes that the service wrote this text for the English card of the owner of card `cardId`. */
export const noteMachineDraft = async (
  { db, firmId, now }: Context,
  cardId: number,
  field: DraftableField,
  value: unknown,
) => {
  const [owner] = await db
    .select({ lawyerId: cards.lawyerId })
    .from(cards)
    .where(and(eq(cards.firmId, firmId), eq(cards.id, cardId)))
    .for('key share')
  if (!owner) return
  await db
    .insert(machineDrafts)
    .values({ ...owner, firmId, digest: digestOf(field, value), madeAt: now })
    .onConflictDoNothing()
}

/**
 * Expression for the digests of all drafts made for a person. It names its table, because Drizzle leaves the tables of columns out
 * where a query has only one.
 */
export const machineDigestsOf = (firmId: number, lawyerId: SQL): SQL<string[] | null> =>
  sql<string[] | null>`(select array_agg(draft.digest) from ${machineDrafts} as draft
    where draft.firm_id = ${firmId} and draft.lawyer_id = ${lawyerId})`

/** Column with the digests for an English card; null for another card. */
export const machineDigests = (firmId: number): SQL<string[] | null> =>
  sql<
    string[] | null
  >`case when ${cards.language} = 'EN' then ${machineDigestsOf(firmId, sql`${cards.lawyerId}`)} end`

/** The fields of a content that read as the service wrote them. */
export const machineFieldsIn = (
  content: StoredCardContent | null,
  digests: readonly string[] | null,
): DraftableField[] =>
  content && digests
    ? draftableFields.filter(
        field => content[field] != null && digests.includes(digestOf(field, content[field])),
      )
    : []

/** What the log says of a change that adopts such texts; nothing of another change. */
export const machineNote = (changed: StoredCardContent, digests: readonly string[] | null) => {
  const fields = machineFieldsIn(changed, digests)
  const labels = fields.map(field => cardContent[field].label).join('、')
  return fields.length > 0 ? { reason: `采用了机器翻译的草稿：${labels}` } : {}
}
