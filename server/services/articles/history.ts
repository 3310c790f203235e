import type { Caller, Context } from '../../context/context.ts'
import { articleRevisions } from '../../db/tables.ts'
import type { Content } from './content.ts'

type RevisionKind = typeof articleRevisions.$inferInsert.kind

export const saveRevision = (
  { db, firmId, now, caller }: Context<Caller | null>,
  articleId: number,
  version: number,
  kind: RevisionKind,
  content: Content,
) =>
  db
    .insert(articleRevisions)
    .values({ firmId, articleId, version, kind, content, at: now, byName: caller?.name ?? null })
