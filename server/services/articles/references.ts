import { sql } from 'drizzle-orm'

import { articleContentFields } from '../../../resources/articles/index.ts'
import type { ReferenceNames } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import { firstCharacters } from '../../../resources/kit/index.ts'
import { diffOf } from '../audit/audit.ts'
import { type Content, differingArticleFields } from './content.ts'
import type { References } from '../directory/references.ts'

/** The records that a content refers to, to be locked. */
export const referencesOf = ({
  typeId,
  organizationId,
  lawyerIds,
  professional,
}: Partial<Content>): References => ({
  ...(typeId && { categories: [typeId] }),
  ...(organizationId !== undefined && { offices: [organizationId] }),
  ...(lawyerIds && { lawyers: lawyerIds }),
  ...(professional && { professions: professional }),
})

type FoundReference = { field: string; id: number; name: string; kind: number | null; isOffered: boolean }

/** The records that these contents refer to, by field and id, read with one query. */
export const referencesIn = async (
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  contents: readonly Partial<Content>[],
) => {
  const idArray = (all: readonly (number | null | undefined)[]) =>
    sql`${sql.param(all.flatMap(id => id ?? []))}::bigint[]`
  const { rows } = await db.execute<FoundReference>(sql`
    select 'typeId' as field, type_id::int8 as id, type_name as name, kind, enabled = 1 as "isOffered"
      from categories where firm_id = ${firmId} and type_id = any(${idArray(contents.map(it => it.typeId))})
    union all select 'organizationId', organization_id, name, null, status = 1 from offices
      where firm_id = ${firmId} and deleted_at is null
      and organization_id = any(${idArray(contents.map(it => it.organizationId))})
    union all select 'lawyerIds', id, name, null, status = 1 from lawyers
      where firm_id = ${firmId} and deleted_at is null and id = any(${idArray(contents.flatMap(content => content.lawyerIds ?? []))})
    union all select 'professional', id, name, null, enabled = 1 from self_professions
      where firm_id = ${firmId} and id = any(${idArray(contents.flatMap(content => content.professional ?? []))})`)
  return rows.map(row => ({ ...row, id: Number(row.id) }))
}
export type FoundReferences = Awaited<ReturnType<typeof referencesIn>>

const namesFrom = (references: FoundReferences): ReferenceNames =>
  Object.fromEntries(
    ['typeId', 'organizationId', 'lawyerIds', 'professional'].map(field => [
      field,
      new Map(references.filter(it => it.field === field).map(({ id, name }) => [id, name])),
    ]),
  )

/** The names of the article's lawyers, in their order. */
export const authorNames = (references: FoundReferences, { lawyerIds }: Content) =>
  lawyerIds.flatMap(
    id => references.find(reference => reference.field === 'lawyerIds' && reference.id === id)?.name ?? [],
  )

/** The log row only names a change; the whole text is in the revision. */
const loggedLength = 1000
const truncate = (text: unknown) =>
  typeof text === 'string' && text.length > loggedLength ? `${firstCharacters(text, loggedLength)}…` : text

export const contentDiff = (
  before: Partial<Content>,
  after: Partial<Content>,
  references: FoundReferences,
) => {
  const changedValues = Object.fromEntries(
    differingArticleFields(before, after).map(name => [name, after[name]]),
  )
  return diffOf(articleContentFields, before, changedValues, namesFrom(references)).map(change => ({
    ...change,
    before: truncate(change.before),
    after: truncate(change.after),
  }))
}
