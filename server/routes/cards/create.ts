import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'

import {
  cardContent,
  cards as resource,
  contentErrors,
  defaultVisibility,
} from '../../../resources/cards/index.ts'
import { createdColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cards, lawyers } from '../../db/tables.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { invalid, notFound, ApiError } from '../../context/apiError.ts'
import { scopeCondition } from '../../records/scope.ts'
import { log } from '../../services/audit/audit.ts'
import { cardListColumns, mergeContent, publicationErrors, cardTarget } from '../../services/cards/content.ts'
import {
  cardReferences,
  cardDiff,
  checkCardChoices,
  choiceNamesOf,
  choiceNamesSql,
} from '../../services/cards/diff.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { notifyCardCreated } from '../../notifications/cards.ts'
import { adjustCompleteness } from '../../services/cards/adjustCompleteness.ts'
import { machineDigestsOf, machineNote } from '../../services/cards/machineDrafts.ts'
import { saveRevisions } from '../../services/cards/history.ts'
import { reviewColumns, selfReviewError, withReviewRules } from '../../services/cards/selfReview.ts'
import { sendInitialPasswords } from '../../services/integrations/initialPasswords.ts'
import { createLawyer, type PreparedLawyer, prepareLawyer } from '../../services/lawyers/create.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { deleteCardDraft } from './draft.ts'

type Calls = typeof resource.calls
type Input = z.output<Calls['createCard']['input']>
type Language = Input['language']

const existingCardId = (firmId: number, language: Language) =>
  sql<number | null>`(select own.id from cards own where own.firm_id = ${firmId}
    and own.lawyer_id = lawyers.id and own.language = ${language} and own.deleted_at is null)`.mapWith(Number)

/** The lawyer of the new card, with everything that decides about it, in one query. */
const findOwner = async (
  context: Context,
  lawyerId: number,
  language: Language,
  patch: StoredCardContent,
) => {
  const [row] = await context.db
    .select({
      lawyer: {
        id: lawyers.id,
        name: lawyers.name,
        nameEn: lawyers.nameEn,
        namePinyin: lawyers.namePinyin,
        mobile: lawyers.mobile,
        email: lawyers.email,
        avatar: lawyers.avatar,
        team: lawyers.team,
        licenseNumber: lawyers.licenseNumber,
        organizationId: lawyers.organizationId,
        status: lawyers.status,
      },
      existingId: existingCardId(context.firmId, language),
      digests: machineDigestsOf(context.firmId, sql`lawyers.id`),
      ...reviewColumns(context, sql`lawyers.organization_id`),
      names: choiceNamesSql(context.firmId, [patch]),
    })
    .from(lawyers)
    .where(
      and(
        scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
        eq(lawyers.id, lawyerId),
        isNull(lawyers.deletedAt),
      ),
    )
    // Locked against a removal meanwhile.
    .for('key share', { of: lawyers })
  if (!row) throw notFound()
  if (row.lawyer.status !== 1) throw invalid({ lawyerId: '该人员不是正常状态，不能新建名片，请先启用或恢复' })
  if (row.existingId)
    throw new ApiError('4092', '该律师已有此语言的名片，请直接修改', {
      field: 'language',
      existingId: row.existingId,
    })
  return withReviewRules(context, row)
}
type CardOwner = Awaited<ReturnType<typeof findOwner>>

/** Drops empty fields: on a new card an empty field does not remove the value from the account. */
const withoutBlanks = (typed: StoredCardContent): StoredCardContent =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null))

/** The content of a new card starts with the values of the account. */
const contentFor = ({ lawyer }: CardOwner, patch: StoredCardContent) => {
  const { mobile, email, avatar, team, licenseNumber } = lawyer
  return mergeContent(
    { mobile, email, avatar, team, licenseNumber, visibility: { ...defaultVisibility } },
    patch,
  )
}

const checkContent = (
  content: StoredCardContent,
  { language, publish }: Input,
  { settings, selfReview }: CardOwner,
) => {
  if (publish === 1 && selfReview) throw selfReviewError(selfReview)
  const errors =
    publish === 1 ? publicationErrors(content, language, settings) : contentErrors(content, language)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const insertCard = async (
  context: Context,
  { lawyer, hasEnglish, settings }: CardOwner,
  content: StoredCardContent,
  input: Input,
) => {
  const { language, publish, showStatus, weight, isTop } = input
  const [row] = await context.db
    .insert(cards)
    .values({
      ...createdColumns(context),
      lawyerId: lawyer.id,
      language,
      organizationId: lawyer.organizationId,
      ...cardListColumns(content, lawyer, hasEnglish || language === 'EN', settings),
      showStatus,
      weight,
      isTop,
      auditStatus: publish === 1 ? 2 : 0,
      ...(publish === 1 && { published: content, publishedAt: context.now, publishedVersion: 1 }),
    })
    .returning()
  return row!
}

/** Prepares the account that is created together with its card; null where none is requested. */
const accountFor = async (context: Context, { lawyerId, newLawyer }: Input) => {
  if (!newLawyer || lawyerId || context.caller.population === 2) return null
  if (!context.caller.capabilities.has('lawyer.create'))
    throw new ApiError('4030', undefined, { need: 'lawyer.create', scope: context.scope })
  return prepareLawyer(context, newLawyer, 'newLawyer')
}

/** The initial password for the answer; null where it is sent by SMS instead. */
const shownPassword = async (
  context: Context,
  id: number,
  { initialPassword, input: { mobile } }: Pick<PreparedLawyer, 'initialPassword' | 'input'>,
) => {
  if (initialPassword === null) return null
  return (await sendInitialPasswords(context, [{ id, mobile, initialPassword }])) ? null : initialPassword
}

const create = async (
  context: Context,
  input: Input,
  patch: StoredCardContent,
  account: PreparedLawyer | null,
) => {
  const { caller } = context
  const { lawyerId, publish, language } = input
  const isLawyer = caller.population === 2
  const newLawyerId = account && (await createLawyer(context, account, 'newLawyer'))
  const ownerId = lawyerId ?? newLawyerId ?? (isLawyer ? caller.id : null)
  if (!ownerId) throw invalid({ lawyerId: '请选择律师' })
  await lockReferences(context, cardReferences([patch]))
  const owner = await findOwner(context, ownerId, language, patch)
  const names = choiceNamesOf(owner.names)
  checkCardChoices({}, patch, names)
  const content = contentFor(owner, patch)
  checkContent(content, input, owner)
  const card = await insertCard(context, owner, content, input)
  const before = { content: {}, published: null }
  await saveRevisions(context, [{ cardId: card.id, version: 1, kind: 'create', before, after: card }])
  if (language === 'EN') await adjustCompleteness(context, [ownerId], 1, owner.settings.weights)
  await log(context, {
    module: 5,
    action: 'create',
    target: cardTarget(card),
    diff: cardDiff({}, content, names),
    ...machineNote(content, language === 'EN' ? owner.digests : null),
  })
  if (isLawyer) await deleteCardDraft(context, language)
  else await notifyCardCreated(context, card, publish === 1)
  const { id, auditStatus, version } = card
  const initialPassword = account && newLawyerId && (await shownPassword(context, newLawyerId, account))
  return { id, lawyerId: ownerId, auditStatus, version, ...(initialPassword && { initialPassword }) }
}

/**
 * Creates a card for a lawyer, one in each language. A lawyer's own card starts as a draft; an administrator
 * may publish it at once. The password of an account created with the card is hashed before the transaction.
 */
export const createCard: Handlers<Calls>['createCard'] = ownTransaction(async (input, context) => {
  const { caller, database, firmId, once } = context
  const {
    lawyerId: _l,
    newLawyer: _n,
    publish,
    language: _,
    showStatus: _s,
    weight: _w,
    isTop: _t,
    ...typed
  } = input
  if (caller.population === 2 && publish === 1)
    throw new ApiError('4030', undefined, { need: 'card.audit', scope: null })
  const patch = await cleanInput(cardContent, withoutBlanks(typed))
  const account = await accountFor(context, input)
  const answer = await database.write(firmId, db =>
    once(db, () => create({ ...context, db }, input, patch, account)),
  )
  return resource.calls.createCard.output.parse(answer)
})
