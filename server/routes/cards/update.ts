import type { z } from 'zod'

import {
  cardContent,
  type CardField,
  cards as resource,
  contentErrors,
} from '../../../resources/cards/index.ts'
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
  cardFindings,
  refuseLocked,
  publicationErrors,
  type CardVersions,
  stateOf,
  cardTarget,
} from '../../services/cards/content.ts'
import { cardReferences, cardDiff, checkCardChoices, choiceNames } from '../../services/cards/diff.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { effectiveDiff, scheduledColumns, schedulingError } from '../../services/cards/scheduled.ts'
import { selfReviewError } from '../../services/cards/selfReview.ts'
import { machineNote } from '../../services/cards/machineDrafts.ts'
import { checkNamedFields, isNamedIn } from '../../services/mandates/content.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { reviewCard } from './audit.ts'
import { notifyCardEdited } from '../../notifications/cards.ts'
import { deleteCardDraft } from './draft.ts'
import { type LockedCard, lockCard, saveCard } from './lock.ts'

type Calls = typeof resource.calls
type Input = z.output<Calls['update']['input']>
type Display = Partial<Pick<typeof cards.$inferSelect, 'showStatus' | 'weight' | 'isTop'>>

const { showStatus, weight, isTop } = resource.fields
const displayFields = { showStatus, weight, isTop }
const displayNames = keysOf(displayFields)

/** Changing a card's display needs a right of its own; a lawyer may only hide the card. */
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

const versionsByLawyer = (
  { caller: { mandate } }: Context,
  { card, settings }: LockedCard,
  patch: StoredCardContent,
): CardVersions => {
  checkNamedFields(mandate, differingCardFields(card.content, mergeContent(card.content, patch)))
  const { locked, ...next } = editedByLawyer(card, patch, card.language, settings, mandate?.fields)
  refuseLocked(settings, locked)
  return next
}

/** A change that also has the visibility of single contacts, merged into the one that a content has. */
const withParts = (
  patch: StoredCardContent,
  { visibility }: StoredCardContent,
  parts: Input['visibilityParts'],
): StoredCardContent => {
  if (!parts) return patch
  const merged = Object.entries({ ...visibility, ...parts }).filter(([, level]) => level !== null)
  return { ...patch, visibility: Object.fromEntries(merged) }
}

const versionsByAdmin = (
  { card, settings, selfReview }: LockedCard,
  { patch, publish, publicPatch }: CardEdit,
): CardVersions => {
  const next = editedByAdmin(card, patch, { publish, language: card.language, publicPatch }, settings)
  if (selfReview && next.published !== card.published) throw selfReviewError(selfReview)
  return next
}

/** A published content must be complete; a draft only has to be valid. */
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

/** The log's action; showing and pinning have actions of their own. */
const actionFor = (changed: Display, hasContent: boolean): LogAction => {
  const [firstChange, ...otherChanges] = displayNames.filter(name => changed[name] !== undefined)
  if (hasContent || !firstChange || otherChanges.length > 0) return 'update'
  return displayActions[firstChange]?.[changed[firstChange] ? 1 : 0] ?? 'update'
}

type CardEdit = {
  patch: StoredCardContent
  /** The change of what is public, where it differs from `patch`. */
  publicPatch?: StoredCardContent
  version: number
  publish?: 0 | 1 | undefined
  shown?: Display
  /** The day from which an administrator's change is public. */
  effectiveOn?: string | undefined
  /** `restore` when an earlier revision is restored. */
  as?: 'edit' | 'restore'
}

/** Columns of an administrator's change for a later day; the public version stays until then. */
const schedule = (
  context: Context,
  { card, settings, selfReview }: LockedCard,
  patch: StoredCardContent,
  day: string,
) => {
  const unschedulable = schedulingError(card)
  if (unschedulable) throw unschedulable
  if (selfReview) throw selfReviewError(selfReview)
  const published = mergeContent(card.published ?? {}, patch)
  const errors = publicationErrors(published, card.language, settings)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return scheduledColumns(context, card, published, day)
}

const nextState = (context: Context, locked: LockedCard, change: CardEdit): CardVersions => {
  const { patch, publish } = change
  if (Object.keys(patch).length === 0 && publish !== 1) return locked.card
  return context.caller.population === 2
    ? versionsByLawyer(context, locked, patch)
    : versionsByAdmin(locked, change)
}

/** The changed fields before and after; those of what is public where the working copy had the values already. */
const changedContents = (card: LockedCard['card'], next: CardVersions, fields: readonly CardField[]) => {
  const isOnlyPublic = fields.length === 0 && card.published !== null && next.published !== null
  const [from, to] = isOnlyPublic ? [card.published!, next.published!] : [card.content, next.content]
  const names = isOnlyPublic ? differingCardFields(from, to) : fields
  return [pickFields(from, names), pickFields(to, names)] as const
}

/** The findings of the promotion rules; an assistant gets those in the fields of the mandate. */
const findingsOf = ({ caller: { mandate } }: Context, { settings }: LockedCard, { content }: CardVersions) =>
  cardFindings(content, settings).filter(({ field }) => !mandate || isNamedIn(mandate, field))

/** Writes a change with its revision and log row; notifies the lawyer of another person's change. */
export const editCard = async (context: Context, locked: LockedCard, change: CardEdit) => {
  const { card } = locked
  const { version, shown: displayChanges = {}, as = 'edit', patch, effectiveOn } = change
  const scheduled = effectiveOn ? schedule(context, locked, patch, effectiveOn) : undefined
  const next = nextState(context, locked, scheduled ? { ...change, publish: 0 } : change)
  checkContent(locked, next)
  const fields = differingCardFields(card.content, next.content)
  const isUnchanged =
    fields.length === 0 && next.published === card.published && next.auditStatus === card.auditStatus
  const answer = { auditStatus: next.auditStatus, changedFields: changedSince(next.content, next.published) }
  if (isUnchanged && Object.keys(displayChanges).length === 0 && version === card.version)
    return { ...answer, version, findings: findingsOf(context, locked, next) }
  const contents = changedContents(card, next, fields)
  const names = await choiceNames(context.db, context.firmId, contents)
  checkCardChoices(...contents, names)
  const savedCard = await saveCard(context, locked, {
    version,
    kind: as,
    ...(!isUnchanged && { next }),
    patch: { ...displayChanges, ...scheduled },
    typed: { ...contents[1], ...displayChanges },
  })
  const diff = [
    ...cardDiff(...contents, names),
    ...diffOf(displayFields, card, displayChanges),
    ...(effectiveOn ? effectiveDiff('', effectiveOn) : []),
  ]
  const action = as === 'restore' ? as : actionFor(displayChanges, fields.length > 0)
  await log(context, {
    module: 5,
    action,
    target: cardTarget(card),
    diff,
    ...machineNote(pickFields(next.content, fields), locked.digests),
  })
  const labels = diff.map(it => it.label)
  if (context.caller.population === 1 && labels.length > 0) await notifyCardEdited(context, card, labels)
  return { ...answer, ...savedCard, findings: findingsOf(context, locked, next) }
}

/** 修改并通过: changes the card and approves it. */
const approveWithChanges = async (
  context: Context,
  locked: LockedCard,
  input: Input,
  patch: StoredCardContent,
  displayChanges: Display,
) => {
  const { id, version, effectiveOn } = input
  if (!context.caller.capabilities.has('card.audit'))
    throw new ApiError('4030', undefined, { need: 'card.audit', scope: context.scope })
  const answer = await reviewCard(
    context,
    locked,
    { id, version, auditStatus: 2, patch, effectiveOn },
    displayChanges,
  )
  return {
    version: answer.version,
    auditStatus: 2 as const,
    changedFields: [],
    findings: cardFindings({ ...locked.card.content, ...patch }, locked.settings),
  }
}

const checkEffectiveOn = ({ caller }: Context, auditStatus: number, publish: 0 | 1 | undefined) => {
  if (caller.population === 2) throw invalid({ effectiveOn: '请在提交审核时填写希望生效的日期' })
  if (auditStatus === 1 && publish !== 1)
    throw invalid({ effectiveOn: '名片正在等待审核，请在通过时指定生效日期' })
}

/**
 * Changes a card: a lawyer's change is reviewed or published by the firm's rules, an administrator's is
 * published.
 */
export const updateCard: Handlers<Calls>['update'] = async (input, context) => {
  const {
    id,
    version,
    publish,
    effectiveOn,
    visibilityParts,
    mandateId: _m,
    showStatus: _s,
    weight: _w,
    isTop: _t,
    ...typed
  } = input
  const isLawyer = context.caller.population === 2
  if (isLawyer && visibilityParts) throw invalid({ visibilityParts: '请在展示权限中修改' })
  const cleaned = await cleanInput(cardContent, typed)
  await lockReferences(context, cardReferences([cleaned]))
  const locked = await lockCard(context, id)
  const { auditStatus, content, published } = locked.card
  const patch = withParts(cleaned, content, visibilityParts)
  const displayChanges = changedDisplay(locked, input)
  checkDisplay(context, displayChanges)
  const isEditable = cardTransitions.edit[stateOf(locked.card)]?.owner !== undefined
  if (effectiveOn) checkEffectiveOn(context, auditStatus, publish)
  if (isLawyer && Object.keys(patch).length > 0 && !isEditable)
    throw wrongState(1, followingAuditStatuses(locked.card), '审核中不能修改，请先撤回')
  if (!isLawyer && publish === 1 && auditStatus === 1)
    return approveWithChanges(context, locked, input, patch, displayChanges)
  const answer = await editCard(context, locked, {
    patch,
    ...(published && visibilityParts && { publicPatch: withParts(cleaned, published, visibilityParts) }),
    version,
    publish,
    effectiveOn,
    shown: displayChanges,
  })
  if (Object.keys(patch).length > 0) await deleteCardDraft(context, locked.card.language)
  return answer
}
