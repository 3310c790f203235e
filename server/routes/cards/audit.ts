import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { cardContent, cards as resource } from '../../../resources/cards/index.ts'
import { isCardAction } from '../../../resources/cards/transitions.ts'
import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cards } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { type ApiError, invalid, notFound, ValidationError, wrongState } from '../../context/apiError.ts'
import { type LogEntry, log } from '../../services/audit/audit.ts'
import {
  cardListColumns,
  differingCardFields,
  followingAuditStatuses,
  mergeContent,
  publicationErrors,
  stateOf,
  cardTarget,
} from '../../services/cards/content.ts'
import {
  cardReferences,
  cardDiff,
  checkCardChoices,
  type ChoiceNames,
  choiceNames,
} from '../../services/cards/diff.ts'
import { saveRevisions } from '../../services/cards/history.ts'
import { selfReviewError } from '../../services/cards/selfReview.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { conflict, requireVersion } from '../../records/versioned.ts'
import { notifyCardsApproved, notifyCardsRejected } from '../../notifications/cards.ts'
import { lockCards, type LockedCard, lockOne } from './lock.ts'

type Calls = typeof resource.calls
type Verdict = z.output<Calls['adminAuditCard']['input']>
type Versions = ReadonlyMap<number, number>
type ReviewedCard = LockedCard & { content: StoredCardContent }
/** Columns that are written with the verdict. */
type Beside = Partial<Pick<typeof cards.$inferInsert, 'showStatus' | 'weight' | 'isTop'>>

/** Why this card cannot be judged so; null when it can. */
const errorFor = (
  context: Context,
  { card, content, settings, isSelfReview }: ReviewedCard,
  { auditStatus, patch }: Verdict,
  seen: Versions,
) => {
  const action = auditStatus === 2 ? 'approve' : 'reject'
  if (!isCardAction(action, stateOf(card))) return wrongState(card.auditStatus, followingAuditStatuses(card))
  if ((seen.get(card.id) ?? card.version) !== card.version)
    return conflict(context, resource.fields, { ...card, ...card.content }, patch ?? {})
  if (isSelfReview) return selfReviewError()
  const errors = auditStatus === 2 ? publicationErrors(content, card.language, settings) : {}
  return Object.keys(errors).length > 0 ? invalid(errors) : null
}

/** One statement for all of them; a card that left the state 1 meanwhile is not touched. */
const saveVerdict = (
  { db, caller, now, firmId }: Context,
  judged: readonly ReviewedCard[],
  verdict: Verdict,
  beside: Beside,
) => {
  const [only] = judged
  const version = sql`${cards.version} + 1`
  const publication =
    only && verdict.patch
      ? {
          ...cardListColumns(only.content, only.lawyer, only.hasEnglish, only.settings),
          published: only.content,
        }
      : { published: sql`${cards.content}` }
  return db
    .update(cards)
    .set({
      ...beside,
      ...(verdict.auditStatus === 2
        ? { ...publication, publishedAt: now, publishedVersion: version, changedFields: [] }
        : {}),
      auditStatus: verdict.auditStatus,
      auditReason: verdict.auditStatus === 3 ? (verdict.reason ?? null) : null,
      auditItems: verdict.auditStatus === 3 ? (verdict.items ?? []) : null,
      auditedAt: now,
      auditedBy: caller.name,
      version,
      updatedAt: now,
      updatedByName: caller.name,
    })
    .where(
      and(
        eq(cards.firmId, firmId),
        inArray(
          cards.id,
          judged.map(row => row.card.id),
        ),
        eq(cards.auditStatus, 1),
      ),
    )
    .returning({ id: cards.id, version: cards.version })
}

const rejection = ({ card }: ReviewedCard, { reason, items = [] }: Verdict): LogEntry => ({
  module: 5,
  action: 'reject',
  target: cardTarget(card),
  reason: reason ?? null,
  diff: items.map(item => ({
    field: item.field,
    label: cardContent[item.field].label,
    before: '',
    after: item.reason,
    masked: 0,
  })),
})

const approval = ({ card, content }: ReviewedCard, names: ChoiceNames): LogEntry => ({
  module: 5,
  action: 'approve',
  target: cardTarget(card),
  diff: cardDiff(card.published ?? {}, content, names),
})

/** What the reviewer changed of what was submitted has a row of its own: it is his doing, not the lawyer's. */
const correction = ({ card, content }: ReviewedCard, names: ChoiceNames): LogEntry[] => {
  const diff = cardDiff(card.content, content, names)
  return diff.length === 0 ? [] : [{ module: 5, action: 'update', target: cardTarget(card), diff }]
}

const notifyOwners = (
  context: Context,
  judged: readonly ReviewedCard[],
  { auditStatus, reason = '', items }: Verdict,
) => {
  const owned = judged.map(it => it.card)
  if (auditStatus === 3) return notifyCardsRejected(context, owned, reason, items)
  const corrected =
    judged.length === 1 ? differingCardFields(judged[0]!.card.content, judged[0]!.content) : []
  return notifyCardsApproved(context, owned, corrected)
}

const namesFor = ({ db, firmId }: Context, all: readonly ReviewedCard[], { auditStatus }: Verdict) =>
  auditStatus === 2
    ? choiceNames(
        db,
        firmId,
        all.flatMap(({ card, content }) => [card.published ?? {}, card.content, content]),
      )
    : Promise.resolve(new Map<string, string>())

/** Decides about cards that are locked; what stands in the way of one does not stop the others. */
const review = async (
  context: Context,
  rows: readonly LockedCard[],
  verdict: Verdict,
  seen: Versions,
  beside: Beside = {},
) => {
  const patch = verdict.patch && (await cleanInput(cardContent, verdict.patch))
  const all = rows.map(row => ({ ...row, content: mergeContent(row.card.content, patch ?? {}) }))
  const refusals = new Map(all.map(row => [row.card.id, errorFor(context, row, verdict, seen)]))
  const judged = all.filter(row => refusals.get(row.card.id) === null)
  if (judged.length === 0) return { refusals, versions: new Map<number, number>() }
  const names = await namesFor(context, judged, verdict)
  if (patch) for (const { card, content } of judged) checkCardChoices(card.content, content, names)
  const written = await saveVerdict(context, judged, verdict, beside)
  if (written.length < judged.length) throw wrongState(null, [0, 1], '名片状态已改变，请刷新后重试')
  const versions = new Map(written.map(saved => [saved.id, saved.version]))
  const isApproval = verdict.auditStatus === 2
  const kind = isApproval ? 'approve' : 'reject'
  await saveRevisions(
    context,
    judged.map(({ card, content }) => ({ cardId: card.id, version: versions.get(card.id)!, kind, content })),
  )
  const entries = judged.flatMap(row =>
    isApproval ? [...correction(row, names), approval(row, names)] : [rejection(row, verdict)],
  )
  await log(context, ...entries)
  await notifyOwners(context, judged, verdict)
  return { refusals, versions }
}

/** One card, with corrections where the verdict has some. */
export const reviewOne = async (context: Context, row: LockedCard, verdict: Verdict, beside?: Beside) => {
  const { version: looked } = verdict
  await requireVersion(context, 'version', looked)
  const seen = new Map(looked === undefined ? [] : [[row.card.id, looked]])
  const { refusals, versions } = await review(context, [row], verdict, seen, beside)
  const refusal = refusals.get(row.card.id)
  if (refusal) throw refusal
  const version = versions.get(row.card.id)!
  const publishedVersion = verdict.auditStatus === 2 ? version : row.card.publishedVersion
  return { auditStatus: verdict.auditStatus, publishedVersion, version }
}

/** In a list of results the field errors are the message. */
const sentenceOf = (error: ApiError) =>
  error instanceof ValidationError ? Object.values(error.errors).join('；') : error.message

/** Approves or sends back; several at once each get their own result. */
export const adminAuditCard: Handlers<Calls>['adminAuditCard'] = async (input, context) => {
  const { id, ids = [], auditStatus } = input
  if (input.patch) await lockReferences(context, cardReferences([input.patch]))
  if (id !== undefined) return reviewOne(context, await lockOne(context, id), input)
  const { patch: _patch, version: _version, versions, ...verdict } = input
  await requireVersion(context, 'versions', versions)
  const seen = new Map(versions?.map((version, index) => [ids[index]!, version]))
  const { refusals } = await review(context, await lockCards(context, ids), verdict, seen)
  return {
    auditStatus,
    results: ids.map(cardId => {
      const refusal = refusals.has(cardId) ? refusals.get(cardId) : notFound()
      return refusal ? { id: cardId, ok: 0, message: sentenceOf(refusal) } : { id: cardId, ok: 1 }
    }),
  }
}
