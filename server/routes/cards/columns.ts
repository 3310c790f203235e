import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

import type { CardField, cards as resource } from '../../../resources/cards/index.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, lawyers, offices } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'
import { choiceNames } from '../../services/cards/diff.ts'

export const visibleCards = (context: Context): SQL =>
  and(
    scopeCondition(context, {
      firm: cards.firmId,
      office: cards.organizationId,
      lawyer: cards.lawyerId,
      author: cards.createdBy,
    }),
    isNull(cards.deletedAt),
  )!

const isPublic = sql`${cards.showStatus} = 1 and ${lawyers.status} = 1 and ${offices.status} = 1`

/** 0 未发布, 1 已发布, 2 已发布·有待审修改, 3 已隐藏, 4 已发布·有未提交修改. */
const publishState = sql<0 | 1 | 2 | 3 | 4>`(case when ${cards.published} is null then 0
  when not (${isPublic}) then 3 when ${cards.auditStatus} = 1 then 2
  when ${cards.auditStatus} = 2 and ${cards.changedFields} <> '[]'::jsonb then 4 else 1 end)`

const contentField = <T>(field: CardField) => sql<T | null>`${cards.content} -> ${field}::text`

/** Columns of a listed card that are computed from its content or from other tables. */
export const computedCardColumns = {
  lawyerName: lawyers.name,
  avatar: contentField<string>('avatar'),
  workPosition: contentField<{ postName: string; postCode: string }>('workPosition'),
  team: contentField<string>('team'),
  professions: contentField<{ type: 'official' | 'self'; id: number }[]>('professions'),
  publishState,
}
/** The joins that `publishState` needs: the card's lawyer and office. */
export const ownerJoins = [
  {
    kind: 'inner',
    table: lawyers,
    on: and(eq(lawyers.firmId, cards.firmId), eq(lawyers.id, cards.lawyerId))!,
  },
  {
    kind: 'inner',
    table: offices,
    on: and(eq(offices.firmId, cards.firmId), eq(offices.organizationId, cards.organizationId))!,
  },
] as const

/** Rows for the export, with the names of position and professions. */
export const exportCardRows: NonNullable<Handlers<typeof resource.calls>['pageList']['inFile']> = async (
  rows,
  { db, firmId },
) => {
  const names = await choiceNames(
    db,
    firmId,
    rows.map(({ professions }) => ({ professions: professions ?? [] })),
  )
  return rows.map(({ workPosition, professions, ...row }) => ({
    ...row,
    workPosition: row.language === 'EN' ? workPosition?.postCode : workPosition?.postName,
    professions: professions?.map(({ type, id }) => names.get(`${type}:${id}`) ?? `#${id}`).join('、'),
  }))
}
