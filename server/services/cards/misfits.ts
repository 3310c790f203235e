import { and, eq, type SQL, sql } from 'drizzle-orm'

import { shownFields, pageOfOffice } from '../../../resources/offices/cardLayout.ts'
import type { Context } from '../../context/context.ts'
import { cards, type StoredMisfit } from '../../db/tables.ts'
import { notifyMisfits } from '../../notifications/misfits.ts'
import { effectiveTemplate, cardPageFrom, officeTemplate, publishedPage } from '../offices/cardTemplate.ts'

// What of a published card does not fit the template of the office to which its owner has moved. The marks are written
// with the move; whether one still holds is seen from what is public, so that no way to publish can forget it.

const isEmpty = (field: SQL) =>
  sql`coalesce(cards.published -> ${field}, 'null') in ('null'::jsonb, '""'::jsonb, '[]'::jsonb)`
const digest = (field: SQL) => sql`md5((cards.published -> ${field})::text)`

const field = sql`(mark ->> 'field')`
const isOpen = sql`case when mark ->> 'reason' = 'hidden' then ${digest(field)} = mark ->> 'digest' else ${isEmpty(field)} end`

/** A column with the open marks of a card; null for a card without any. */
export const openMisfits = sql<
  Pick<StoredMisfit, 'field' | 'reason'>[] | null
>`(case when cards.misfits <> '[]'
  then (select jsonb_agg(mark - 'digest') from jsonb_array_elements(cards.misfits) as marks(mark) where ${isOpen}) end)`

/** Cards with open marks; none while the firm lets no office have a template. */
export const misfitCondition = (firmId: number): SQL => sql`(cards.misfits <> '[]'
  and ${publishedPage(firmId)} ->> 'officeTemplates' = '1'
  and exists (select from jsonb_array_elements(cards.misfits) as marks(mark) where ${isOpen}))`

/** 1 待调整 of a row of cards. */
export const templateState = (firmId: number) =>
  sql<1 | null>`(case when ${misfitCondition(firmId)} then 1 end)`

/** The fields of each reason for which an office's template marks cards. */
type Marking = Readonly<Record<StoredMisfit['reason'], readonly string[]>>

const noMarks: Marking = { required: [], picture: [], hidden: [] }

type TemplateColumn = Parameters<typeof effectiveTemplate>[1]
type MoveFacts = { page: unknown; before: TemplateColumn; after: TemplateColumn }

/** What decides about the marks, as columns of a statement: the firm's page, and the templates of both offices. */
export const moveFacts = (firmId: number, { from, to }: Pick<Move, 'from' | 'to'>) => ({
  page: publishedPage(firmId),
  before: officeTemplate(firmId, sql`${from}::bigint`),
  after: officeTemplate(firmId, sql`${to}::bigint`),
})

const readMoveFacts = async ({ db, firmId }: Context, move: Move): Promise<MoveFacts> => {
  const [facts] = await db.select(moveFacts(firmId, move)).from(sql`(select) as nothing`)
  return facts!
}

/** What the template of an office asks of a card that comes from another one. */
const markingOf = ({ page: stored, before, after }: MoveFacts): Marking => {
  const page = cardPageFrom(stored)
  const template = effectiveTemplate(page, after)
  if (template.office === null) return noMarks
  const drawn = pageOfOffice(page, template.layout)
  const shown = shownFields(drawn)
  return {
    required: template.requiredByOffice,
    picture: drawn.avatarStyle != null && drawn.template !== 3 ? ['avatar'] : [],
    hidden: shownFields(pageOfOffice(page, effectiveTemplate(page, before).layout)).filter(
      name => !shown.includes(name),
    ),
  }
}

const marksSql = ({ required, picture, hidden }: Marking) => {
  const missing = (reason: string, fields: readonly string[]) =>
    sql`select jsonb_build_object('field', name, 'reason', ${reason}::text) from unnest(${sql.param(fields)}::text[]) as wanted(name)
      where ${isEmpty(sql`name`)}`
  // A required portrait is missing once.
  const pictures = picture.filter(name => !required.includes(name))
  return sql`(select coalesce(jsonb_agg(mark), '[]') from (
    ${missing('required', required)} union all ${missing('picture', pictures)} union all
    select jsonb_build_object('field', name, 'reason', 'hidden', 'digest', ${digest(sql`name`)})
      from unnest(${sql.param(hidden)}::text[]) as unseen(name) where not ${isEmpty(sql`name`)}) as found(mark))`
}

type Move = { from: number; to: number; lawyerIds: readonly number[] }

/**
 * Marks what does not fit in the published cards of people who have moved, and tells them and their new office. The
 * statement that moves the cards has ended their earlier marks, and may have read the facts.
 */
export const markMovedCards = async (context: Context, move: Move, facts?: MoveFacts) => {
  const { from, to, lawyerIds } = move
  if (from === to || lawyerIds.length === 0) return
  const { db, firmId } = context
  const marking = markingOf(facts ?? (await readMoveFacts(context, move)))
  if (Object.values(marking).every(it => it.length === 0)) return
  const ofLawyers = and(
    eq(cards.firmId, firmId),
    sql`${cards.lawyerId} = any(${sql.param(lawyerIds)}::bigint[])`,
  )
  const marked = await db
    .update(cards)
    .set({ misfits: marksSql(marking) })
    .where(and(ofLawyers, sql`${cards.published} is not null`))
    .returning({ lawyerId: cards.lawyerId, misfits: cards.misfits, deletedAt: cards.deletedAt })
  const ids = marked.flatMap(it => (it.misfits.length > 0 && it.deletedAt === null ? [it.lawyerId] : []))
  if (ids.length > 0) await notifyMisfits(context, { organizationId: to, lawyerIds: [...new Set(ids)] })
}

/** Ends the marks for which the template of an office has no reason any more. */
export const endMarksOf = async (context: Context, organizationId: number, template: TemplateColumn) => {
  const { db, firmId } = context
  const { rows } = await db.execute<{ page: unknown }>(sql`select ${publishedPage(firmId)} as page`)
  const page = cardPageFrom(rows[0]!.page)
  const { requiredByOffice, layout } = effectiveTemplate(page, template)
  const drawn = pageOfOffice(page, layout)
  const isDrawnWithPicture = drawn.avatarStyle != null && drawn.template !== 3
  const remains = sql`case when mark ->> 'reason' = 'required' then ${field} = any(${sql.param(requiredByOffice)}::text[])
    when mark ->> 'reason' = 'picture' then ${isDrawnWithPicture}::boolean else ${field} <> all(${sql.param(shownFields(drawn))}::text[]) end`
  await db
    .update(cards)
    .set({
      misfits: sql`(select coalesce(jsonb_agg(mark), '[]') from jsonb_array_elements(cards.misfits) as marks(mark) where ${remains})`,
    })
    .where(
      and(eq(cards.firmId, firmId), eq(cards.organizationId, organizationId), sql`${cards.misfits} <> '[]'`),
    )
}
