import { firmDay, firmZone, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { isOn, type MenuName } from '../../../resources/domain/menu.ts'
import type { Capability } from '../../../resources/domain/rights.ts'
import { completeEnough, type reviews as resource } from '../../../resources/reviews.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { cards, lawyers, logs } from '../../db/tables.ts'
import { countLimit } from '../../db/lists/counts.ts'
import { scopeCondition } from '../../records/scope.ts'
import { assessYearAt, lacking } from '../../services/lawyers/due.ts'

type Summary = z.input<(typeof resource.calls)['summary']['output']>

/** The same context with the scope of a list; null where the caller has no right to it, or its page is switched off. */
const within = (context: Context, who: Capability, page: MenuName): Context | null => {
  const scope = scopeOfCaller(context, who)
  return scope !== null && isOn(page, context.switches.features) ? { ...context, scope } : null
}

const dayCount = 7
const dayLength = 86_400_000

/** Modules of the log: 4 人员, 5 名片, 6 内容. */
const changesOf = async (context: Context): Promise<Summary['days']> => {
  const { db, now } = context
  const days = Array.from({ length: dayCount }, (_, at) =>
    firmDay(now.getTime() - (dayCount - 1 - at) * dayLength),
  )
  const { rows } = await db.execute<{ day: string; module: number; count: number }>(sql`
    select to_char(${logs.createdAt} at time zone ${firmZone}, 'YYYY-MM-DD') as day, ${logs.module} as module, count(*)::int as count
    from ${logs} where ${scopeCondition(context, { firm: logs.firmId, office: logs.targetOrgId })} and ${logs.module} in (4, 5, 6)
      and ${logs.important} = 1 and ${logs.createdAt} >= ${momentOfFirm(days[0]!).toISOString()}::timestamptz group by 1, 2`)
  return days.map(day => {
    const of = (module: number) => rows.find(it => it.day === day && it.module === module)?.count ?? 0
    return { day, people: of(4), cards: of(5), articles: of(6) }
  })
}

const weekBefore = ({ now }: Context) =>
  sql`${new Date(now.getTime() - dayCount * dayLength).toISOString()}::timestamptz`

const dueOf = async (context: Context): Promise<Summary['due']> => {
  const visible = and(
    scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    isNull(lawyers.deletedAt),
  )!
  const number = (condition: SQL) =>
    sql`(select count(*)::int from (select 1 from ${lawyers} where ${visible} and ${condition} limit ${countLimit}) as counted)`
  const { rows } = await context.db.execute<{ licence: number; assessment: number; joined: number }>(
    sql`select ${number(lacking.licence(context))} as licence, ${number(lacking.assessment(context))} as assessment,
      ${number(sql`${lacking.licence(context)} and ${lawyers.createdAt} >= ${weekBefore(context)}`)} as joined`,
  )
  return { ...rows[0]!, assessYear: assessYearAt(context.now) }
}

const completenessOf = async (context: Context): Promise<Summary['offices']> => {
  const { rows } = await context.db.execute<Summary['offices'][number]>(sql`
    select ${cards.organizationId} as "organizationId", count(*)::int as cards, round(avg(${cards.completeness}))::int as completeness,
      count(*) filter (where ${cards.completeness} < ${completeEnough})::int as incomplete,
      count(*) filter (where ${cards.updatedAt} >= ${weekBefore(context)})::int as changed
    from ${cards} where ${scopeCondition(context, { firm: cards.firmId, office: cards.organizationId, lawyer: cards.lawyerId })}
      and ${isNull(cards.deletedAt)} group by 1 order by 1 limit 200`)
  return rows.map(row => ({ ...row, organizationId: Number(row.organizationId) }))
}

/** Three statements, each from an index; one that the caller may not ask is not asked. */
export const reviewSummary = async (context: Context): Promise<Omit<Summary, 'waiting' | 'trend'>> => {
  const log = within(context, 'log.view', 'logs')
  const people = within(context, 'lawyer.view', 'lawyer.list')
  const card = within(context, 'card.view', 'card.list')
  return {
    // The operator reads the log of the settings only.
    days: log && !context.caller.isSystem ? await changesOf(log) : [],
    due: people && (await dueOf(people)),
    offices: card ? await completenessOf(card) : [],
  }
}
