import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'

import { cardContent } from '../../../resources/cards/index.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import type { Context } from '../../context/context.ts'
import { admins, cardDrafts, lawyers, mandates } from '../../db/tables.ts'
import { notifyMandateEnded } from '../../notifications/mandates.ts'
import { type LogEntry, log } from '../audit/audit.ts'

export type Mandate = typeof mandates.$inferSelect

/** The assistant of a mandate as a person. */
export const assistantOf = ({ adminId, memberId }: Pick<Mandate, 'adminId' | 'memberId'>) =>
  adminId === null ? ({ population: 2, id: memberId! } as const) : ({ population: 1, id: adminId } as const)

/** The first and the last day of the term, in the firm's time zone. */
export const daysOf = ({ startAt, endAt }: Pick<Mandate, 'startAt' | 'endAt'>) => ({
  firstDay: firmDay(startAt),
  lastDay: firmDay(endAt.getTime() - 1),
})

export const fieldLabels = ({ fields }: Pick<Mandate, 'fields'>) =>
  fields.map(field => cardContent[field].label).join('、')

type People = { lawyer: { id: number; name: string; organizationId: number }; assistantName: string }

const change = (field: string, label: string, before: string, after: string) => ({
  field,
  label,
  before,
  after,
  masked: 0 as const,
})

const termText = (mandate: Mandate) => {
  const { firstDay, lastDay } = daysOf(mandate)
  return `${firstDay} – ${lastDay}`
}

/** The log entry of a mandate that is given, changed or ended; it belongs to the lawyer. */
export const mandateEntry = (
  action: 'mandate' | 'mandateEnd',
  { lawyer, assistantName }: People,
  { before, after }: { before?: Mandate; after?: Mandate },
): LogEntry => ({
  module: 5,
  action,
  target: { type: 'lawyers', ...lawyer },
  diff: [
    change('assistant', '代办人', before ? assistantName : '', after ? assistantName : ''),
    change('mandateFields', '代办字段', before ? fieldLabels(before) : '', after ? fieldLabels(after) : ''),
    change('term', '代办期间', before ? termText(before) : '', after ? termText(after) : ''),
  ].filter(it => it.before !== it.after),
})

/** Both people of mandates, by their ids. */
export const peopleOf = async ({ db, firmId }: Context, rows: readonly Mandate[]) => {
  const memberIds = rows.flatMap(row => [row.lawyerId, row.memberId ?? row.lawyerId])
  const adminIds = rows.flatMap(row => row.adminId ?? [])
  const members = await db
    .select({ id: lawyers.id, name: lawyers.name, organizationId: lawyers.organizationId })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), inArray(lawyers.id, [...memberIds])))
  const administrators =
    adminIds.length === 0
      ? []
      : await db
          .select({ id: admins.id, name: admins.name })
          .from(admins)
          .where(and(eq(admins.firmId, firmId), inArray(admins.id, [...adminIds])))
  return (row: Mandate): People => {
    const { population, id } = assistantOf(row)
    const known: readonly { id: number; name: string }[] = population === 1 ? administrators : members
    return {
      lawyer: members.find(it => it.id === row.lawyerId)!,
      assistantName: known.find(it => it.id === id)?.name ?? '',
    }
  }
}

/** Logs that these mandates have ended, tells the people, and drops what the assistants had not saved. */
const announceEnded = async (context: Context, ended: readonly Mandate[]) => {
  if (ended.length === 0) return
  const { db, firmId, caller } = context
  await db.delete(cardDrafts).where(
    and(
      eq(cardDrafts.firmId, firmId),
      inArray(
        cardDrafts.mandateId,
        ended.map(row => row.id),
      ),
    ),
  )
  const people = await peopleOf(context, ended)
  await log(context, ...ended.map(row => mandateEntry('mandateEnd', people(row), { before: row })))
  for (const row of ended) {
    const { lawyer, assistantName } = people(row)
    await notifyMandateEnded(
      context,
      { lawyer, assistant: { ...assistantOf(row), name: assistantName } },
      caller,
    )
  }
}

/** Mandates that have not ended; also those whose term has not begun. */
export const isOpenMandate = ({ firmId, now }: Pick<Context, 'firmId' | 'now'>) =>
  and(eq(mandates.firmId, firmId), isNull(mandates.endedAt), gt(mandates.endAt, now))

/** Ends mandates at once; the next call of their assistants is refused. Returns those that this has ended. */
export const endMandates = async (context: Context, where: ReturnType<typeof and>): Promise<Mandate[]> => {
  const { db, now, caller } = context
  const ended = await db
    .update(mandates)
    .set({ endedAt: now, endedByName: caller.name, version: sql`${mandates.version} + 1` })
    .where(and(isOpenMandate(context), where))
    .returning()
  await announceEnded(context, ended)
  return ended
}

/**
 * Ends all mandates that people have given or have, when they are disabled, leave, are removed or change the office. They do not
 * come back with the account: who returns is named anew.
 */
export const endMandatesOf = (context: Context, population: Population, ids: readonly number[]) => {
  const list = [...ids]
  return endMandates(
    context,
    population === 1
      ? inArray(mandates.adminId, list)
      : or(inArray(mandates.lawyerId, list), inArray(mandates.memberId, list)),
  )
}
