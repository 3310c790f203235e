import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { cardContent, cards as resource } from '../../resources/cards/index.ts'
import type { FieldErrors } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { type CardContent, cards } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { invalid, missing, Refusal, wrongState } from '../refusal.ts'
import { type Entry, log } from '../services/audit.ts'
import { columnsFor, differing, merged, publicationFaults } from '../services/cardContent.ts'
import { cardDiff, checkChoices, type ChoiceNames, choiceNames } from '../services/cardDiff.ts'
import { cleanDraft } from '../services/sanitize.ts'
import { conflict } from '../versioned.ts'
import { tellApproved, tellRejected } from './cardsLetters.ts'
import { lock, type Locked, lockOne, revise, target } from './cardsRow.ts'

type Calls = typeof resource.calls
type Verdict = z.output<Calls['adminAuditCard']['input']>
type Judged = Locked & { content: CardContent }
/** Columns that are written with the verdict. */
type Beside = Partial<Pick<typeof cards.$inferInsert, 'showStatus' | 'weight' | 'isTop'>>

export const selfReview = () => new Refusal('4030', '不得审核本人名片', { need: 'card.audit', scope: 'self' })

/** Why this card cannot be judged so; null when it can. */
const refusalFor = ({ card, content, isSelfReview }: Judged, { auditStatus, version, patch }: Verdict) => {
  if (card.auditStatus !== 1) return wrongState(card.auditStatus, card.auditStatus === 2 ? [0] : [0, 1])
  if (version !== undefined && version !== card.version)
    return conflict(resource.fields, { ...card, ...card.content }, patch ?? {})
  if (isSelfReview) return selfReview()
  const faults = auditStatus === 2 ? publicationFaults(content, card.language) : {}
  return Object.keys(faults).length > 0 ? invalid(faults) : null
}

/** One statement for all of them; a card that left the state 1 meanwhile is not touched. */
const decide = (
  { db, caller, now, firmId }: Context,
  judged: readonly Judged[],
  verdict: Verdict,
  beside: Beside,
) => {
  const [only] = judged
  const version = sql`${cards.version} + 1`
  const publication =
    only && verdict.patch
      ? { ...columnsFor(only.content, only.lawyer, only.hasEnglish), published: only.content }
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
          judged.map(it => it.card.id),
        ),
        eq(cards.auditStatus, 1),
      ),
    )
    .returning({ id: cards.id, version: cards.version })
}

const rejection = ({ card }: Judged, { reason, items = [] }: Verdict): Entry => ({
  module: 5,
  action: 'reject',
  target: target(card),
  reason: reason ?? null,
  diff: items.map(it => ({
    field: it.field,
    label: cardContent[it.field].label,
    before: '',
    after: it.reason,
    masked: 0,
  })),
})

const approval = ({ card, content }: Judged, names: ChoiceNames): Entry => ({
  module: 5,
  action: 'approve',
  target: target(card),
  diff: cardDiff(card.published ?? {}, content, names),
})

/** What the reviewer changed of what was submitted has a row of its own: it is his doing, not the lawyer's. */
const correction = ({ card, content }: Judged, names: ChoiceNames): Entry[] => {
  const diff = cardDiff(card.content, content, names)
  return diff.length === 0 ? [] : [{ module: 5, action: 'update', target: target(card), diff }]
}

const tell = (context: Context, judged: readonly Judged[], { auditStatus, reason = '', items }: Verdict) => {
  const told = judged.map(it => it.card)
  if (auditStatus === 3) return tellRejected(context, told, reason, items)
  const corrected = judged.length === 1 ? differing(judged[0]!.card.content, judged[0]!.content) : []
  return tellApproved(context, told, corrected)
}

const namesFor = ({ db, firmId }: Context, all: readonly Judged[], { auditStatus }: Verdict) =>
  auditStatus === 2
    ? choiceNames(
        db,
        firmId,
        all.flatMap(({ card, content }) => [card.published ?? {}, card.content, content]),
      )
    : Promise.resolve(new Map<string, string>())

/** Decides about cards that are locked; what stands in the way of one does not stop the others. */
const judge = async (context: Context, rows: readonly Locked[], verdict: Verdict, beside: Beside = {}) => {
  const patch = verdict.patch && (cleanDraft(cardContent, verdict.patch) as CardContent)
  const all = rows.map(row => ({ ...row, content: merged(row.card.content, patch ?? {}) }))
  const refusals = new Map(all.map(it => [it.card.id, refusalFor(it, verdict)]))
  const judged = all.filter(it => refusals.get(it.card.id) === null)
  if (judged.length === 0) return { refusals, versions: new Map<number, number>() }
  const names = await namesFor(context, judged, verdict)
  if (patch) for (const { card, content } of judged) checkChoices(card.content, content, names)
  const written = await decide(context, judged, verdict, beside)
  if (written.length < judged.length) throw wrongState(null, [0, 1], '名片状态已改变,请刷新后重试')
  const versions = new Map(written.map(it => [it.id, it.version]))
  const isApproval = verdict.auditStatus === 2
  const kind = isApproval ? 'approve' : 'reject'
  await revise(
    context,
    judged.map(({ card, content }) => ({ cardId: card.id, version: versions.get(card.id)!, kind, content })),
  )
  const entries = judged.flatMap(it =>
    isApproval ? [...correction(it, names), approval(it, names)] : [rejection(it, verdict)],
  )
  await log(context, ...entries)
  await tell(context, judged, verdict)
  return { refusals, versions }
}

/** One card, with corrections where the verdict has some. */
export const judgeOne = async (context: Context, row: Locked, verdict: Verdict, beside?: Beside) => {
  const { refusals, versions } = await judge(context, [row], verdict, beside)
  const refusal = refusals.get(row.card.id)
  if (refusal) throw refusal
  const version = versions.get(row.card.id)!
  const publishedVersion = verdict.auditStatus === 2 ? version : row.card.publishedVersion
  return { auditStatus: verdict.auditStatus, publishedVersion, version }
}

/** In a list of results the field errors are the message. */
const sentenceOf = ({ code, message, data }: Refusal) =>
  code === '4220' ? Object.values((data as { errors: FieldErrors }).errors).join(';') : message

/** Approves or sends back; several at once each get their own result. */
export const adminAuditCard: Handlers<Calls>['adminAuditCard'] = async (input, context) => {
  const { id, ids = [], auditStatus } = input
  if (id !== undefined) return judgeOne(context, await lockOne(context, id), input)
  const { patch: _patch, version: _version, ...verdict } = input
  const { refusals } = await judge(context, await lock(context, ids), verdict)
  return {
    auditStatus,
    results: ids.map(it => {
      const refusal = refusals.has(it) ? refusals.get(it) : missing()
      return refusal ? { id: it, ok: 0, message: sentenceOf(refusal) } : { id: it, ok: 1 }
    }),
  }
}
