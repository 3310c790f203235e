import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'

import type { CardField, cards as resource } from '../../../resources/cards/index.ts'
import type { Context, Substitution } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { cards, lawyers, offices, type StoredCardContent } from '../../db/tables.ts'
import { scopeCondition } from '../../records/scope.ts'
import { confirmState } from '../../services/cards/confirmation.ts'
import { templateState } from '../../services/cards/misfits.ts'
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

/** A card of the caller as a lawyer, which nobody reviews in the place of somebody else. */
const isOwnCard = ({ caller, firmId }: Context) => sql`exists (select from lawyers own
  join admins self on self.firm_id = own.firm_id and self.mobile = own.mobile
  where own.firm_id = ${firmId} and own.id = cards.lawyer_id and self.id = ${caller.id})`

const coveredBy = ({ scope, organizationId }: Substitution) =>
  scope === 'all' ? sql`true` : eq(cards.organizationId, organizationId)

/** Cards that the caller may review in the place of another administrator; false without a substitution. */
const representedCards = (context: Context): SQL => {
  const { standsInFor } = context.caller
  if (standsInFor.length === 0) return sql`false`
  return and(
    eq(cards.firmId, context.firmId),
    or(...standsInFor.map(coveredBy)),
    sql`not ${isOwnCard(context)}`,
  )!
}

/** Cards that the caller may review, by the own right or as a substitute. */
export const auditableCards = (context: Context): SQL => {
  const scope = scopeOfCaller(context, 'card.audit')
  const own =
    scope &&
    scopeCondition(
      { ...context, scope },
      {
        firm: cards.firmId,
        office: cards.organizationId,
        lawyer: cards.lawyerId,
        author: cards.createdBy,
      },
    )
  const isSubstitute = context.caller.standsInFor.length > 0
  return and(
    isSubstitute ? or(own ?? undefined, representedCards(context)) : (own ?? sql`false`),
    isNull(cards.deletedAt),
  )!
}

/** Cards that the caller may read: a substitute also the waiting ones that he may review. */
export const readableCards = (context: Context): SQL =>
  context.caller.standsInFor.length === 0
    ? visibleCards(context)
    : or(
        visibleCards(context),
        and(representedCards(context), isNull(cards.deletedAt), eq(cards.auditStatus, 1)),
      )!

const isPublic = sql`${cards.showStatus} = 1 and ${lawyers.status} = 1 and ${offices.status} = 1`

/** 0 未发布, 1 已发布, 2 已发布·有待审修改, 3 已隐藏, 4 已发布·有未提交修改, 5 已发布·有待生效修改. */
const publishState = sql<0 | 1 | 2 | 3 | 4 | 5>`(case when ${cards.published} is null then 0
  when not (${isPublic}) then 3 when ${cards.auditStatus} = 1 then 2
  when ${cards.effectiveAt} is not null then 5
  when ${cards.auditStatus} = 2 and ${cards.changedFields} <> '[]'::jsonb then 4 else 1 end)`

const contentField = <T>(field: CardField) => sql<T | null>`${cards.content} -> ${field}::text`

/** Columns of a listed card that are computed from its content or from other tables. */
export const computedCardColumns = ({ firmId }: Pick<Context, 'firmId'>) => ({
  lawyerName: lawyers.name,
  avatar: contentField<string>('avatar'),
  workPosition: contentField<{ postName: string; postCode: string }>('workPosition'),
  team: contentField<string>('team'),
  professions: contentField<{ type: 'official' | 'self'; id: number }[]>('professions'),
  visibility: contentField<StoredCardContent['visibility']>('visibility'),
  publishState,
  confirmState: confirmState(firmId),
  fitState: templateState(firmId),
})
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
