import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import { cards as resource } from '../../../resources/cards/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cardRevisions, cards, lawyers } from '../../db/tables.ts'
import { versionConflictError, updateVersioned } from '../../records/versioned.ts'
import { changedSince, cardListColumns, type CardVersions } from '../../services/cards/content.ts'
import { withoutScheduled } from '../../services/cards/scheduled.ts'
import { machineDigests } from '../../services/cards/machineDrafts.ts'
import { type RevisionKind, saveRevisions } from '../../services/cards/history.ts'
import { reviewColumns, withReviewRules } from '../../services/cards/selfReview.ts'
import { isNamedIn } from '../../services/mandates/content.ts'
import { auditableCards, visibleCards } from './columns.ts'

const contentAt = (firmId: number, version: number) =>
  sql<StoredCardContent | null>`(select ${cardRevisions.content} from ${cardRevisions}
    where ${cardRevisions.firmId} = ${firmId} and ${cardRevisions.cardId} = ${cards.id}
      and ${cardRevisions.version} = ${version})`

/**
 * Reads cards and locks them with their lawyers (services/lawyers/lock.ts) until the transaction ends, so
 * that what is checked stays true until it is written.
 */
const lockRows = async (context: Context, ids: readonly number[], visible: SQL, revision = 0) => {
  const rows = await context.db
    .select({
      card: cards,
      lawyer: {
        name: lawyers.name,
        namePinyin: lawyers.namePinyin,
        mobile: lawyers.mobile,
        licenseNumber: lawyers.licenseNumber,
      },
      /** The content of one earlier version. */
      revision: contentAt(context.firmId, revision),
      ignored: cards.ignoredFindings,
      digests: machineDigests(context.firmId),
      /** Whether the owner has a mandate that has not ended, so that a decision is told to assistants too. */
      hasAssistants: sql<boolean>`exists (select from mandates kept where kept.firm_id = ${context.firmId}
        and kept.lawyer_id = cards.lawyer_id and kept.ended_at is null)`,
      ...reviewColumns(context, sql`cards.organization_id`),
    })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .where(and(visible, inArray(cards.id, [...ids])))
    .orderBy(cards.lawyerId, cards.id)
    .for('no key update', { of: [lawyers, cards] })
  return rows.map(row => withReviewRules(context, row))
}
export type LockedCard = Awaited<ReturnType<typeof lockRows>>[number]

/** Locks the cards that the caller may review. */
export const lockAuditableCards = (context: Context, ids: readonly number[]) =>
  lockRows(context, ids, auditableCards(context))

const firstOf = (rows: readonly LockedCard[]) => {
  const [row] = rows
  if (!row) throw notFound()
  return row
}

export const lockAuditableCard = async (context: Context, id: number) =>
  firstOf(await lockAuditableCards(context, [id]))

/** Locks a card within the scope of the call. */
export const lockCard = async (context: Context, id: number, revision?: number) =>
  firstOf(await lockRows(context, [id], visibleCards(context), revision))

/** An assistant learns from a conflict only about the fields of the mandate. */
const fieldsFor = ({ caller: { mandate } }: Context): Fields =>
  mandate
    ? Object.fromEntries(Object.entries(resource.fields).filter(([name]) => isNamedIn(mandate, name)))
    : resource.fields

type CardPatch = Partial<typeof cards.$inferInsert>

/** What a change publishes at once: never the values of a scheduled change, which wait for their day. */
const publishedNow = (card: LockedCard['card'], published: StoredCardContent | null) => {
  if (!published || published === card.published || !card.scheduled) return published
  const held = withoutScheduled(card, published)
  return changedSince(held, card.published).length === 0 ? card.published : held
}

/** The columns that change with the state of a card. */
const columnsOf = (
  context: Context,
  { card, lawyer, hasEnglish, settings }: LockedCard,
  nextVersions: CardVersions,
): CardPatch => {
  const { content, auditStatus } = nextVersions
  const published = publishedNow(card, nextVersions.published)
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
    // The reviewer's remarks stay until the corrected card is submitted again, or until no change is left.
    ...(auditStatus === 2 && changedFields.length === 0 && { auditReason: null, auditItems: null }),
  }
}

/** Throws the conflict if the caller has not seen the card's current version. */
export const checkSeenVersion = (
  context: Context,
  { card }: LockedCard,
  version: number,
  typed: object = {},
) => {
  if (card.version !== version)
    throw versionConflictError(context, fieldsFor(context), { ...card, ...card.content }, typed)
}

/** Writes the next state of a card, if nobody else has changed it, and a revision for the history. */
export const saveCard = async (
  context: Context,
  lockedCard: LockedCard,
  change: { version: number; kind: RevisionKind; next?: CardVersions; patch?: CardPatch; typed?: object },
) => {
  const { card } = lockedCard
  const { version, kind, next: nextVersions, patch = {}, typed = {} } = change
  const current = { ...card, ...card.content }
  checkSeenVersion(context, lockedCard, version, typed)
  const answer = await updateVersioned(context, cards, {
    where: and(
      eq(cards.firmId, card.firmId),
      eq(cards.id, card.id),
      eq(cards.auditStatus, card.auditStatus),
    )!,
    current,
    version,
    patch: { ...(nextVersions && columnsOf(context, lockedCard, nextVersions)), ...patch },
    fields: fieldsFor(context),
  })
  if (nextVersions)
    await saveRevisions(context, [
      { cardId: card.id, version: answer.version, kind, before: card, after: nextVersions },
    ])
  return answer
}
