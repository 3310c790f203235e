import { articleKinds } from '../../../resources/articles/index.ts'

export type ContentKind = keyof typeof articleKinds

const isContentKind = (value: number): value is ContentKind => value in articleKinds

/** Parses the kind of an article from an address or a record; 1 if there is none. */
export const parseContentKind = (value: unknown): ContentKind => {
  const kind = Number(value)
  return isContentKind(kind) ? kind : 1
}
