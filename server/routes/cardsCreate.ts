import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'

import {
  cardContent,
  type cards as resource,
  contentFaults,
  defaultVisibility,
} from '../../resources/cards/index.ts'
import type { Context } from '../context.ts'
import { type CardContent, cards, lawyers } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { invalid, missing, Refusal } from '../refusal.ts'
import { within } from '../scope.ts'
import { log } from '../services/audit.ts'
import { columnsFor, merged, publicationFaults } from '../services/cardContent.ts'
import { cardDiff, checkChoices, choiceNamesOf, namesIn } from '../services/cardDiff.ts'
import { cleanDraft } from '../services/sanitize.ts'
import { created } from '../versioned.ts'
import { selfReview } from './cardsAudit.ts'
import { tellCreated } from './cardsLetters.ts'
import { countEnglish } from './cardsRemove.ts'
import { authorship, revise, target, withAuthorship } from './cardsRow.ts'
import { createOne } from './lawyersBatch.ts'

type Calls = typeof resource.calls
type Input = z.output<Calls['createCard']['input']>
type Language = Input['language']

const existing = (language: Language) =>
  sql<number | null>`(select own.id from cards own where own.lawyer_id = lawyers.id
    and own.language = ${language} and own.deleted_at is null)`.mapWith(Number)

/** The person whose card it becomes, with all that decides about it, in one query. */
const find = async (context: Context, lawyerId: number, language: Language, patch: CardContent) => {
  const [row] = await context.db
    .select({
      lawyer: {
        id: lawyers.id,
        name: lawyers.name,
        nameEn: lawyers.nameEn,
        mobile: lawyers.mobile,
        email: lawyers.email,
        avatar: lawyers.avatar,
        team: lawyers.team,
        licenseNumber: lawyers.licenseNumber,
        organizationId: lawyers.organizationId,
        status: lawyers.status,
      },
      existingId: existing(language),
      ...authorship(context, sql`lawyers.organization_id`),
      names: namesIn(context.firmId, [patch]),
    })
    .from(lawyers)
    .where(
      and(
        within(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
        eq(lawyers.id, lawyerId),
        isNull(lawyers.deletedAt),
      ),
    )
  if (!row) throw missing()
  if (row.lawyer.status !== 1) throw invalid({ lawyerId: '该人员不是正常状态,不能新建名片' })
  if (row.existingId)
    throw new Refusal('4092', '该律师已有此语言的名片', { field: 'language', existingId: row.existingId })
  return withAuthorship(context, row)
}
type Found = Awaited<ReturnType<typeof find>>

/** A field left empty on a new card has not been taken away from it. */
const withoutBlanks = (typed: object) =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null))

/** What the account already knows stands on the card until somebody writes something else. */
const contentFor = ({ lawyer }: Found, patch: CardContent) => {
  const { mobile, email, avatar, team, licenseNumber } = lawyer
  return merged({ mobile, email, avatar, team, licenseNumber, visibility: { ...defaultVisibility } }, patch)
}

const checkFaults = (content: CardContent, { language, publish }: Input, isSelfReview: boolean) => {
  if (publish === 1 && isSelfReview) throw selfReview()
  const faults = publish === 1 ? publicationFaults(content, language) : contentFaults(content, language)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

const insert = async (
  context: Context,
  { lawyer, hasEnglish }: Found,
  content: CardContent,
  input: Input,
) => {
  const { language, publish, showStatus, weight, isTop } = input
  const [row] = await context.db
    .insert(cards)
    .values({
      ...created(context),
      lawyerId: lawyer.id,
      language,
      organizationId: lawyer.organizationId,
      ...columnsFor(content, lawyer, hasEnglish || language === 'EN'),
      showStatus,
      weight,
      isTop,
      auditStatus: publish === 1 ? 2 : 0,
      ...(publish === 1 && { published: content, publishedAt: context.now, publishedVersion: 1 }),
    })
    .returning()
  return row!
}

/** The account that is made together with its card. */
const accountFor = (context: Context, person: NonNullable<Input['newLawyer']>) => {
  if (!context.caller.capabilities.has('lawyer.create'))
    throw new Refusal('4030', undefined, { need: 'lawyer.create', scope: context.scope })
  return createOne(context, person, 'newLawyer')
}

/** A card for a lawyer, one in each language; a lawyer's own starts as a draft, an administrator may publish it. */
export const createCard: Handlers<Calls>['createCard'] = async (input, context) => {
  const { caller } = context
  const { lawyerId, newLawyer, publish, language, showStatus: _s, weight: _w, isTop: _t, ...typed } = input
  const isLawyer = caller.population === 2
  if (isLawyer && publish === 1) throw new Refusal('4030', undefined, { need: 'card.audit', scope: null })
  const patch = cleanDraft(cardContent, withoutBlanks(typed)) as CardContent
  const made = newLawyer && !isLawyer && !lawyerId ? await accountFor(context, newLawyer) : null
  const whose = lawyerId ?? made?.id ?? (isLawyer ? caller.id : null)
  if (!whose) throw invalid({ lawyerId: '请选择律师' })
  const found = await find(context, whose, language, patch)
  const names = choiceNamesOf(found.names)
  checkChoices({}, patch, names)
  const content = contentFor(found, patch)
  checkFaults(content, input, found.isSelfReview)
  const card = await insert(context, found, content, input)
  await revise(context, [{ cardId: card.id, version: 1, kind: 'create', content }])
  if (language === 'EN') await countEnglish(context, [whose], 1)
  await log(context, {
    module: 5,
    action: 'create',
    target: target(card),
    diff: cardDiff({}, content, names),
  })
  if (!isLawyer) await tellCreated(context, card, publish === 1)
  const { id, auditStatus, version } = card
  const initialPassword = made?.initialPassword
  return { id, lawyerId: whose, auditStatus, version, ...(initialPassword && { initialPassword }) }
}
