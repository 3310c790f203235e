import type { z } from 'zod'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { articles, cards, lawyers } from '../../db/tables.ts'
import { statusesFor } from '../../../resources/lawyers/transitions.ts'
import type { Handlers } from '../../context/handlers.ts'
import { removedColumns, updatedColumns } from '../../context/actor.ts'
import type { Context } from '../../context/context.ts'
import { notFound, ApiError, wrongState } from '../../context/apiError.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { notifyRegistrationDecided } from '../../notifications/lawyers.ts'
import { endMandatesOf } from '../../services/mandates/ending.ts'
import { endSessions } from '../../services/identity/session.ts'
import { type Lawyer, lawyerTarget } from '../../services/lawyers/values.ts'
import { closeTransferRequests } from '../../services/lawyers/transferRequests.ts'
import { findLawyer, visibleLawyers } from './rows.ts'
import { changeLawyer } from './update.ts'

type Calls = Handlers<typeof resource.calls>
type Status = Lawyer['status']

const targetColumns = { id: lawyers.id, name: lawyers.name, organizationId: lawyers.organizationId }

type Correction = NonNullable<z.output<(typeof resource.calls)['pass']['input']>['patch']>

/** The reviewer's correction has a log row of its own, since it is not the applicant's. */
const saveCorrection = async (context: Context, id: number, version: number, patch: Correction) => {
  const need = 'lawyer.edit'
  if (!context.caller.capabilities.has(need)) throw new ApiError('4030', undefined, { need, scope: null })
  return (await changeLawyer({ id, version, ...patch }, context)).version
}

/** 通过 and 驳回 (docs/domain.md §4): one conditional statement, so that of two reviewers one decides. */
export const passLawyer: Calls['pass'] = async (
  { id, result, reason = null, version: givenVersion, patch },
  context,
) => {
  const version =
    patch && givenVersion !== undefined
      ? await saveCorrection(context, id, givenVersion, patch)
      : givenVersion
  const isPassed = result === 1
  const status: Status = isPassed ? 1 : 2
  const from = statusesFor(isPassed ? 'pass' : 'refuse')
  const [row] = await context.db
    .update(lawyers)
    .set({ status, rejectReason: isPassed ? null : reason, ...updatedColumns(context, lawyers) })
    .where(
      and(
        visibleLawyers(context),
        eq(lawyers.id, id),
        inArray(lawyers.status, from),
        version === undefined ? undefined : eq(lawyers.version, version),
      ),
    )
    .returning(targetColumns)
  if (!row) {
    const current = await findLawyer(context, id)
    const isOutdated = version !== undefined && version !== current.version
    throw isOutdated
      ? versionConflictError(context, resource.fields, current, {})
      : wrongState(current.status, from)
  }
  await notifyRegistrationDecided(context, id, isPassed, reason)
  await log(context, {
    module: 4,
    action: isPassed ? 'pass' : 'refuse',
    target: lawyerTarget(row),
    diff: diffOf(resource.fields, {}, { status }),
    reason,
  })
  return { status }
}

/** A published or scheduled article must not lose its only author. */
const checkSoleAuthor = async ({ db, firmId }: Context, { id, name }: { id: number; name: string }) => {
  const isOnlyAuthor = and(
    eq(articles.firmId, firmId),
    sql`${articles.lawyerIds} = ${sql.param([id])}::bigint[]`,
    inArray(articles.status, [2, 5]),
    isNull(articles.deletedAt),
  )
  const count = await db.$count(articles, isOnlyAuthor)
  if (count > 0)
    throw new ApiError(
      '4093',
      `${name}是${count}篇已发布或待发布内容的唯一作者，请先在这些内容中加入其他作者，或将其下架`,
      { refs: [{ type: 'articles', count }] },
    )
}

/**
 * Moves a person with the cards into the bin; all get the same time, by which a restoration finds the cards.
 */
export const removeLawyer: Calls['remove'] = async ({ id }, context) => {
  const { db, firmId } = context
  // Locked, so that nobody makes the person an author meanwhile (services/directory/references.ts).
  await db
    .select({ id: lawyers.id })
    .from(lawyers)
    .where(and(visibleLawyers(context), eq(lawyers.id, id)))
    .for('update')
  const [row] = await db
    .update(lawyers)
    .set(removedColumns(context, lawyers))
    .where(and(visibleLawyers(context), eq(lawyers.id, id)))
    .returning(targetColumns)
  if (!row) throw notFound()
  await checkSoleAuthor(context, row)
  await db
    .update(cards)
    .set(removedColumns(context, cards))
    .where(and(eq(cards.firmId, firmId), eq(cards.lawyerId, id), isNull(cards.deletedAt)))
  await closeTransferRequests(context, id, 'removed')
  await endSessions(db, { firmId, population: 2, id })
  await endMandatesOf(context, 2, [id])
  await log(context, { module: 4, action: 'delete', target: lawyerTarget(row) })
  return {}
}
