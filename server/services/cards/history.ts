import type { Context } from '../../context/context.ts'
import { type RevisionFacts, cardRevisions } from '../../db/tables.ts'
import { type CardVersions, changedSince, differingCardFields } from './content.ts'

export type RevisionKind = typeof cardRevisions.$inferInsert.kind
type Versions = Pick<CardVersions, 'content' | 'published'>
type Revision = {
  cardId: number
  version: number
  kind: RevisionKind
  before: Versions
  /** As the rules decided, also where a scheduled change holds back a part of it. */
  after: Versions
}

export const revisionFacts = (by: RevisionFacts['by'], before: Versions, after: Versions): RevisionFacts => ({
  by,
  wasPublic: before.published !== null,
  edited: differingCardFields(before.content, after.content),
  published: after.published ? differingCardFields(before.published ?? {}, after.published) : [],
  waiting: changedSince(after.content, after.published),
})

const authorOf = ({ population, mandate }: Context['caller']): RevisionFacts['by'] =>
  population === 1 ? 'administrator' : mandate ? 'assistant' : 'owner'

export const saveRevisions = ({ db, firmId, now, caller }: Context, revisions: readonly Revision[]) =>
  db.insert(cardRevisions).values(
    revisions.map(({ before, after, ...revision }) => ({
      ...revision,
      content: after.content,
      facts: revisionFacts(authorOf(caller), before, after),
      firmId,
      at: now,
      byName: caller.name,
      mandateId: caller.mandate?.id ?? null,
    })),
  )
