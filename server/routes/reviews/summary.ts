import { firmDay, firmZone, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { isMenuEntryOn, type MenuName } from '../../../resources/domain/menu.ts'
import type { Capability } from '../../../resources/domain/rights.ts'
import { sufficientCompleteness, type reviews as resource } from '../../../resources/reviews.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { cards, lawyers, logs } from '../../db/tables.ts'
import { countLimit } from '../../db/lists/counts.ts'
import { scopeCondition } from '../../records/scope.ts'
import { assessedYear, missingConditions } from '../../services/lawyers/due.ts'

type Summary = z.input<(typeof resource.calls)['summary']['output']>

/**
 * The context with the scope of a list; null where the caller lacks the right to it, or its page is switched
 * off.
 */
const contextForPage = (context: Context, who: Capability, page: MenuName): Context | null => {
  const scope = scopeOfCaller(context, who)
  return scope !== null && isMenuEntryOn(page, context.switches.features) ? { ...context, scope } : null
}

const dayCount = 7
const dayMs = 86_400_000

/** Modules of the log: 4 人员, 5 名片, 6 内容. */
const changesByDay = async (context: Context): Promise<Summary['days']> => {
  const { db, now } = context
  const days = Array.from({ length: dayCount }, (_, at) =>
    firmDay(now.getTime() - (dayCount - 1 - at) * dayMs),
  )
  const { rows } = await db.execute<{ day: string; module: number; count: number }>(sql`
    select to_char(${logs.createdAt} at time zone ${firmZone}, 'YYYY-MM-DD') as day, ${logs.module} as module, count(*)::int as count
    from ${logs} where ${scopeCondition(context, { firm: logs.firmId, office: logs.targetOrgId })} and ${logs.module} in (4, 5, 6)
      and ${logs.important} = 1 and ${logs.createdAt} >= ${momentOfFirm(days[0]!).toISOString()}::timestamptz group by 1, 2`)
  return days.map(day => {
    const countOf = (module: number) => rows.find(it => it.day === day && it.module === module)?.count ?? 0
    return { day, people: countOf(4), cards: countOf(5), articles: countOf(6) }
  })
}

const weekBefore = ({ now }: Context) =>
  sql`${new Date(now.getTime() - dayCount * dayMs).toISOString()}::timestamptz`

const dueCounts = async (context: Context): Promise<Summary['due']> => {
  const visible = and(
    scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id }),
    isNull(lawyers.deletedAt),
  )!
  const limitedCountSql = (condition: SQL) =>
    sql`(select count(*)::int from (select 1 from ${lawyers} where ${visible} and ${condition} limit ${countLimit}) as counted)`
  const { rows } = await context.db.execute<{ licence: number; assessment: number; joined: number }>(
    sql`select ${limitedCountSql(missingConditions.licence(context))} as licence, ${limitedCountSql(missingConditions.assessment(context))} as assessment,
      ${limitedCountSql(sql`${missingConditions.licence(context)} and ${lawyers.createdAt} >= ${weekBefore(context)}`)} as joined`,
  )
  return { ...rows[0]!, assessYear: assessedYear(context.now) }
}

const completenessByOffice = async (context: Context): Promise<Summary['offices']> => {
  const { rows } = await context.db.execute<Summary['offices'][number]>(sql`
    select ${cards.organizationId} as "organizationId", count(*)::int as cards, round(avg(${cards.completeness}))::int as completeness,
      count(*) filter (where ${cards.completeness} < ${sufficientCompleteness})::int as incomplete,
      count(*) filter (where ${cards.updatedAt} >= ${weekBefore(context)})::int as changed
    from ${cards} where ${scopeCondition(context, { firm: cards.firmId, office: cards.organizationId, lawyer: cards.lawyerId })}
      and ${isNull(cards.deletedAt)} group by 1 order by 1 limit 200`)
  return rows.map(row => ({ ...row, organizationId: Number(row.organizationId) }))
}

/** Three statements, each answered from an index; those without a right are omitted. */
export const reviewSummary = async (context: Context): Promise<Omit<Summary, 'waiting' | 'trend'>> => {
  const log = contextForPage(context, 'log.view', 'logs')
  const people = contextForPage(context, 'lawyer.view', 'lawyer.list')
  const card = contextForPage(context, 'card.view', 'card.list')
  return {
    // The operator only sees the settings' part of the log.
    days: log && !context.caller.isSystem ? await changesByDay(log) : [],
    due: people && (await dueCounts(people)),
    offices: card ? await completenessByOffice(card) : [],
  }
}
