import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

import type { mandates as resource } from '../../../resources/cards/mandates.ts'
import type { Context } from '../../context/context.ts'
import { admins, lawyers, mandates, offices } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'
import { daysOf } from '../../services/mandates/ending.ts'

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const members = alias(lawyers, 'members')
const assistantOffice = alias(offices, 'assistant_offices')

/** Number of mandates of one person that a list shows, the latest ones. */
const mostListed = 100

/** Mandates with both people and their offices. */
export const rowsOf = ({ db, firmId }: Context, where: SQL | undefined) =>
  db
    .select({
      mandate: mandates,
      lawyer: {
        name: lawyers.name,
        avatar: lawyers.avatar,
        status: lawyers.status,
        deletedAt: lawyers.deletedAt,
        officeName: offices.name,
      },
      assistant: {
        name: sql<string>`coalesce(${members.name}, ${admins.name})`,
        isActive: sql<boolean>`(coalesce(${members.status}, ${admins.status}) = 1
          and coalesce(${members.deletedAt}, ${admins.deletedAt}) is null)`,
      },
      assistantOffice: assistantOffice.name,
    })
    .from(mandates)
    .innerJoin(lawyers, and(eq(lawyers.firmId, mandates.firmId), eq(lawyers.id, mandates.lawyerId)))
    .innerJoin(
      offices,
      and(eq(offices.firmId, lawyers.firmId), eq(offices.organizationId, lawyers.organizationId)),
    )
    .leftJoin(members, and(eq(members.firmId, mandates.firmId), eq(members.id, mandates.memberId)))
    .leftJoin(admins, and(eq(admins.firmId, mandates.firmId), eq(admins.id, mandates.adminId)))
    .leftJoin(
      assistantOffice,
      and(
        eq(assistantOffice.firmId, mandates.firmId),
        eq(
          assistantOffice.organizationId,
          sql`coalesce(${members.organizationId}, ${admins.organizationId})`,
        ),
      ),
    )
    .where(and(eq(mandates.firmId, firmId), where))
    .orderBy(desc(mandates.id))
    .limit(mostListed)

/** 1 生效中, 2 未开始, 3 已到期, 4 已结束, 5 账号停用. */
const stateOf = ({ mandate, lawyer, assistant }: Row, now: Date) => {
  if (mandate.endedAt) return 4 as const
  if (mandate.endAt <= now) return 3 as const
  if (lawyer.status !== 1 || lawyer.deletedAt || !assistant.isActive) return 5 as const
  return mandate.startAt > now ? (2 as const) : (1 as const)
}

type Answer = z.input<(typeof resource.calls)['given']['output']>[number]

export const mandateAnswer = (row: Row, { now }: Pick<Context, 'now'>): Answer => {
  const { mandate, lawyer, assistant } = row
  const { firstDay, lastDay } = daysOf(mandate)
  return {
    id: mandate.id,
    lawyerId: mandate.lawyerId,
    lawyerName: lawyer.name,
    assistantName: assistant.name,
    assistantOffice: row.assistantOffice,
    fields: mandate.fields,
    startOn: firstDay,
    endOn: lastDay,
    state: stateOf(row, now),
    endedAt: mandate.endedAt?.toISOString() ?? null,
    endedBy: mandate.endedByName,
    version: mandate.version,
  }
}

/** The mandates of people within the scope of the call. */
export const isInScope = (context: Context): SQL =>
  scopeCondition(context, { firm: lawyers.firmId, office: lawyers.organizationId, lawyer: lawyers.id })

/** Mandates that the caller has as an assistant and that have not ended. */
export const openUntil = (now: Date) => and(isNull(mandates.endedAt), gt(mandates.endAt, now))
