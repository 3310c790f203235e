import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { apiTokens as resource } from '../../../resources/apiTokens.ts'
import { rightLabel } from '../../../resources/domain/rightLabels.ts'
import type { Capability } from '../../../resources/domain/rights.ts'
import { tokenCapabilities } from '../../../resources/domain/tokenRights.ts'
import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { createdColumns, updatedColumns } from '../../context/actor.ts'
import { ApiError, invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { admins, apiTokens } from '../../db/tables.ts'
import { listOf } from '../../records/list.ts'
import { log } from '../../services/audit/audit.ts'
import { closeProposals } from '../../services/proposals/closing.ts'
import { newApiToken, sha256Of } from '../../services/identity/tokens.ts'
import { lockFirm } from '../../services/limits/lockFirm.ts'

type Calls = typeof resource.calls
type NewToken = z.output<Calls['add']['input']>

const DAY_MS = 24 * 3_600_000
/** The longest time for which a token is valid. */
const mostDays = 365
/** Maximum number of valid tokens of a firm. */
const mostTokens = 50

const stateOf = ({
  now,
}: Context): SQL<1 | 2 | 3 | 4> => sql`case when ${apiTokens.revokedAt} is not null then 3
  when ${apiTokens.expireAt} <= ${now.toISOString()}::timestamptz then 2
  when ${admins.status} = 1 and ${admins.deletedAt} is null then 1 else 4 end`

const list = listOf(resource.calls.page, {
  table: apiTokens,
  key: apiTokens.id,
  visibleWhere: ({ firmId }: Context) => eq(apiTokens.firmId, firmId),
  search: [apiTokens.name, admins.name],
  order: [desc(apiTokens.createdAt)],
  joins: [
    {
      kind: 'inner',
      table: admins,
      on: and(eq(admins.firmId, apiTokens.firmId), eq(admins.id, apiTokens.adminId))!,
    },
  ],
  columns: context => ({ state: stateOf(context), ownerName: admins.name }),
  sorts: {},
  conditions: { state: (state: 1 | 2 | 3 | 4, context: Context) => sql`${stateOf(context)} = ${state}` },
})

const requireLastDay = (lastDay: string, now: Date) => {
  const latest = firmDay(now.getTime() + mostDays * DAY_MS)
  if (lastDay < firmDay(now)) throw invalid({ lastDay: '有效期已过，请选择今天或以后的日期' })
  if (lastDay > latest) throw invalid({ lastDay: `令牌最多有效一年，请选择${latest}或以前的日期` })
}

/** The chosen capabilities in their order, without repetitions; throws for one that the caller cannot pass on. */
const grantable = (wanted: readonly string[], { caller }: Context): Capability[] => {
  const own = tokenCapabilities.filter(it => caller.capabilities.has(it))
  if (!wanted.every(it => own.some(name => name === it)))
    throw invalid({ capabilities: '只能选择您自己拥有、且程序可以使用的权限' })
  return own.filter(it => wanted.includes(it))
}

/** What an identity provider needs to keep the people up to date. */
const directoryCapabilities: readonly Capability[] = ['lawyer.view', 'lawyer.create', 'lawyer.edit']

/** Throws where what the token is for does not fit together. */
const requireOnePurpose = (
  {
    isForAgents,
    mayPropose,
    isForDirectory,
  }: Pick<NewToken, 'isForAgents' | 'mayPropose' | 'isForDirectory'>,
  chosen: readonly Capability[],
) => {
  if (mayPropose === 1 && isForAgents !== 1)
    throw invalid({ mayPropose: '只有供智能体使用的令牌可以提出建议，请同时打开“供智能体使用”' })
  if (isForDirectory !== 1) return
  if (isForAgents === 1)
    throw invalid({ isForDirectory: '一个令牌只有一种用途，智能体和通讯录同步请分别新建' })
  if (!directoryCapabilities.every(it => chosen.includes(it)))
    throw invalid({
      capabilities: '通讯录同步须有“查看人员”“创建账号”和“编辑人员”的权限',
    })
}

/** Refuses one token too many. */
const requireRoom = async (context: Context) => {
  const { db, firmId, now } = context
  await lockFirm(context)
  const valid = await db.$count(
    apiTokens,
    and(eq(apiTokens.firmId, firmId), isNull(apiTokens.revokedAt), gt(apiTokens.expireAt, now)),
  )
  if (valid >= mostTokens)
    throw new ApiError('4091', `有效的接口令牌最多${mostTokens}个，请先撤销不再使用的令牌`)
}

const add: Handlers<Calls>['add'] = async ({ capabilities, ...input }, context) => {
  const { name, lastDay } = input
  const { db, caller, firmId, now } = context
  requireLastDay(lastDay, now)
  const chosen = grantable(capabilities, context)
  requireOnePurpose(input, chosen)
  await requireRoom(context)
  const token = newApiToken(firmId)
  const [row] = await db
    .insert(apiTokens)
    .values({
      ...input,
      tokenHash: sha256Of(token),
      tail: token.slice(-4),
      adminId: caller.id,
      capabilities: chosen,
      expireAt: new Date(momentOfFirm(lastDay).getTime() + DAY_MS),
      ...createdColumns(context),
    })
    .returning({ id: apiTokens.id })
  const { id } = row!
  const { fields } = resource
  await log(context, {
    module: 10,
    action: 'create',
    target: { type: resource.name, id, name, organizationId: caller.organizationId },
    summary: `新建接口令牌【${name}】，有效期至${lastDay}`,
    diff: [
      {
        field: 'capabilities',
        label: fields.capabilities.label,
        before: '',
        after: chosen.map(it => rightLabel(it)).join('、'),
        masked: 0,
      },
    ],
  })
  return { id, token }
}

const revoke: Handlers<Calls>['revoke'] = async ({ id }, context) => {
  const { db, firmId, now } = context
  const isThis = and(eq(apiTokens.firmId, firmId), eq(apiTokens.id, id))
  // Proposals are locked before their token, as by an approval.
  await closeProposals(context, id)
  const [row] = await db.select().from(apiTokens).where(isThis).for('no key update')
  if (!row) throw notFound()
  if (row.revokedAt) throw wrongState(3, [1, 2, 4], '该令牌已经撤销')
  await db
    .update(apiTokens)
    .set({ revokedAt: now, ...updatedColumns(context, apiTokens) })
    .where(isThis)
  await log(context, {
    module: 10,
    action: 'disable',
    target: { type: resource.name, id, name: row.name, organizationId: null },
    summary: `撤销接口令牌【${row.name}】`,
  })
  return {}
}

export const apiTokenHandlers: Handlers<Calls> = { page: list.listing, add, revoke }
