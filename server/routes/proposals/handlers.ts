import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'

import { proposalSubjects, type ProposalSubject } from '../../../resources/domain/proposals.ts'
import { firstCharacters, type ReferenceNames } from '../../../resources/kit/index.ts'
import { proposals as resource } from '../../../resources/proposals.ts'
import { ApiError, notFound, wrongState } from '../../context/apiError.ts'
import { type BoundCall, parseInputValues } from '../../context/checks.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { proposals } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { newestFirst } from '../../records/page.ts'
import { readableNames } from '../../records/readableNames.ts'
import { scopeCondition } from '../../records/scope.ts'
import { log } from '../../services/audit/audit.ts'
import { exportedCells } from '../../services/exports/listExport.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { translateText } from '../../services/settings/languages.ts'
import { describedResource, makeCall } from '../../services/proposals/proposedCall.ts'
import { isOwnProposal, requireMayApprove } from '../../services/proposals/approval.ts'

/** Characters of the values in a row of the list. */
const shownLength = 300

type Calls = typeof resource.calls
type Proposal = typeof proposals.$inferSelect

const visibleWhere = (context: Context): SQL =>
  scopeCondition(context, { firm: proposals.firmId, office: proposals.organizationId })

const recordSubjects = proposalSubjects.map(([name]) => name).filter(name => name !== 'setting')
const subjectColumn = sql<ProposalSubject>`case when ${proposals.resource} in (${sql.join(
  recordSubjects.map(name => sql`${name}`),
  sql`, `,
)}) then ${proposals.resource} else 'setting' end`

const list = listOf(resource.calls.page, {
  table: proposals,
  key: proposals.id,
  visibleWhere,
  search: [proposals.title, proposals.tokenName],
  order: [newestFirst(proposals.createdAt)],
  columns: context => ({ subject: subjectColumn, isOwn: isOwnProposal(context), proposed: sql<string>`''` }),
  sorts: {},
  conditions: { subject: (subject: ProposalSubject) => sql`${subjectColumn} = ${subject}` },
})

const columns = (context: Context) => ({
  ...getTableColumns(proposals),
  subject: subjectColumn,
  isOwn: isOwnProposal(context),
})

const findProposal = async (context: Context, id: number) => {
  const [row] = await context.db
    .select(columns(context))
    .from(proposals)
    .where(and(visibleWhere(context), eq(proposals.id, id)))
  if (!row) throw notFound()
  return row
}

/** Finds a proposal that still waits, and locks it until the transaction ends. */
const lockWaiting = async (context: Context, id: number) => {
  await context.db
    .select({ id: proposals.id })
    .from(proposals)
    .where(and(eq(proposals.firmId, context.firmId), eq(proposals.id, id)))
    .for('no key update')
  const row = await findProposal(context, id)
  if (row.state !== 1) throw wrongState(row.state, [1], '这条建议已经处理，请刷新')
  return row
}

const saveDecision = (context: Context, id: number, state: 2 | 3 | 4, reason: string | null = null) =>
  context.db
    .update(proposals)
    .set({
      state,
      reason,
      decidedAt: context.now,
      decidedById: context.caller.id,
      decidedByName: context.caller.name,
    })
    .where(and(eq(proposals.firmId, context.firmId), eq(proposals.id, id)))

const logDecision = (context: Context, row: Proposal, action: 'refuse' | 'withdraw', summary: string) =>
  log(context, {
    module: 13,
    action,
    ...(row.recordId !== null && {
      target: { type: row.resource, id: row.recordId, name: row.title, organizationId: row.organizationId },
    }),
    summary,
    reason: context.reason,
  })

/** The number of waiting proposals about one record, or about a setting. */
const ofRecord: Handlers<Calls>['ofRecord'] = async ({ resource: name, recordId }, context) => ({
  count: await context.db.$count(
    proposals,
    and(
      visibleWhere(context),
      eq(proposals.state, 1),
      eq(proposals.resource, name),
      recordId === undefined ? sql`${proposals.recordId} is null` : eq(proposals.recordId, recordId),
      eq(proposals.isCreation, 0),
    ),
  ),
})

type Proposable = ReadonlyMap<string, BoundCall>

/** The proposed call with its input, as this release reads it. */
const proposedCall = (proposable: Proposable, { call: name, input }: Proposal) => {
  const bound = proposable.get(name)
  if (!bound) throw new ApiError('4091', '这项操作已不再接受建议，请驳回')
  return { bound, input: parseInputValues(bound.call.input, input) }
}

const valuesOf = async (proposable: Proposable, row: Proposal) => {
  const { bound, input } = proposedCall(proposable, row)
  const { fields, id } = describedResource(bound)
  const cleaned = await cleanInput(fields, Object(input))
  const values = Object.entries(cleaned).filter(
    ([name, value]) => Object.hasOwn(fields, name) && name in row.input && value !== undefined,
  )
  return { fields, id, values: Object.fromEntries(values) }
}

type Read = Awaited<ReturnType<typeof valuesOf>> & { row: Proposal }

/** The values of a proposal; null for what this release does not understand any more. */
const readValues = async (proposable: Proposable, row: Proposal): Promise<Read | null> => {
  try {
    return { ...(await valuesOf(proposable, row)), row }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The values in words, read like a row of an exported list. */
const describeValues = (context: Context, { fields, id, values }: Read, names: ReferenceNames) => {
  const shown = Object.keys(values).filter(name => name !== id)
  const columns = Object.fromEntries(shown.map(name => [name, fields[name]!]))
  const cells = exportedCells(context, columns, values, names)
  const [colon, semicolon] = context.language === 'en' ? [': ', '; '] : ['：', '；']
  const text = shown
    .map((name, at) => translateText(context.language, fields[name]!.label) + colon + cells[at])
    .join(semicolon)
  return text.length > shownLength ? `${firstCharacters(text, shownLength)}…` : text
}

const pageOf =
  (proposable: Proposable) => async (query: Parameters<typeof list.listing.page>[0], context: Context) => {
    const answer = await list.listing.page(query, context)
    const ids = answer.records.map(it => it.id)
    const rows = await context.db
      .select()
      .from(proposals)
      .where(and(eq(proposals.firmId, context.firmId), inArray(proposals.id, ids)))
    const read = (await Promise.all(rows.map(row => readValues(proposable, row)))).filter(it => it !== null)
    const described = new Map<number, string>()
    // The names of all records of a kind are looked up at once.
    for (const [fields, group] of Map.groupBy(read, it => it.fields)) {
      const names = await readableNames(
        context,
        fields,
        group.map(it => it.values),
      )
      for (const it of group) described.set(it.row.id, describeValues(context, it, names))
    }
    return {
      ...answer,
      records: answer.records.map(it => ({ ...it, proposed: described.get(it.id) ?? '' })),
    }
  }

export const proposalHandlers = (bounds: readonly BoundCall[]): Handlers<Calls> => {
  const proposable = new Map(bounds.filter(it => it.call.isProposable).map(it => [it.name, it]))

  const one: Handlers<Calls>['one'] = async ({ id }, context) => {
    const row = await findProposal(context, id)
    const { values } = await valuesOf(proposable, row)
    return { ...row, createdAt: row.createdAt.toISOString(), values }
  }

  const decide: Handlers<Calls>['decide'] = async ({ id, result, reason }, context) => {
    const row = await lockWaiting(context, id)
    if (result === 0) {
      await saveDecision(context, id, 3, reason)
      const summary = `驳回智能体令牌【${row.tokenName}】对【${row.title}】的建议`
      await logDecision({ ...context, reason: reason ?? null }, row, 'refuse', summary)
      return { state: 3 }
    }
    const { bound, input } = proposedCall(proposable, row)
    await requireMayApprove(context, row, bound.call)
    const { tokenName, ownerName } = row
    await saveDecision(context, id, 2)
    await makeCall(bound, input, { ...context, proposal: { tokenName, ownerName } })
    return { state: 2 }
  }

  const withdraw: Handlers<Calls>['withdraw'] = async ({ id }, context) => {
    const row = await lockWaiting(context, id)
    if (row.ownerId !== context.caller.id) throw new ApiError('4030', '只有令牌的所有者可以撤回')
    await saveDecision(context, id, 4)
    const summary = `撤回智能体令牌【${row.tokenName}】对【${row.title}】的建议`
    await logDecision(context, row, 'withdraw', summary)
    return {}
  }

  return { page: { ...list.listing, page: pageOf(proposable) }, one, ofRecord, decide, withdraw }
}
