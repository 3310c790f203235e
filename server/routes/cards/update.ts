import type { z } from 'zod'

import { cardContent, cards as resource, contentErrors } from '../../../resources/cards/index.ts'
import { cardTransitions } from '../../../resources/cards/transitions.ts'
import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { Context } from '../../context/context.ts'
import type { StoredCardContent, cards } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { invalid, ApiError, wrongState } from '../../context/apiError.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import {
  changedSince,
  differingCardFields,
  editedByAdmin,
  editedByLawyer,
  followingAuditStatuses,
  mergeContent,
  pickFields,
  policyFor,
  cardFindings,
  publicationErrors,
  type CardVersions,
  stateOf,
  cardTarget,
} from '../../services/cards/content.ts'
import { cardReferences, cardDiff, checkCardChoices, choiceNames } from '../../services/cards/diff.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { selfReviewError } from '../../services/cards/selfReview.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { reviewOne } from './audit.ts'
import { notifyCardEdited } from '../../notifications/cards.ts'
import { deleteCardDraft } from './draft.ts'
import { type LockedCard, lockOne, saveCard } from './lock.ts'

type Calls = typeof resource.calls
type Input = z.output<Calls['update']['input']>
type Display = Partial<Pick<typeof cards.$inferSelect, 'showStatus' | 'weight' | 'isTop'>>

const { showStatus, weight, isTop } = resource.fields
const displayFields = { showStatus, weight, isTop }
const displayNames = keysOf(displayFields)

/** How the card is shown is a right of its own; a lawyer may only hide his card. */
const checkDisplay = ({ caller, scope }: Context, changed: Display) => {
  const names = Object.keys(changed)
  if (names.length === 0) return
  const isHidingOnly = names.length === 1 && changed.showStatus === 0
  if (!caller.capabilities.has('card.display') || (caller.population === 2 && !isHidingOnly))
    throw new ApiError('4030', undefined, { need: 'card.display', scope })
}

const changedDisplay = ({ card }: LockedCard, input: Input): Display =>
  Object.fromEntries(
    displayNames
      .filter(name => input[name] !== undefined && input[name] !== card[name])
      .map(name => [name, input[name]]),
  )

const lawyersEdit = ({ card, settings }: LockedCard, patch: StoredCardContent): CardVersions => {
  const policy = policyFor(settings, card.published)
  const locked = differingCardFields(card.content, mergeContent(card.content, patch)).filter(
    field => policy[field] === 'locked',
  )
  if (locked.length > 0)
    throw invalid(
      Object.fromEntries(locked.map(field => [field, '该字段由管理员维护，如需修改请联系管理员'])),
    )
  return editedByLawyer(card, patch, card.language, settings)
}

const adminsEdit = (
  { card, settings, isSelfReview }: LockedCard,
  patch: StoredCardContent,
  publish: 0 | 1 | undefined,
): CardVersions => {
  const next = editedByAdmin(card, patch, { publish, language: card.language }, settings)
  if (isSelfReview && next.published !== card.published) throw selfReviewError()
  return next
}

/** What anybody may read is complete; a draft only has to make sense. */
const checkContent = ({ card, settings }: LockedCard, { content, published }: CardVersions) => {
  const errors =
    published && published !== card.published
      ? publicationErrors(published, card.language, settings)
      : contentErrors(content, card.language)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const displayActions: Record<keyof Display, readonly [off: LogAction, on: LogAction] | null> = {
  showStatus: ['hide', 'show'],
  isTop: ['untop', 'top'],
  weight: null,
}

/** Showing and topping have names of their own in the log. */
const actionFor = (changed: Display, hasContent: boolean): LogAction => {
  const [only, ...more] = displayNames.filter(name => changed[name] !== undefined)
  if (hasContent || !only || more.length > 0) return 'update'
  return displayActions[only]?.[changed[only] ? 1 : 0] ?? 'update'
}

type Edit = {
  patch: StoredCardContent
  version: number
  publish?: 0 | 1 | undefined
  shown?: Display
  /** An edit, or the restoring of an earlier one. */
  as?: 'edit' | 'restore'
}

const nextState = (context: Context, locked: LockedCard, { patch, publish }: Edit): CardVersions => {
  if (Object.keys(patch).length === 0 && publish !== 1) return locked.card
  return context.caller.population === 2 ? lawyersEdit(locked, patch) : adminsEdit(locked, patch, publish)
}

/** Writes a change with its revision, its log row and, to a lawyer who did not make it himself, a message. */
export const editCard = async (context: Context, locked: LockedCard, change: Edit) => {
  const { card } = locked
  const { version, shown = {}, as = 'edit' } = change
  const next = nextState(context, locked, change)
  checkContent(locked, next)
  const fields = differingCardFields(card.content, next.content)
  const isStill =
    fields.length === 0 && next.published === card.published && next.auditStatus === card.auditStatus
  const answer = { auditStatus: next.auditStatus, changedFields: changedSince(next.content, next.published) }
  if (isStill && Object.keys(shown).length === 0 && version === card.version)
    return { ...answer, version, findings: cardFindings(next.content, locked.settings) }
  const contents = [pickFields(card.content, fields), pickFields(next.content, fields)] as const
  const names = await choiceNames(context.db, context.firmId, contents)
  checkCardChoices(...contents, names)
  const saved = await saveCard(context, locked, {
    version,
    kind: as,
    ...(!isStill && { next }),
    patch: shown,
    typed: { ...contents[1], ...shown },
  })
  const diff = [...cardDiff(...contents, names), ...diffOf(displayFields, card, shown)]
  const action = as === 'restore' ? as : actionFor(shown, fields.length > 0)
  await log(context, { module: 5, action, target: cardTarget(card), diff })
  const labels = diff.map(it => it.label)
  if (context.caller.population === 1 && labels.length > 0) await notifyCardEdited(context, card, labels)
  return { ...answer, ...saved, findings: cardFindings(next.content, locked.settings) }
}

/** 修改并通过. */
const approveWith = async (
  context: Context,
  locked: LockedCard,
  input: Input,
  patch: StoredCardContent,
  shown: Display,
) => {
  const { id, version } = input
  if (!context.caller.capabilities.has('card.audit'))
    throw new ApiError('4030', undefined, { need: 'card.audit', scope: context.scope })
  const answer = await reviewOne(context, locked, { id, version, auditStatus: 2, patch }, shown)
  return {
    version: answer.version,
    auditStatus: 2 as const,
    changedFields: [],
    findings: cardFindings({ ...locked.card.content, ...patch }, locked.settings),
  }
}

/** A change of one card: a lawyer's goes to review or is published by the firm's rule, an administrator's is. */
export const updateCard: Handlers<Calls>['update'] = async (input, context) => {
  const { id, version, publish, showStatus: _s, weight: _w, isTop: _t, ...typed } = input
  const isLawyer = context.caller.population === 2
  const patch = await cleanInput(cardContent, typed)
  await lockReferences(context, cardReferences([patch]))
  const locked = await lockOne(context, id)
  const { auditStatus } = locked.card
  const shown = changedDisplay(locked, input)
  checkDisplay(context, shown)
  const isOpen = cardTransitions.edit[stateOf(locked.card)]?.owner !== undefined
  if (isLawyer && Object.keys(patch).length > 0 && !isOpen)
    throw wrongState(1, followingAuditStatuses(locked.card), '审核中不能修改，请先撤回')
  if (!isLawyer && publish === 1 && auditStatus === 1)
    return approveWith(context, locked, input, patch, shown)
  const answer = await editCard(context, locked, { patch, version, publish, shown })
  if (Object.keys(patch).length > 0) await deleteCardDraft(context, locked.card.language)
  return answer
}
