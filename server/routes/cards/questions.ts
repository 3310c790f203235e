import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import { cardContent, type cards as resource } from '../../../resources/cards/index.ts'
import { ApiError, invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cardQuestions, cards } from '../../db/tables.ts'
import { notifyCardAnswered, notifyCardQuestion } from '../../notifications/cardReviews.ts'
import { log } from '../../services/audit/audit.ts'
import { cardTarget } from '../../services/cards/content.ts'
import { selfReviewError } from '../../services/cards/selfReview.ts'
import { substitutionDiff } from '../../services/cards/substitutionDiff.ts'
import { isNamedIn } from '../../services/mandates/content.ts'
import { auditableCards, visibleCards } from './columns.ts'
import { lockAuditableCard, lockCard } from './lock.ts'
import { assigneeObject } from './waitingColumns.ts'

type Calls = Handlers<typeof resource.calls>

/** Maximum number of questions about one submission. */
const mostQuestions = 20

/** Open: the card still waits with the submission that the question is about. */
const isOpen = sql<boolean>`(${cards.auditStatus} = 1
  and ${cardQuestions.submittedAt} is not distinct from ${cards.submittedAt})`

/** The card's owner and those who may review it; others may read the card, but not these conversations. */
const participatingCards = (context: Context) =>
  context.caller.population === 2 ? visibleCards(context) : auditableCards(context)

/** An assistant reads and answers the questions about the fields of the mandate, and about the card as a whole. */
const isForCaller =
  ({ caller: { mandate } }: Context) =>
  ({ field }: { field: string | null }) =>
    !mandate || field === null || isNamedIn(mandate, field)

export const listCardQuestions: Calls['questions'] = async ({ id }, context) => {
  const { db, firmId, caller } = context
  const [card] = await db
    .select({ assignee: assigneeObject(context) })
    .from(cards)
    .where(and(participatingCards(context), eq(cards.id, id)))
  if (!card) throw notFound()
  const rows = await db
    .select({
      id: cardQuestions.id,
      field: cardQuestions.field,
      question: cardQuestions.question,
      askedByName: cardQuestions.askedByName,
      askedAt: cardQuestions.askedAt,
      answer: cardQuestions.answer,
      answeredAt: cardQuestions.answeredAt,
      answeredByName: cardQuestions.answeredByName,
      isOpen,
    })
    .from(cardQuestions)
    .innerJoin(cards, and(eq(cards.firmId, cardQuestions.firmId), eq(cards.id, cardQuestions.cardId)))
    .where(and(eq(cardQuestions.firmId, firmId), eq(cardQuestions.cardId, id)))
    .orderBy(asc(cardQuestions.id))
  return {
    records: rows.filter(isForCaller(context)).map(({ askedAt, answeredAt, isOpen: open, ...row }) => ({
      ...row,
      askedAt: askedAt.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      isOpen: open ? 1 : 0,
    })),
    assignee: caller.population === 1 ? card.assignee : null,
  }
}

const labelOf = (field: string | null) =>
  Object.entries(cardContent).find(([name]) => name === field)?.[1].label ?? ''

const change = (field: 'question' | 'answer', label: string, after: string) => ({
  field,
  label,
  before: '',
  after,
  masked: 0 as const,
})

/** A reviewer asks the owner of a waiting card; the card keeps its state. */
export const askAboutCard: Calls['ask'] = async ({ id, field = null, question }, context) => {
  const { db, firmId, now, caller } = context
  const { card, selfReview } = await lockAuditableCard(context, id)
  if (card.auditStatus !== 1) throw wrongState(card.auditStatus, [1], '名片已有审核结果，不能再提问')
  if (selfReview) throw selfReviewError(selfReview)
  const { submittedAt } = card
  const isOfSubmission = and(
    eq(cardQuestions.firmId, firmId),
    eq(cardQuestions.cardId, id),
    sql`${cardQuestions.submittedAt} is not distinct from ${submittedAt?.toISOString() ?? null}::timestamptz`,
  )
  if ((await db.$count(cardQuestions, isOfSubmission)) >= mostQuestions)
    throw invalid({ question: `一次提交最多提${mostQuestions}个问题，请驳回并写明原因` })
  const [row] = await db
    .insert(cardQuestions)
    .values({
      firmId,
      cardId: id,
      submittedAt,
      field,
      question,
      askedById: caller.id,
      askedByName: caller.name,
      askedAt: now,
    })
    .returning({ id: cardQuestions.id })
  const label = labelOf(field)
  await log(context, {
    module: 5,
    action: 'ask',
    target: cardTarget(card),
    diff: [...substitutionDiff(context, card.organizationId), change('question', label || '问题', question)],
  })
  await notifyCardQuestion(context, card, { id: row!.id, field, label, question })
  return row!
}

/** The owner answers a question, once. */
export const answerCardQuestion: Calls['answer'] = async ({ id, answer }, context) => {
  const { db, firmId, now, caller } = context
  const isQuestion = and(eq(cardQuestions.firmId, firmId), eq(cardQuestions.id, id))
  const [question] = await db.select().from(cardQuestions).where(isQuestion)
  if (!question || !isForCaller(context)(question)) throw notFound()
  // Locks the card, so that it is not decided meanwhile, and refuses the cards of others.
  const { card } = await lockCard(context, question.cardId)
  const isCurrent = card.submittedAt?.getTime() === question.submittedAt?.getTime()
  if (card.auditStatus !== 1 || !isCurrent)
    throw wrongState(card.auditStatus, [1], '名片已有审核结果或已撤回，不需要再答复')
  const [answered] = await db
    .update(cardQuestions)
    .set({ answer, answeredAt: now, answeredByName: caller.name })
    .where(and(isQuestion, isNull(cardQuestions.answer)))
    .returning({ id: cardQuestions.id })
  if (!answered) throw new ApiError('4091', '这个问题已经答复过，请刷新后查看')
  const label = labelOf(question.field) || '答复'
  await log(context, {
    module: 5,
    action: 'answer',
    target: cardTarget(card),
    diff: [change('answer', label, answer)],
  })
  await notifyCardAnswered(context, card, { ...question, answer })
  return {}
}
