import { and, eq, type SQL, sql } from 'drizzle-orm'

import { mustSecureAccountFirst } from '../../../resources/domain/accountSetup.ts'
import { isCapability } from '../../../resources/domain/rights.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { ApiError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { apiTokens, type proposals } from '../../db/tables.ts'
import { isSamePerson, ofProposal } from '../directory/reviewers.ts'
import { identifyPerson } from '../identity/session.ts'
import { settingsOf } from '../settings/firmSettings.ts'

type Proposal = typeof proposals.$inferSelect

/**
 * 1 if the token of the proposal belongs to the caller, also by another account with the same mobile number: then somebody
 * else decides.
 */
export const isOwnProposal = (context: Context): SQL<0 | 1> => {
  const { tokenOwner } = ofProposal.proposed
  return sql<
    0 | 1
  >`case when ${isSamePerson(context, sql`${context.caller.id}::bigint`, tokenOwner)} then 1 else 0 end`
}

const refuse = (message: string) => new ApiError('4091', message)

/** Throws where the firm's switches or the token no longer allow what was proposed. */
const requireOpen = async ({ db, firmId, now }: Context, { tokenId }: Proposal, { who }: Call) => {
  const { agents } = await settingsOf(db, firmId, 'agents')
  if (agents.isOpen !== 1 || agents.mayPropose !== 1) throw refuse('本所没有开放智能体的建议，不能批准')
  const [token] = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.firmId, firmId), eq(apiTokens.id, tokenId)))
    // A revocation waits for the approval, or the approval sees it.
    .for('share')
  if (!token || token.revokedAt || token.expireAt <= now) throw refuse('该令牌已撤销或过期，不能批准')
  const isHeld = isCapability(who) && token.capabilities.includes(who)
  if (!isHeld || token.mayPropose !== 1) throw refuse('该令牌没有这项权限，不能批准')
}

/** Throws unless the owner of the token could still make the call at present. */
const requireOwnerRight = async (
  { db, firmId, now }: Context,
  { ownerId, organizationId }: Proposal,
  { who }: Call,
) => {
  const owner = await identifyPerson(db, { firmId, population: 1, id: ownerId }, now)
  if (!owner || mustSecureAccountFirst(owner.caller)) throw refuse('令牌所有者的账号已不能使用，不能批准')
  const scope = scopeOfCaller(owner, who)
  const isInScope = scope === 'all' || (scope === 'office' && owner.caller.organizationId === organizationId)
  if (!isInScope) throw refuse('令牌所有者已没有这项权限，不能批准')
}

/** Throws unless the proposal may be approved at present, and by this caller. */
export const requireMayApprove = async (
  context: Context,
  proposal: Proposal & { isOwn: 0 | 1 },
  call: Call,
): Promise<void> => {
  if (proposal.isOwn === 1) throw new ApiError('4030', '不能批准自己的智能体提出的建议，请由其他人处理')
  await requireOpen(context, proposal, call)
  await requireOwnerRight(context, proposal, call)
}
