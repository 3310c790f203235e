import { createLink } from '../previewLinks/create.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import { type CardField, cardFields, cards as resource, type Policy } from '../../../resources/cards/index.ts'
import type { ActingMandate, Context } from '../../context/context.ts'
import { cardRevisions, cards, lawyers, offices, positions } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { tabCounts } from '../../db/lists/counts.ts'
import { columnsToSelect } from '../../records/columns.ts'
import { withFilter } from '../../records/conditions.ts'
import { listOf, rowSchemaOf } from '../../records/list.ts'
import { readableContains } from '../../records/search.ts'
import { invalid, notFound } from '../../context/apiError.ts'
import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
import { confirmStateCondition } from '../../services/cards/confirmation.ts'
import { englishStateCondition, outdatedFields } from '../../services/cards/languageState.ts'
import { log } from '../../services/audit/audit.ts'
import { cardFindings, cardTarget } from '../../services/cards/content.ts'
import { policyFor } from '../../services/cards/decision.ts'
import { misfitCondition, openMisfits } from '../../services/cards/misfits.ts'
import { machineDigests, machineFieldsIn } from '../../services/cards/machineDrafts.ts'
import { contentForAssistant, isNamedIn } from '../../services/mandates/content.ts'
import { personOrder } from '../../services/directory/personOrder.ts'
import { cardRulesFrom, ruleColumns } from '../../services/cards/rules.ts'
import { adminAuditCard } from './audit.ts'
import { countVisit, resolveCardCode } from './code.ts'
import { computedCardColumns, exportCardRows, ownerJoins, readableCards, visibleCards } from './columns.ts'
import { assignCard, listCardReviewers } from './assign.ts'
import { confirmationHandlers } from './confirmation.ts'
import { confirmEnglish } from './confirmEnglish.ts'
import { createCard } from './create.ts'
import { draftHandlers } from './draft.ts'
import { englishDraftHandlers } from './englishDraft.ts'
import { ignoreCardFinding } from './ignoreFinding.ts'
import { readWordTemplate, readWordTemplateFile, saveWordTemplate } from './wordTemplate.ts'
import { createCardOutput, outputsOf, wordOf } from './output.ts'
import { answerCardQuestion, askAboutCard, listCardQuestions } from './questions.ts'
import { scheduledFieldsOf } from '../../services/cards/scheduled.ts'
import { removeCards } from './remove.ts'
import { restoreCardRevision, listCardRevisions } from './revisions.ts'
import { unscheduleCard } from './unschedule.ts'
import { submitAudit } from './submit.ts'
import { updateCard } from './update.ts'
import { readVisits } from './visits.ts'

type Calls = typeof resource.calls
type Filters = z.output<Calls['cardNum']['input']>

const professionCondition = (type: 'official' | 'self') => (id: number) =>
  sql`${cards.content} -> 'professions' @> ${JSON.stringify([{ type, id }])}::jsonb`

const lawyerColumn = (firmId: number, column: PgColumn) =>
  sql`(select ${column} from ${lawyers} where ${lawyers.firmId} = ${firmId}
    and ${lawyers.id} = ${cards.lawyerId})`

const cardOrder = (firmId: number) => ({
  table: cards,
  firm: cards.firmId,
  name: cards.name,
  key: cards.id,
  office: cards.organizationId,
  profession: sql`(${cards.content} -> 'professions' -> 0 ->> 'id')::bigint`,
  by: {
    top: cards.isTop,
    weight: cards.weight,
    post: cards.postLevel,
    pinyin: cards.nameSort,
    practiceYear: lawyerColumn(firmId, lawyers.firstPractisedYear),
    entryDate: lawyerColumn(firmId, lawyers.entryDate),
    updated: cards.updatedAt,
  },
})

const list = listOf(resource.calls.pageList, {
  table: cards,
  key: cards.id,
  visibleWhere: visibleCards,
  search: (keyword, context) =>
    readableContains(cards.search, [
      [resource.fields.mobile, lawyerColumn(context.firmId, lawyers.mobile)],
      [resource.fields.licenseNumber, lawyerColumn(context.firmId, lawyers.licenseNumber)],
    ])(keyword, context),
  order: context => personOrder(context, cardOrder(context.firmId)),
  joins: ownerJoins,
  countedJoins: [],
  columns: computedCardColumns,
  sorts: { name: cards.nameSort },
  conditions: {
    postId: (id, { firmId }) => sql`${cards.postCode} = (select ${positions.postCode} from ${positions}
      where ${positions.firmId} = ${firmId} and ${positions.postId} = ${id})`,
    professionId: professionCondition('self'),
    officialId: professionCondition('official'),
    confirmState: (state, { firmId }) => confirmStateCondition(state, firmId),
    englishState: (state, { firmId }) => englishStateCondition(state, firmId),
    fitState: (_, { firmId }) => misfitCondition(firmId),
  },
})

const states = { draft: 0, pending: 1, passed: 2, rejected: 3 } as const

const cardNum: Handlers<Calls>['cardNum'] = (filters, context) => {
  const counted = (query: Filters) => sql`from ${cards} where ${list.where(context, query)}`
  const all = counted(filters)
  const tabs = fromKeys(keysOf(states), name => counted(withFilter(filters, 'auditStatus', [states[name]])))
  return tabCounts(context, { all, ...tabs, hidden: sql`${all} and ${cards.showStatus} = 0` })
}

const recordsOf = (context: Context, where: ReturnType<typeof and>) =>
  context.db
    .select({
      ...columnsToSelect(rowSchemaOf(resource.calls.pageList), cards, computedCardColumns(context)),
      auditItems: cards.auditItems,
      submittedBy: cards.submittedBy,
      proposedOn: cards.proposedOn,
      effectiveAt: cards.effectiveAt,
      scheduled: cards.scheduled,
      codeKey: lawyers.codeKey,
      content: cards.content,
      published: cards.published,
      ignored: cards.ignoredFindings,
      digests: machineDigests(context.firmId),
      outdated: outdatedFields(context.firmId),
      misfits: openMisfits,
      ...ruleColumns(context.firmId),
    })
    .from(cards)
    .innerJoin(lawyers, and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId)))
    .innerJoin(
      offices,
      and(eq(offices.firmId, cards.firmId), eq(offices.organizationId, cards.organizationId)),
    )
    .where(where)
    .orderBy(asc(cards.language))

type CardRecord = Awaited<ReturnType<typeof recordsOf>>[number]

/** Administrators may change everything; a lawyer and an assistant get the policy of each field in advance. */
const policyOf = ({ caller, now }: Context, row: CardRecord): Record<CardField, Policy> => {
  if (caller.population !== 2) return fromKeys(cardFields, () => 'free')
  const policy = policyFor(cardRulesFrom(row, now), row.published !== null)
  const { mandate } = caller
  return mandate
    ? fromKeys(cardFields, field => (isNamedIn(mandate, field) ? policy[field] : 'outside'))
    : policy
}

type CardAnswer = NonNullable<z.input<Calls['cardInfoByLawyer']['output']>['CN']>

/** An answer reduced to what an assistant may read of a card. */
const readableByAssistant = (mandate: ActingMandate, row: CardRecord, answer: CardAnswer): CardAnswer => {
  const { published, content } = row
  const isReadable = ({ field }: { field: string }) => isNamedIn(mandate, field)
  return {
    ...answer,
    ...contentForAssistant(mandate, content, published),
    name: answer.name,
    published: published && {
      ...contentForAssistant(mandate, published, published),
      name: published.name ?? '',
    },
    auditItems: answer.auditItems?.filter(isReadable) ?? null,
    ...(answer.misfits && { misfits: answer.misfits.filter(isReadable) }),
    ...(answer.findings && { findings: answer.findings.filter(isReadable) }),
    ...(answer.machineFields && {
      machineFields: answer.machineFields.filter(field => isReadable({ field })),
    }),
  }
}

const answerOf = (context: Context, row: CardRecord): z.input<Calls['cardInfo']['output']> => {
  const {
    content,
    published,
    review: _review,
    promotionRules: _rules,
    cardPage: _page,
    officeTemplate: _template,
    misfits,
    person: _person,
    scheduled,
    effectiveAt,
    digests,
    outdated,
    ...found
  } = row
  const { name, partnerCodes: _codes, ignored: _ignored, ...columns } = found
  const rules = cardRulesFrom(row, context.now)
  const { template } = rules
  return {
    ...columns,
    ...content,
    effectiveAt: effectiveAt?.toISOString() ?? null,
    scheduledFields: scheduledFieldsOf(scheduled),
    name,
    published: published && { ...published, name: published.name ?? '' },
    policy: policyOf(context, row),
    ...(template && {
      template: {
        organizationName: template.office,
        layout: template.layout,
        required: [...template.required],
        locked: [...template.locked],
      },
      ...(misfits && { misfits }),
    }),
    machineFields: machineFieldsIn(content, digests),
    findings: cardFindings(content, rules),
    ...(outdated && { outdated }),
  }
}

const cardInfo: Handlers<Calls>['cardInfo'] = async ({ id, version }, context) => {
  const [row] = await recordsOf(context, and(readableCards(context), eq(cards.id, id)))
  if (!row) throw notFound()
  if (version === undefined || version === row.version) return answerOf(context, row)
  const [revision] = await context.db
    .select({ content: cardRevisions.content })
    .from(cardRevisions)
    .where(
      and(
        eq(cardRevisions.firmId, context.firmId),
        eq(cardRevisions.cardId, id),
        eq(cardRevisions.version, version),
      ),
    )
  if (!revision) throw notFound()
  return answerOf(context, { ...row, content: revision.content, name: revision.content.name ?? '' })
}

const reveal: Handlers<Calls>['reveal'] = async (input, context) => {
  const answer = await cardInfo(input, context)
  // Lawyers who look at their own card are not logged.
  if (context.caller.population === 1)
    await log(context, { module: 14, action: 'reveal', target: cardTarget(answer) })
  return answer
}

const cardInfoByLawyer: Handlers<Calls>['cardInfoByLawyer'] = async ({ lawyerId, language }, context) => {
  const { caller } = context
  const ownerId = lawyerId ?? (caller.population === 2 ? caller.id : undefined)
  if (!ownerId) throw invalid({ lawyerId: '请选择律师' })
  const rows = await recordsOf(
    context,
    and(readableCards(context), eq(cards.lawyerId, ownerId), language && eq(cards.language, language)),
  )
  const { mandate } = caller
  const cardIn = (wanted: 'CN' | 'EN') => {
    const row = rows.find(it => it.language === wanted)
    if (!row) return null
    const answer = answerOf(context, row)
    return mandate ? readableByAssistant(mandate, row, answer) : answer
  }
  return { CN: cardIn('CN'), EN: cardIn('EN') }
}

export const cardHandlers: Handlers<Calls> = {
  createCard,
  pageList: { ...list.listing, inFile: exportCardRows },
  cardInfo,
  reveal,
  cardInfoByLawyer,
  update: updateCard,
  adminAuditCard,
  submitAudit,
  delete: removeCards,
  cardNum,
  ...draftHandlers,
  ...englishDraftHandlers,
  ...confirmationHandlers,
  confirmEnglish,
  revisions: listCardRevisions,
  restore: restoreCardRevision,
  unschedule: unscheduleCard,
  ignoreFinding: ignoreCardFinding,
  questions: listCardQuestions,
  ask: askAboutCard,
  answer: answerCardQuestion,
  reviewers: listCardReviewers,
  assign: assignCard,
  share: ({ id, recipient }, context) => createLink(context, { cardId: id }, { purpose: 1, recipient }),
  code: resolveCardCode,
  countVisit,
  visits: readVisits,
  output: createCardOutput,
  outputs: outputsOf(list.where),
  word: wordOf(list.where, list.listing.ids),
  wordTemplate: readWordTemplate,
  wordTemplateFile: readWordTemplateFile,
  saveWordTemplate,
}
