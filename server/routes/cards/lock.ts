import { and, eq, inArray, sql } from 'drizzle-orm'

import { cards as resource } from '../../../resources/cards/index.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cardRevisions, cards, lawyers } from '../../db/tables.ts'
import { conflict, updateVersioned } from '../../records/versioned.ts'
import { changedSince, cardListColumns, type CardVersions } from '../../services/cards/content.ts'
import { type RevisionKind, saveRevisions } from '../../services/cards/history.ts'
import { reviewColumns, withReviewRules } from '../../services/cards/selfReview.ts'
import { visibleCards } from './columns.ts'

const contentAt = (version: number) =>
  sql<StoredCardContent | null>`(select ${cardRevisions.content} from ${cardRevisions}
    where ${cardRevisions.cardId} = ${cards.id} and ${cardRevisions.version} = ${version})`

/** Cards as they are now, locked with their lawyers (services/lawyers/lock.ts) until the transaction ends: what is checked stays true until it is written. */
export const lockCards = async (context: Context, ids: readonly number[], revision = 0) => {
  const rows = await context.db
    .select({
      card: cards,
      lawyer: { name: lawyers.name, mobile: lawyers.mobile, licenseNumber: lawyers.licenseNumber },
      /** The content of one earlier version. */
      revision: contentAt(revision),
      ignored: cards.ignoredFindings,
      ...reviewColumns(context, sql`cards.organization_id`),
    })
    .from(cards)
    .innerJoin(lawyers, eq(lawyers.id, cards.lawyerId))
    .where(and(visibleCards(context), inArray(cards.id, [...ids])))
    .orderBy(cards.lawyerId, cards.id)
    .for('no key update', { of: [lawyers, cards] })
  return rows.map(row => withReviewRules(context, row))
}
export type LockedCard = Awaited<ReturnType<typeof lockCards>>[number]

export const lockOne = async (context: Context, id: number, revision?: number) => {
  const [row] = await lockCards(context, [id], revision)
  if (!row) throw notFound()
  return row
}

/** Whoever writes a card may read it: the other one's text comes whole, so that it can be kept. */
const fields: Fields = Object.fromEntries(
  Object.entries<Field>(resource.fields).map(([name, field]) => [name, { ...field, isSensitive: undefined }]),
)

type CardPatch = Partial<typeof cards.$inferInsert>

/** What changes beside the content when a state is reached. */
const columnsOf = (
  context: Context,
  { card, lawyer, hasEnglish, settings }: LockedCard,
  next: CardVersions,
): CardPatch => {
  const { content, published, auditStatus } = next
  const changedFields = changedSince(content, published)
  return {
    ...cardListColumns(content, lawyer, hasEnglish, settings),
    auditStatus,
    changedFields,
    ...(published !== card.published && {
      published,
      publishedAt: context.now,
      publishedVersion: card.version + 1,
    }),
    // What was found wrong is read until it is corrected and handed in again, or nothing of it is left.
    ...(auditStatus === 2 && changedFields.length === 0 && { auditReason: null, auditItems: null }),
  }
}

/** Writes the next state of a card, if nobody was faster, and the revision that the history shows. */
export const saveCard = async (
  context: Context,
  locked: LockedCard,
  change: { version: number; kind: RevisionKind; next?: CardVersions; patch?: CardPatch; typed?: object },
) => {
  const { card } = locked
  const { version, kind, next, patch = {}, typed = {} } = change
  const current = { ...card, ...card.content }
  if (card.version !== version) throw conflict(context, fields, current, typed)
  const answer = await updateVersioned(context, cards, {
    where: and(
      eq(cards.firmId, card.firmId),
      eq(cards.id, card.id),
      eq(cards.auditStatus, card.auditStatus),
    )!,
    current,
    version,
    patch: { ...(next && columnsOf(context, locked, next)), ...patch },
    fields,
  })
  if (next)
    await saveRevisions(context, [{ cardId: card.id, version: answer.version, kind, content: next.content }])
  return answer
}
