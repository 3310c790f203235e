import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'

import { cards as resource } from '../../resources/cards/index.ts'
import type { Field, Fields } from '../../resources/kit/index.ts'
import type { Context } from '../context.ts'
import { type CardContent, cardRevisions, cards, firmConfigs, lawyers } from '../db/tables.ts'
import { missing } from '../refusal.ts'
import { changedSince, columnsFor, reviewSettings, type State } from '../services/cardContent.ts'
import { conflict, updateVersioned } from '../versioned.ts'
import { reach } from './cardsColumns.ts'

/** The firm's `/firmConf/cardReview`, read with the card itself. */
export const storedReview = ({ firmId }: Context) =>
  sql<unknown>`(select ${firmConfigs.value} from ${firmConfigs}
    where ${firmConfigs.firmId} = ${firmId} and ${firmConfigs.key} = 'cardReview')`

// Columns of the outer query are written out: in a select from one table Drizzle leaves the table's name away, and the
// inner table would take the column for its own.
const hasEnglish = sql<boolean>`exists (select from cards english where english.lawyer_id = lawyers.id
  and english.language = 'EN' and english.deleted_at is null)`

/** An administrator who is also this lawyer: the two accounts have the same mobile (domain.md §1). */
const isOwn = ({ caller }: Context) =>
  caller.population === 1
    ? sql<boolean>`exists (select from admins self where self.id = ${caller.id} and self.mobile = lawyers.mobile)`
    : sql<boolean>`false`

const hasOtherReviewer = ({ caller, switches }: Context, office: SQL) =>
  sql<boolean>`exists (select from admins other where other.firm_id = lawyers.firm_id and other.id <> ${caller.id}
    and other.status = 1 and other.is_system = 0 and other.deleted_at is null
    and (other.office_level = 1 or other.office_level = 2 and other.can_audit = 1
      or other.organization_id = ${office} and (other.office_level = 3
        or other.office_level = 4 and other.can_audit = 1 and ${switches.rights.l4Card})))`

/** Beside a lawyer's row: what decides how his card is published. */
export const authorship = (context: Context, office: SQL) => ({
  review: storedReview(context),
  hasEnglish,
  isOwn: isOwn(context),
  hasOtherReviewer: hasOtherReviewer(context, office),
})
type Authorship = { review: unknown; isOwn: boolean; hasOtherReviewer: boolean }

/** The author would review himself: not allowed unless the firm says so, or nobody else can (domain.md §1). */
const settingsFor = ({ caller }: Context, { review, isOwn: own, hasOtherReviewer: hasOther }: Authorship) => {
  const settings = reviewSettings(review)
  const isExempt = caller.officeLevel === 1 && !hasOther
  return { settings, isSelfReview: own && !settings.selfAudit && !isExempt }
}

export const withAuthorship = <R extends Authorship>(context: Context, row: R) => ({
  ...row,
  ...settingsFor(context, row),
})

const contentAt = (version: number) =>
  sql<CardContent | null>`(select ${cardRevisions.content} from ${cardRevisions}
    where ${cardRevisions.cardId} = ${cards.id} and ${cardRevisions.version} = ${version})`

/** Cards as they are now, locked until the transaction ends: what is checked stays true until it is written. */
export const lock = async (context: Context, ids: readonly number[], revision = 0) => {
  const rows = await context.db
    .select({
      card: cards,
      lawyer: { name: lawyers.name, mobile: lawyers.mobile, licenseNumber: lawyers.licenseNumber },
      /** The content of one earlier version. */
      revision: contentAt(revision),
      ...authorship(context, sql`cards.organization_id`),
    })
    .from(cards)
    .innerJoin(lawyers, eq(lawyers.id, cards.lawyerId))
    .where(and(reach(context), inArray(cards.id, [...ids])))
    .orderBy(cards.id)
    .for('update', { of: cards })
  return rows.map(row => withAuthorship(context, row))
}
export type Locked = Awaited<ReturnType<typeof lock>>[number]

export const lockOne = async (context: Context, id: number, revision?: number) => {
  const [row] = await lock(context, [id], revision)
  if (!row) throw missing()
  return row
}

export const target = ({ id, name, organizationId }: Locked['card']) => ({
  type: 'cards',
  id,
  name,
  organizationId,
})

/** Whoever writes a card may read it: the other one's text comes whole, so that it can be kept. */
const fields: Fields = Object.fromEntries(
  Object.entries<Field>(resource.fields).map(([name, field]) => {
    const { isSensitive: _isSensitive, ...rest } = field
    return [name, rest as Field]
  }),
)

type Kind = typeof cardRevisions.$inferInsert.kind
type CardPatch = Partial<typeof cards.$inferInsert>

/** What changes beside the content when a state is reached. */
const columnsOf = (
  context: Context,
  { card, lawyer, hasEnglish: isPair }: Locked,
  next: State,
): CardPatch => {
  const { content, published, auditStatus } = next
  return {
    ...columnsFor(content, lawyer, isPair),
    auditStatus,
    changedFields: changedSince(content, published),
    ...(published !== card.published && {
      published,
      publishedAt: context.now,
      publishedVersion: card.version + 1,
    }),
    ...(auditStatus === 2 && { auditReason: null, auditItems: null }),
  }
}

/** Writes the next state of a card, if nobody was faster, and the revision that the history shows. */
export const save = async (
  context: Context,
  locked: Locked,
  change: { version: number; kind: Kind; next?: State; patch?: CardPatch; typed?: object },
) => {
  const { card } = locked
  const { version, kind, next, patch = {}, typed = {} } = change
  const current = { ...card, ...card.content }
  if (card.version !== version) throw conflict(fields, current, typed)
  const answer = await updateVersioned(context, cards, {
    where: and(
      eq(cards.firmId, card.firmId),
      eq(cards.id, card.id),
      eq(cards.auditStatus, card.auditStatus),
    )!,
    current,
    version,
    patch: { ...(next && columnsOf(context, locked, next)), ...patch },
    fields,
  })
  if (next) await revise(context, [{ cardId: card.id, version: answer.version, kind, content: next.content }])
  return answer
}

type Revision = { cardId: number; version: number; kind: Kind; content: CardContent }

export const revise = ({ db, firmId, now, caller }: Context, revisions: readonly Revision[]) =>
  db.insert(cardRevisions).values(revisions.map(it => ({ ...it, firmId, at: now, byName: caller.name })))
