import { and, eq, gte, sql } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { visitKinds } from '../../../resources/cards/visits.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { fromKeys } from '../../../resources/kit/objects.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, cardVisits } from '../../db/tables.ts'
import { isCounting } from '../../services/visits/isCounting.ts'
import { visibleCards } from './columns.ts'

const DAY_MS = 24 * 3_600_000
const daysShown = 30
const monthsShown = 12

/** The first days of the periods until today, the latest last. */
const periodStarts = (by: 'day' | 'month', now: Date): string[] => {
  if (by === 'day')
    return Array.from({ length: daysShown }, (_, index) =>
      firmDay(now.getTime() - (daysShown - 1 - index) * DAY_MS),
    )
  const [year, month] = firmDay(now).split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, index) => {
    const months = year! * 12 + month! - monthsShown + index
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
  })
}

const requireVisible = async (context: Context, id: number) => {
  const isThis = and(eq(cards.firmId, context.firmId), eq(cards.id, id), visibleCards(context))
  if ((await context.db.$count(cards, isThis)) === 0) throw notFound()
}

/** The visits of the cards that the caller may read, or of those of one office, or of one card. */
export const readVisits: Handlers<typeof resource.calls>['visits'] = async (
  { id, organizationId, by },
  context,
) => {
  if (id !== undefined) await requireVisible(context, id)
  const { db, firmId, now, switches } = context
  const starts = periodStarts(by, now)
  const start = sql<string>`to_char(date_trunc(${by}, ${cardVisits.day}::timestamp), 'YYYY-MM-DD')`
  const rows = await db
    .select({ start, kind: cardVisits.kind, count: sql<number>`sum(${cardVisits.count})::int` })
    .from(cardVisits)
    .innerJoin(cards, and(eq(cards.firmId, cardVisits.firmId), eq(cards.id, cardVisits.cardId)))
    .where(
      and(
        eq(cardVisits.firmId, firmId),
        gte(cardVisits.day, starts[0]!),
        visibleCards(context),
        id === undefined ? undefined : eq(cardVisits.cardId, id),
        organizationId === undefined ? undefined : eq(cards.organizationId, organizationId),
      ),
    )
    .groupBy(sql`1`, cardVisits.kind)
  const counts = new Map(rows.map(row => [`${row.start} ${row.kind}`, row.count]))
  return {
    isOn: isCounting(switches) ? 1 : 0,
    periods: starts.map(day => ({
      start: day,
      ...fromKeys(visitKinds, kind => counts.get(`${day} ${kind}`) ?? 0),
    })),
  }
}
