import { articleKinds } from '../../../resources/articles/index.ts'

export type Kind = keyof typeof articleKinds

const isKind = (value: number): value is Kind => value in articleKinds

/** The kind that an address or a record names; 1 where it names none. */
export const kindOf = (value: unknown): Kind => {
  const kind = Number(value)
  return isKind(kind) ? kind : 1
}
