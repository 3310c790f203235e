import { articleKinds } from '../../../resources/articles/index.ts'

export type ArticleKind = keyof typeof articleKinds

const isArticleKind = (value: number): value is ArticleKind => value in articleKinds

/** Parses the kind of an article from an address or a record; 1 if there is none. */
export const parseArticleKind = (value: unknown): ArticleKind => {
  const kind = Number(value)
  return isArticleKind(kind) ? kind : 1
}
