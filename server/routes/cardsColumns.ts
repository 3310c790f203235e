import { and, isNull, type SQL, sql } from 'drizzle-orm'

import { cardContent, type CardField, concealable } from '../../resources/cards/index.ts'
import { masked } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { type CardContent, cards, lawyers, offices } from '../db/tables.ts'
import { within } from '../scope.ts'
import { iso, stampColumns } from '../stampColumns.ts'

/** Rows that the caller may reach. */
export const reach = (context: Context): SQL =>
  and(
    within(context, {
      firm: cards.firmId,
      office: cards.organizationId,
      lawyer: cards.lawyerId,
      author: cards.createdBy,
    }),
    isNull(cards.deletedAt),
  )!

const isPublic = sql`${cards.showStatus} = 1 and ${lawyers.status} = 1 and ${offices.status} = 1`

/** 0 未发布, 1 已发布, 2 已发布·有待审修改, 3 已隐藏. */
const publishState = sql<0 | 1 | 2 | 3>`(case when ${cards.published} is null then 0
  when not (${isPublic}) then 3 when ${cards.auditStatus} = 1 then 2 else 1 end)`

const part = <T>(field: CardField) => sql<T | null>`${cards.content} -> ${field}::text`

export const rowColumns = {
  id: cards.id,
  lawyerId: cards.lawyerId,
  lawyerName: lawyers.name,
  language: cards.language,
  organizationId: cards.organizationId,
  name: cards.name,
  avatar: part<string>('avatar'),
  workPosition: part<{ postName: string; postCode: string }>('workPosition'),
  team: part<string>('team'),
  professions: part<{ type: 'official' | 'self'; id: number }[]>('professions'),
  showStatus: cards.showStatus,
  weight: cards.weight,
  isTop: cards.isTop,
  auditStatus: cards.auditStatus,
  auditReason: cards.auditReason,
  submittedAt: iso(cards.submittedAt),
  auditedAt: iso(cards.auditedAt),
  auditedBy: cards.auditedBy,
  publishState,
  publishedAt: iso(cards.publishedAt),
  publishedVersion: cards.publishedVersion,
  changedFields: sql<CardField[]>`${cards.changedFields}`,
  completeness: cards.completeness,
  confirmedAt: iso(cards.confirmedAt),
  ...stampColumns(cards),
}

const starred = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(starred) : typeof value === 'string' ? masked(value) : value

/** The operator sees that contacts are there, not what they are (domain.md §1). */
export const shownTo = <C extends CardContent | null>({ caller }: Context, content: C): C =>
  caller.isSystem && content
    ? ({
        ...content,
        ...Object.fromEntries(
          concealable
            .filter(field => content[field] != null && field !== 'addressOverride')
            .map(field => [field, 'frame' in cardContent[field] ? null : starred(content[field])]),
        ),
      } as C)
    : content
