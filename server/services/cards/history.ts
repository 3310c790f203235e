import type { Context } from '../../context/context.ts'
import { type StoredCardContent, cardRevisions } from '../../db/tables.ts'

export type RevisionKind = typeof cardRevisions.$inferInsert.kind
type Revision = { cardId: number; version: number; kind: RevisionKind; content: StoredCardContent }

export const saveRevisions = ({ db, firmId, now, caller }: Context, revisions: readonly Revision[]) =>
  db.insert(cardRevisions).values(
    revisions.map(revision => ({
      ...revision,
      firmId,
      at: now,
      byName: caller.name,
      mandateId: caller.mandate?.id ?? null,
    })),
  )
