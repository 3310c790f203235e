import { and, eq, inArray, type SQL } from 'drizzle-orm'

import { contentFeature, contentKinds, miniProgramSwitchOf } from '../../../resources/domain/contentKinds.ts'
import { isMenuEntryOn } from '../../../resources/domain/menu.ts'
import type { CallSubject } from '../../../resources/kit/index.ts'
import type { Caller, Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { articles, categories } from '../../db/tables.ts'

type KindCaller = Pick<Context<Caller | null>, 'caller' | 'switches'>

/** The kinds of content that are switched on for the caller: in the back-office or in the mini-program. */
const kindsFor = ({ caller, switches: { features, miniProgram } }: KindCaller) =>
  contentKinds.filter(kind =>
    caller?.population === 1
      ? contentFeature({ kind }).every(name => isMenuEntryOn(name, features))
      : Boolean(miniProgram[miniProgramSwitchOf[kind]] ?? true),
  )

/** Restricts a list of all kinds to those that are switched on; undefined where that is all of them. */
export const enabledKindsCondition = (asking: KindCaller): SQL | undefined => {
  const kinds = kindsFor(asking)
  return kinds.length === contentKinds.length ? undefined : inArray(articles.kind, kinds)
}

type SubjectContext = { firmId: number; db: Db }

/**
 * The kind of the article that the input names, which decides by which feature switch the call is governed.
 */
export const articleKindSubject = async (
  { articleId }: CallSubject,
  { firmId, db }: SubjectContext,
): Promise<CallSubject> => {
  if (typeof articleId !== 'number') return {}
  const [row] = await db
    .select({ kind: articles.kind })
    .from(articles)
    .where(and(eq(articles.firmId, firmId), eq(articles.articleId, articleId)))
  return row ?? {}
}

/** The kind of content of the category that the input names. */
export const categorySubject = async (
  { typeId }: CallSubject,
  { firmId, db }: SubjectContext,
): Promise<CallSubject> => {
  if (typeof typeId !== 'number') return {}
  const [row] = await db
    .select({ kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.firmId, firmId), eq(categories.typeId, typeId)))
  return row ?? {}
}
