import { and, desc, eq } from 'drizzle-orm'

import { cardContent, cardFields, type cards as resource } from '../../../resources/cards/index.ts'
import { isCardAction } from '../../../resources/cards/transitions.ts'
import { changesOf } from '../../../resources/domain/change.ts'
import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cardRevisions, cards } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { notFound, wrongState } from '../../context/apiError.ts'
import { readableChanges } from '../../context/readable.ts'
import { followingAuditStatuses, pickFields, stateOf } from '../../services/cards/content.ts'
import { policyFor } from '../../services/cards/decision.ts'
import { cardDiff, cardReferences, choiceNames } from '../../services/cards/diff.ts'
import { machineDigests, machineFieldsIn } from '../../services/cards/machineDrafts.ts'
import { lockReferences } from '../../services/directory/references.ts'
import { readableCards } from './columns.ts'
import { type LockedCard, lockCard } from './lock.ts'
import { editCard } from './update.ts'

type Calls = typeof resource.calls

/** Number of revisions that the history shows; older ones stay in the table. */
const maxRevisions = 100

/** The revisions of a card, the latest first, each with its changes. */
export const listCardRevisions: Handlers<Calls>['revisions'] = async ({ id }, context) => {
  const { db, firmId } = context
  const rows = await db
    .select({
      version: cardRevisions.version,
      language: cards.language,
      digests: machineDigests(firmId),
      kind: cardRevisions.kind,
      content: cardRevisions.content,
      at: cardRevisions.at,
      by: cardRevisions.byName,
    })
    .from(cardRevisions)
    .innerJoin(cards, and(eq(cards.firmId, cardRevisions.firmId), eq(cards.id, cardRevisions.cardId)))
    .where(and(readableCards(context), eq(cards.id, id)))
    .orderBy(desc(cardRevisions.version))
    .limit(maxRevisions + 1)
  if (rows.length === 0) throw notFound()
  const names = await choiceNames(
    db,
    firmId,
    rows.map(it => it.content),
    rows[0]?.language,
  )
  return rows.slice(0, maxRevisions).map(({ content, at, language, digests, ...row }, index) => ({
    ...row,
    machineFields: machineFieldsIn(content, digests),
    at: at.toISOString(),
    diff: changesOf(
      cardContent,
      readableChanges(
        context,
        cardContent,
        cardDiff(rows[index + 1]?.content ?? {}, content, names, language),
      ),
    ),
  }))
}

/**
 * The chosen fields of the earlier content, or all but those that are locked for a lawyer, which keep their present values.
 */
const restorableContent = (
  { caller }: Context,
  { card, settings }: LockedCard,
  content: StoredCardContent,
  fields: readonly string[] | undefined,
) => {
  const policy = policyFor(settings, card.published !== null)
  const isLockedField = (field: (typeof cardFields)[number]) =>
    caller.population === 2 && policy[field] === 'locked'
  return pickFields(
    content,
    cardFields.filter(field => fields?.includes(field) ?? !isLockedField(field)),
  )
}

/**
 * Makes an earlier content the working copy again: a new revision, published by the rules of any other
 * change.
 */
export const restoreCardRevision: Handlers<Calls>['restore'] = async (
  { id, to, version, fields },
  context,
) => {
  const [earlierRevision] = await context.db
    .select({ content: cardRevisions.content })
    .from(cardRevisions)
    .where(
      and(
        eq(cardRevisions.firmId, context.firmId),
        eq(cardRevisions.cardId, id),
        eq(cardRevisions.version, to),
      ),
    )
  if (earlierRevision) await lockReferences(context, cardReferences([earlierRevision.content]))
  const lockedCard = await lockCard(context, id, to)
  if (!isCardAction('restore', stateOf(lockedCard.card)))
    throw wrongState(1, followingAuditStatuses(lockedCard.card), '审核中不能恢复历史版本，请先撤回')
  if (!lockedCard.revision) throw notFound()
  const patch = restorableContent(context, lockedCard, lockedCard.revision, fields)
  const { auditStatus, version: saved } = await editCard(context, lockedCard, {
    patch,
    version,
    as: 'restore',
  })
  return { auditStatus, version: saved }
}
