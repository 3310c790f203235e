import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { cardContent, type CardField, cards as resource } from '../../../resources/cards/index.ts'
import { isCardAction } from '../../../resources/cards/transitions.ts'
import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cards } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { type ApiError, invalid, notFound, ValidationError, wrongState } from '../../context/apiError.ts'
import { type LogEntry, log } from '../../services/audit/audit.ts'
import {
  cardListColumns,
  changedSince,
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
import {
  effectiveDiff,
  scheduledColumns,
  schedulingError,
  withoutScheduled,
} from '../../services/cards/scheduled.ts'
import { saveRevisions } from '../../services/cards/history.ts'
import { selfReviewError } from '../../services/cards/selfReview.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { versionConflictError, requireVersion } from '../../records/versioned.ts'
import { notifyCardsApproved, notifyCardsRejected } from '../../notifications/cards.ts'
import { lockAuditableCards, type LockedCard, lockAuditableCard } from './lock.ts'
import { substitutionDiff } from '../../services/cards/substitutionDiff.ts'

type Calls = typeof resource.calls
type Verdict = z.output<Calls['adminAuditCard']['input']>
type Versions = ReadonlyMap<number, number>
type ReviewedCard = LockedCard & { content: StoredCardContent }
/** Columns that are written together with the verdict. */
type ExtraColumns = Partial<Pick<typeof cards.$inferInsert, 'showStatus' | 'weight' | 'isTop'>>

/** Why the verdict is refused for this card; null when it is allowed. */
const verdictError = (
  context: Context,
  { card, content, settings, selfReview }: ReviewedCard,
  { id, auditStatus, patch, effectiveOn }: Verdict,
  readVersions: Versions,
) => {
  const action = auditStatus === 2 ? 'approve' : 'reject'
  if (!isCardAction(action, stateOf(card))) return wrongState(card.auditStatus, followingAuditStatuses(card))
  if ((readVersions.get(card.id) ?? card.version) !== card.version)
    return versionConflictError(context, resource.fields, { ...card, ...card.content }, patch ?? {})
  if (selfReview) return selfReviewError(selfReview)
  const unschedulable = effectiveOn ? schedulingError(card) : null
  if (unschedulable) return unschedulable
  // Of several cards, the statement publishes the whole content of each.
  if (auditStatus === 2 && id === undefined && card.effectiveAt)
    return wrongState(card.auditStatus, [], '名片有待生效的修改，请打开名片单独审核')
  const errors = auditStatus === 2 ? publicationErrors(content, card.language, settings) : {}
  return Object.keys(errors).length > 0 ? invalid(errors) : null
}

const publishedColumns = (
  { now }: Context,
  published: StoredCardContent | SQL,
  changedFields: CardField[],
) => ({ published, publishedAt: now, publishedVersion: sql`${cards.version} + 1`, changedFields })

/** The columns of one approved card: published now, or from a later day. */
const publicationOf = (context: Context, row: ReviewedCard, { patch, effectiveOn }: Verdict) => {
  const { card, content, lawyer, hasEnglish, settings } = row
  const corrected = patch ? cardListColumns(content, lawyer, hasEnglish, settings) : {}
  if (effectiveOn)
    return {
      ...corrected,
      ...scheduledColumns(context, card, content, effectiveOn),
      changedFields: changedSince(content, card.published),
    }
  const published = withoutScheduled(card, content)
  return { ...corrected, ...publishedColumns(context, published, changedSince(content, published)) }
}

/** Saves the verdict for all cards with one statement; a card that is no longer waiting is not changed. */
const saveVerdict = (
  context: Context,
  reviewedCards: readonly ReviewedCard[],
  verdict: Verdict,
  extraColumns: ExtraColumns,
) => {
  const { db, caller, now, firmId } = context
  const [singleCard] = reviewedCards
  const version = sql`${cards.version} + 1`
  const publication =
    verdict.id !== undefined && singleCard
      ? publicationOf(context, singleCard, verdict)
      : publishedColumns(context, sql`${cards.content}`, [])
  return db
    .update(cards)
    .set({
      ...extraColumns,
      ...(verdict.auditStatus === 2 && { ...publication, proposedOn: null }),
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
          reviewedCards.map(row => row.card.id),
        ),
        eq(cards.auditStatus, 1),
      ),
    )
    .returning({ id: cards.id, version: cards.version })
}

const rejection = ({ card }: ReviewedCard, { reason, items = [] }: Verdict) => ({
  module: 5 as const,
  action: 'reject' as const,
  target: cardTarget(card),
  reason: reason ?? null,
  diff: items.map(item => ({
    field: item.field,
    label: cardContent[item.field].label,
    before: '',
    after: item.reason,
    masked: 0 as const,
  })),
})

const approval = ({ card, content }: ReviewedCard, names: ChoiceNames, { effectiveOn }: Verdict) => ({
  module: 5 as const,
  action: 'approve' as const,
  target: cardTarget(card),
  diff: [
    ...cardDiff(card.published ?? {}, content, names),
    ...(effectiveOn ? effectiveDiff('', effectiveOn) : []),
  ],
})

/** The reviewer's corrections have a log row of their own, since they are not the lawyer's changes. */
const correction = ({ card, content }: ReviewedCard, names: ChoiceNames) => {
  const diff = cardDiff(card.content, content, names)
  return diff.length === 0
    ? []
    : [{ module: 5 as const, action: 'update' as const, target: cardTarget(card), diff }]
}

/** The log entries of a verdict about one card; those of a substitute name both people. */
const entriesOf = (context: Context, row: ReviewedCard, verdict: Verdict, names: ChoiceNames): LogEntry[] => {
  const entries =
    verdict.auditStatus === 2
      ? [...correction(row, names), approval(row, names, verdict)]
      : [rejection(row, verdict)]
  const represented = substitutionDiff(context, row.card.organizationId)
  return entries.map(entry => ({ ...entry, diff: [...represented, ...entry.diff] }))
}

const notifyOwners = (
  context: Context,
  reviewedCards: readonly ReviewedCard[],
  { auditStatus, reason = '', items, effectiveOn }: Verdict,
) => {
  const ownedCards = reviewedCards.map(({ card, hasAssistants }) => ({ ...card, hasAssistants }))
  if (auditStatus === 3) return notifyCardsRejected(context, ownedCards, reason, items)
  const corrected =
    reviewedCards.length === 1
      ? differingCardFields(reviewedCards[0]!.card.content, reviewedCards[0]!.content)
      : []
  return notifyCardsApproved(context, ownedCards, corrected, effectiveOn)
}

const namesFor = ({ db, firmId }: Context, reviewedRows: readonly ReviewedCard[], { auditStatus }: Verdict) =>
  auditStatus === 2
    ? choiceNames(
        db,
        firmId,
        reviewedRows.flatMap(({ card, content }) => [card.published ?? {}, card.content, content]),
      )
    : Promise.resolve(new Map<string, string>())

/** Applies a verdict to locked cards; an error of one card does not stop the others. */
const review = async (
  context: Context,
  rows: readonly LockedCard[],
  verdict: Verdict,
  readVersions: Versions,
  extraColumns: ExtraColumns = {},
) => {
  const patch = verdict.patch && (await cleanInput(cardContent, verdict.patch))
  const reviewedRows = rows.map(row => ({ ...row, content: mergeContent(row.card.content, patch ?? {}) }))
  const refusals = new Map(
    reviewedRows.map(row => [row.card.id, verdictError(context, row, verdict, readVersions)]),
  )
  const reviewedCards = reviewedRows.filter(row => refusals.get(row.card.id) === null)
  if (reviewedCards.length === 0) return { refusals, versions: new Map<number, number>() }
  const names = await namesFor(context, reviewedCards, verdict)
  if (patch) for (const { card, content } of reviewedCards) checkCardChoices(card.content, content, names)
  const savedRows = await saveVerdict(context, reviewedCards, verdict, extraColumns)
  if (savedRows.length < reviewedCards.length) throw wrongState(null, [0, 1], '名片状态已改变，请刷新后重试')
  const versions = new Map(savedRows.map(saved => [saved.id, saved.version]))
  const isApproval = verdict.auditStatus === 2
  const kind = isApproval ? 'approve' : 'reject'
  await saveRevisions(
    context,
    reviewedCards.map(({ card, content }) => ({
      cardId: card.id,
      version: versions.get(card.id)!,
      kind,
      before: card,
      after: { content, published: isApproval && !verdict.effectiveOn ? content : card.published },
    })),
  )
  await log(context, ...reviewedCards.flatMap(row => entriesOf(context, row, verdict, names)))
  await notifyOwners(context, reviewedCards, verdict)
  return { refusals, versions }
}

/** Reviews one card, with the verdict's corrections. */
export const reviewCard = async (
  context: Context,
  row: LockedCard,
  verdict: Verdict,
  extraColumns?: ExtraColumns,
) => {
  const { version: readVersion } = verdict
  await requireVersion(context, 'version', readVersion)
  const readVersions = new Map(readVersion === undefined ? [] : [[row.card.id, readVersion]])
  const { refusals, versions } = await review(context, [row], verdict, readVersions, extraColumns)
  const refusal = refusals.get(row.card.id)
  if (refusal) throw refusal
  const version = versions.get(row.card.id)!
  const publishedVersion =
    verdict.auditStatus === 2 && !verdict.effectiveOn ? version : row.card.publishedVersion
  return { auditStatus: verdict.auditStatus, publishedVersion, version }
}

/** The message of a refusal in a list of results; field errors are joined. */
const sentenceOf = (error: ApiError) =>
  error instanceof ValidationError ? Object.values(error.errors).join('；') : error.message

/** Approves or rejects cards; with several, each has its own result. */
export const adminAuditCard: Handlers<Calls>['adminAuditCard'] = async (input, context) => {
  const { id, ids = [], auditStatus } = input
  if (input.patch) await lockReferences(context, cardReferences([input.patch]))
  if (id !== undefined) return reviewCard(context, await lockAuditableCard(context, id), input)
  const { patch: _patch, version: _version, versions, ...verdict } = input
  await requireVersion(context, 'versions', versions)
  const readVersions = new Map(versions?.map((version, index) => [ids[index]!, version]))
  const { refusals } = await review(context, await lockAuditableCards(context, ids), verdict, readVersions)
  return {
    auditStatus,
    results: ids.map(cardId => {
      const refusal = refusals.has(cardId) ? refusals.get(cardId) : notFound()
      return refusal ? { id: cardId, ok: 0, message: sentenceOf(refusal) } : { id: cardId, ok: 1 }
    }),
  }
}
