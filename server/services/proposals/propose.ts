import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'

import { mostProposedCharacters, proposableNames } from '../../../resources/domain/proposals.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { BoundCall } from '../../context/checks.ts'
import type { Context, LoggedTarget } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { apiTokens, cards, proposals } from '../../db/tables.ts'
import { log } from '../audit/audit.ts'
import { countWithin } from '../limits/counters.ts'
import { describedResource, makeCall } from './proposedCall.ts'

// A language model's program changes nothing: what it sends to a call that writes is tried in a transaction that is rolled
// back, which finds every mistake that the call would find, and is then stored for a person to decide.

/** What the program gets instead of the answer of the call. */
export const proposalAnswer = z.object({
  proposalId: z.int(),
  state: z.literal('waiting'),
  message: z.string(),
})

/** Waiting proposals of one token. */
const mostWaiting = 50
/** Proposals of one token, those with mistakes included. */
const proposalLimit = { most: 60, windowMs: 3_600_000 }

type Proposing = Omit<Context, 'db'>
type Given = Readonly<Record<string, unknown>>
type Described = ReturnType<typeof describedResource>

const requireProposable = (resource: Described, { call }: BoundCall, given: Given) => {
  const names = proposableNames(resource, call)
  const refused = Object.keys(given).filter(name => !names.includes(name))
  if (refused.length > 0)
    throw invalid(Object.fromEntries(refused.map(name => [name, '建议只能修改资料的字段，请去掉这一项'])))
  if (JSON.stringify(given).length > mostProposedCharacters)
    throw new ApiError('4000', `一条建议最多${mostProposedCharacters}个字符，请分成几条`)
  if (names.includes('version') && given['version'] === undefined)
    throw invalid({ version: '缺少版本号，请先读取这条记录' })
}

/** Thrown at the end of a trial, so that its transaction is rolled back. */
class TrialEnd extends Error {}

type Subject = { target: LoggedTarget; lawyerId: number | null }

const lawyerOf = async (db: Db, firmId: number, { type, id }: LoggedTarget) => {
  if (type === 'lawyers') return id
  if (type !== 'cards') return null
  const [card] = await db
    .select({ lawyerId: cards.lawyerId })
    .from(cards)
    .where(and(eq(cards.firmId, firmId), eq(cards.id, id)))
  return card?.lawyerId ?? null
}

/** Makes the call and takes it back; returns the record that it would have changed. Throws what the call throws. */
const trySubject = async (
  bound: BoundCall,
  resource: Described,
  input: unknown,
  context: Proposing,
): Promise<Subject> => {
  let subject: Subject | undefined
  try {
    await context.database.write(context.firmId, async db => {
      const logged: LoggedTarget[] = []
      await makeCall(bound, input, { ...context, db, onLogged: target => void logged.push(target) })
      const target = logged.find(it => it.type === resource.name) ?? logged[0]
      if (target) subject = { target, lawyerId: await lawyerOf(db, context.firmId, target) }
      throw new TrialEnd()
    })
  } catch (error) {
    if (!(error instanceof TrialEnd)) throw error
  }
  if (!subject) throw new ApiError('4000', '与现在的内容相同，没有可以建议的修改')
  return subject
}

/** Locks the token, so that two proposals at once are compared and counted one after the other. */
const lockToken = ({ db, firmId }: Context, tokenId: number) =>
  db
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(eq(apiTokens.firmId, firmId), eq(apiTokens.id, tokenId)))
    .for('no key update')

/** Refuses one proposal too many. */
const requireRoom = async ({ db, firmId }: Context, tokenId: number) => {
  const waiting = await db.$count(
    proposals,
    and(eq(proposals.firmId, firmId), eq(proposals.tokenId, tokenId), eq(proposals.state, 1)),
  )
  if (waiting >= mostWaiting)
    throw new ApiError('4091', `该令牌待处理的建议已有${mostWaiting}条，请等待处理后再提出`)
}

/** The proposal with the same values that waits already: a program sends a request again whose answer it has not got. */
const findWaiting = async (
  { db, firmId }: Context,
  tokenId: number,
  { call, recordId, given }: { call: string; recordId: number | null; given: Given },
) => {
  const [row] = await db
    .select({ id: proposals.id })
    .from(proposals)
    .where(
      and(
        eq(proposals.firmId, firmId),
        eq(proposals.tokenId, tokenId),
        eq(proposals.state, 1),
        eq(proposals.call, call),
        recordId === null ? isNull(proposals.recordId) : eq(proposals.recordId, recordId),
        sql`${proposals.input} = ${JSON.stringify(given)}::jsonb`,
      ),
    )
    .limit(1)
  return row?.id
}

const answerFor = (proposalId: number): z.input<typeof proposalAnswer> => ({
  proposalId,
  state: 'waiting',
  message: '已提交建议，须由人批准后才会生效',
})

/** Stores what a program asks for, for a person to decide; throws what the call itself would refuse. */
export const propose = async (
  bound: BoundCall,
  { input, given }: { input: unknown; given: Given },
  context: Proposing,
): Promise<z.input<typeof proposalAnswer>> => {
  const { caller, firmId, now, database } = context
  const { apiToken } = caller
  if (!apiToken) throw new ApiError('4030')
  await database.write(firmId, db =>
    countWithin(db, `agentPropose:${firmId}:${apiToken.id}`, proposalLimit, now),
  )
  const resource = describedResource(bound)
  requireProposable(resource, bound, given)
  const { target, lawyerId } = await trySubject(bound, resource, input, context)
  const isCreation = !proposableNames(resource, bound.call).includes('version')
  const isOfRecord = !isCreation && target.type === resource.name && Object.hasOwn(given, resource.id)
  const recordId = isOfRecord ? target.id : null
  return database.write(firmId, async db => {
    const own = { ...context, db }
    await lockToken(own, apiToken.id)
    const waiting = await findWaiting(own, apiToken.id, { call: bound.name, recordId, given })
    if (waiting !== undefined) return answerFor(waiting)
    await requireRoom(own, apiToken.id)
    const [row] = await db
      .insert(proposals)
      .values({
        firmId,
        tokenId: apiToken.id,
        tokenName: apiToken.name,
        ownerId: caller.id,
        ownerName: caller.name,
        call: bound.name,
        resource: resource.name,
        recordId,
        isCreation: isCreation ? 1 : 0,
        baseVersion: isCreation ? null : Number(given['version']),
        title: target.name,
        organizationId: target.organizationId,
        lawyerId: isCreation ? null : lawyerId,
        cardId: resource.name === 'cards' ? recordId : null,
        articleId: resource.name === 'articles' ? recordId : null,
        input: given,
        createdAt: now,
      })
      .returning({ id: proposals.id })
    await log(own, {
      module: 13,
      action: 'agentPropose',
      // A record that is to be created has no id yet.
      ...(!isCreation && { target }),
      summary: `智能体通过令牌【${apiToken.name}】对【${target.name}】提出建议`,
    })
    return answerFor(row!.id)
  })
}
