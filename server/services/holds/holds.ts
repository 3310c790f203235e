import { type SQL, sql } from 'drizzle-orm'

import { firmZone } from '../../../resources/kit/firmTime.ts'
import type { Db } from '../../db/connection/open.ts'

// What is held is not deleted: by no person, no job and no command. Each of these conditions is about one row of a table, whose
// columns the expressions name, and takes an expression of the firm's number.

/** Gives the SQL condition that is true for rows which a hold keeps, for the firm of the expression. */
export type HeldCondition = (firm: SQL) => SQL

/** Why rows may be deleted although something may be held: they say nothing about a person, an article or an office. */
export type NothingToHold = 'technical' | 'held by their owner' | 'checked before'

const inForce = (firm: SQL) => sql`hold.firm_id = ${firm} and hold.released_at is null
  and hold.end_on + 1 > now() at time zone ${firmZone}`

const personIsHeld = (
  firm: SQL,
  lawyerId: SQL,
) => sql`exists (select from holds as hold where ${inForce(firm)}
  and (hold.kind = 1 and hold.target_id = ${lawyerId} or hold.kind = 3 and hold.target_id = (
    select person.organization_id from lawyers as person where person.firm_id = ${firm} and person.id = ${lawyerId})))`

/** An article is held by itself, by its office, and by each of its authors. */
const articleIsHeld = (
  firm: SQL,
  articleId: SQL,
) => sql`exists (select from holds as hold, articles as article
  where article.firm_id = ${firm} and article.article_id = ${articleId} and ${inForce(firm)}
    and (hold.kind = 1 and hold.target_id = any(article.lawyer_ids) or hold.kind = 2 and hold.target_id = ${articleId}
      or hold.kind = 3 and hold.target_id = article.organization_id))`

const cardIsHeld = (
  firm: SQL,
  cardId: SQL,
) => sql`exists (select from cards as card where card.firm_id = ${firm}
  and card.id = ${cardId} and ${personIsHeld(firm, sql`card.lawyer_id`)})`

export const heldPerson: HeldCondition = firm => personIsHeld(firm, sql`lawyers.id`)
export const heldCard: HeldCondition = firm => personIsHeld(firm, sql`cards.lawyer_id`)
export const heldArticle: HeldCondition = firm => articleIsHeld(firm, sql`articles.article_id`)
export const heldCardRevision: HeldCondition = firm => cardIsHeld(firm, sql`card_revisions.card_id`)
export const heldCardVisit: HeldCondition = firm => cardIsHeld(firm, sql`card_visits.card_id`)
export const heldArticleRevision: HeldCondition = firm =>
  articleIsHeld(firm, sql`article_revisions.article_id`)
export const heldPreviewLink: HeldCondition = firm =>
  sql`(${articleIsHeld(firm, sql`preview_links.article_id`)} or ${cardIsHeld(firm, sql`preview_links.card_id`)})`
export const heldMessage: HeldCondition = firm =>
  sql`messages.receiver_type = 2 and ${personIsHeld(firm, sql`messages.receiver_id`)}`
/** A comparison with a directory that names somebody who is held. */
export const heldDirectoryRun: HeldCondition =
  firm => sql`exists (select from unnest(directory_runs.lawyer_ids)
  as named(id) where ${personIsHeld(firm, sql`named.id`)})`
/** A proposal about a held person, article or office. */
export const heldProposal: HeldCondition = firm =>
  sql`${personIsHeld(firm, sql`proposals.lawyer_id`)} or ${articleIsHeld(firm, sql`proposals.article_id`)}
    or exists (select from holds as hold where ${inForce(firm)} and hold.kind = 3 and hold.target_id = proposals.organization_id)`
/** An administrator of a held office. */
export const heldAdmin: HeldCondition = firm => sql`exists (select from holds as hold where ${inForce(firm)}
  and hold.kind = 3 and hold.target_id = admins.organization_id)`

/** Whether anything of the firm is held: its log is one chain, of which no part is deleted then. */
export const firmHasHold = (firm: SQL): SQL => sql`exists (select from holds as hold where ${inForce(firm)})`

/** Names of what is held in the firm, at most ten. */
export const heldNames = async (db: Db, firmId: number): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select hold.target_name as name from holds as hold where ${inForce(sql`${firmId}`)} order by hold.id limit 10`,
  )
  return rows.map(({ name }) => name)
}
