import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'

import { longestMandate, mandates as resource, mostMandates } from '../../../resources/cards/mandates.ts'
import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { cardQuestions, cards, lawyers, mandates } from '../../db/tables.ts'
import { notifyMandateChanged, notifyMandateGiven } from '../../notifications/mandates.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { log } from '../../services/audit/audit.ts'
import { isAssistant } from '../../services/mandates/acting.ts'
import {
  assistantOf,
  daysOf,
  endMandates,
  fieldLabels,
  isOpenMandate,
  type Mandate,
  mandateEntry,
  peopleOf,
} from '../../services/mandates/ending.ts'
import { findAssistant, listChoices, requireLawyer } from './choices.ts'
import { mandateAnswer, isInScope, openUntil, rowsOf } from './rows.ts'

type Calls = Handlers<typeof resource.calls>

const dayMs = 86_400_000

const given: Calls['given'] = async ({ lawyerId }, context) => {
  const { caller } = context
  const ownerId = lawyerId ?? (caller.population === 2 ? caller.id : undefined)
  if (!ownerId) throw invalid({ lawyerId: '请选择律师' })
  const isOwner = and(isInScope(context), eq(lawyers.id, ownerId), isNull(lawyers.deletedAt))
  if ((await context.db.$count(lawyers, isOwner)) === 0) throw notFound()
  const rows = await rowsOf(context, eq(mandates.lawyerId, ownerId))
  return rows.map(row => mandateAnswer(row, context))
}

/** The cards of these lawyers, and the fields about which their reviewers wait for an answer. */
const cardsOf = async ({ db, firmId }: Context, lawyerIds: readonly number[]) => {
  if (lawyerIds.length === 0) return []
  const asked = sql<(string | null)[]>`array(select ${cardQuestions.field} from ${cardQuestions}
    where ${cardQuestions.firmId} = ${firmId} and ${cardQuestions.cardId} = cards.id and ${cardQuestions.answer} is null
      and cards.audit_status = 1 and ${cardQuestions.submittedAt} is not distinct from cards.submitted_at)`
  return db
    .select({
      id: cards.id,
      lawyerId: cards.lawyerId,
      language: cards.language,
      auditStatus: cards.auditStatus,
      asked,
    })
    .from(cards)
    .where(and(eq(cards.firmId, firmId), inArray(cards.lawyerId, [...lawyerIds]), isNull(cards.deletedAt)))
    .orderBy(asc(cards.language))
}

const held: Calls['held'] = async (_, context) => {
  const { caller, now } = context
  const rows = await rowsOf(context, and(isAssistant(caller), openUntil(now)))
  const active = rows
    .map(row => ({ row, answer: mandateAnswer(row, context) }))
    .filter(it => it.answer.state !== 5)
  const found = await cardsOf(
    context,
    active.filter(({ answer }) => answer.state === 1).map(({ answer }) => answer.lawyerId),
  )
  return active.map(({ row: { lawyer, mandate }, answer }) => ({
    ...answer,
    officeName: lawyer.officeName,
    avatar: lawyer.avatar,
    cards: found
      .filter(card => card.lawyerId === mandate.lawyerId && answer.state === 1)
      .map(({ id, language, auditStatus, asked }) => ({
        id,
        language,
        auditStatus,
        isAsked: asked.some(field => field === null || mandate.fields.some(it => it === field)) ? 1 : 0,
      })),
  }))
}

/** The moment after the last day; throws where the term is over or too long. */
const endOf = ({ now }: Context, startAt: Date, endOn: string) => {
  const endAt = new Date(momentOfFirm(endOn).getTime() + dayMs)
  if (endOn < firmDay(now) || endAt <= startAt) throw invalid({ endOn: '结束日期不能早于开始日期和今天' })
  const firstDay = momentOfFirm(firmDay(startAt))
  if (endAt.getTime() - firstDay.getTime() > longestMandate * dayMs)
    throw invalid({ endOn: `代办最长${longestMandate}天，到期后可以重新指定` })
  return endAt
}

const startOf = ({ now }: Context, startOn: string) => {
  const today = firmDay(now)
  if (startOn < today) throw invalid({ startOn: '开始日期不能早于今天' })
  return startOn === today ? now : momentOfFirm(startOn)
}

/** Throws where this assistant has another mandate of the caller at the same time. */
const checkOverlap = async (
  context: Context,
  { id = 0, ...mandate }: Pick<Mandate, 'adminId' | 'memberId' | 'startAt' | 'endAt'> & { id?: number },
  field: 'assistantId' | 'endOn',
) => {
  const { db, caller } = context
  const own = and(isOpenMandate(context), eq(mandates.lawyerId, caller.id), ne(mandates.id, id))
  if ((await db.$count(mandates, own)) >= mostMandates)
    throw invalid({ [field]: `最多同时指定${mostMandates}个代办，请先结束不需要的` })
  const overlapping = and(
    own,
    isAssistant(assistantOf(mandate)),
    lt(mandates.startAt, mandate.endAt),
    gt(mandates.endAt, mandate.startAt),
  )
  if ((await db.$count(mandates, overlapping)) > 0)
    throw invalid({ [field]: '这段时间已经指定了此人，可以修改原来的代办' })
}

/** Locks the caller's row, which orders two requests of the same person. */
const lockCaller = async ({ db, firmId, caller }: Context) => {
  const [row] = await db
    .select({ id: lawyers.id, name: lawyers.name, organizationId: lawyers.organizationId })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, caller.id)))
    .for('no key update')
  if (!row) throw notFound()
  return row
}

const grant: Calls['grant'] = async ({ population, assistantId, fields, startOn, endOn }, context) => {
  requireLawyer(context)
  const { db, firmId, now } = context
  const startAt = startOf(context, startOn)
  const endAt = endOf(context, startAt, endOn)
  const lawyer = await lockCaller(context)
  const assistant = await findAssistant(context, population, assistantId)
  const values = {
    lawyerId: lawyer.id,
    memberId: population === 2 ? assistantId : null,
    adminId: population === 1 ? assistantId : null,
    fields,
    startAt,
    endAt,
  }
  await checkOverlap(context, values, 'assistantId')
  const [row] = await db
    .insert(mandates)
    .values({ ...values, firmId, createdAt: now })
    .returning()
  await log(context, mandateEntry('mandate', { lawyer, assistantName: assistant.name }, { after: row! }))
  await notifyMandateGiven(context, { lawyer, assistant }, { ...daysOf(row!), labels: fieldLabels(row!) })
  return { id: row!.id, version: row!.version }
}

const { fields: chosenFields, endOn: lastDayField } = resource.fields

const change: Calls['change'] = async ({ id, version, fields, endOn }, context) => {
  requireLawyer(context)
  const { db, firmId } = context
  const lawyer = await lockCaller(context)
  const isThis = and(eq(mandates.firmId, firmId), eq(mandates.id, id), eq(mandates.lawyerId, lawyer.id))
  const [before] = await db.select().from(mandates).where(isThis).for('no key update')
  if (!before) throw notFound()
  if (before.endedAt || before.endAt <= context.now) throw new ApiError('4091', '代办已结束，请重新指定')
  if (before.version !== version) {
    const current = { fields: before.fields, endOn: daysOf(before).lastDay, version: before.version }
    const row = { ...current, updatedAt: context.now, updatedByName: lawyer.name }
    throw versionConflictError(context, { fields: chosenFields, endOn: lastDayField }, row, { fields, endOn })
  }
  const endAt = endOf(context, before.startAt, endOn)
  await checkOverlap(context, { ...before, endAt }, 'endOn')
  const [after] = await db
    .update(mandates)
    .set({ fields, endAt, version: version + 1 })
    .where(isThis)
    .returning()
  const people = (await peopleOf(context, [before]))(before)
  const entry = mandateEntry('mandate', people, { before, after: after! })
  if (entry.diff?.length === 0) return { version: after!.version }
  await log(context, entry)
  await notifyMandateChanged(
    context,
    { lawyer, assistant: { ...assistantOf(before), name: people.assistantName } },
    { lastDay: daysOf(after!).lastDay, labels: fieldLabels(after!) },
  )
  return { version: after!.version }
}

/** The mandates that the caller may end: the own ones on either side, and those of people within the right to end them. */
const endable = (context: Context) => {
  const { caller } = context
  if (caller.population === 2) return sql`(${eq(mandates.lawyerId, caller.id)} or ${isAssistant(caller)})`
  const scope = scopeOfCaller(context, 'mandate.end')
  const isManaged = scope
    ? sql`${mandates.lawyerId} in (select ${lawyers.id} from ${lawyers} where ${isInScope({ ...context, scope })})`
    : sql`false`
  return sql`(${isAssistant(caller)} or ${isManaged})`
}

const end: Calls['end'] = async ({ id }, context) => {
  const isThis = and(eq(mandates.firmId, context.firmId), eq(mandates.id, id), endable(context))
  const ended = await endMandates(context, isThis)
  if (ended.length > 0) return {}
  // Ending twice is what was wanted; what the caller may not see does not exist for him.
  if ((await context.db.$count(mandates, isThis)) === 0) throw notFound()
  return {}
}

export const mandateHandlers: Calls = { given, held, choices: listChoices, grant, change, end }
