import type { Fields } from './field.ts'

/** For each purpose, in Chinese, the names of the fields whose values are kept for it. */
type Purposes<N extends string> = { readonly [purpose: string]: readonly N[] }

/**
 * What the fields of a resource say about people: personal information (个人信息保护法 4) and sensitive personal
 * information (28), each with its purpose, and the fields that say nothing about anybody.
 */
type FieldAnswers<N extends string = string> = {
  general?: Purposes<N>
  sensitive?: Purposes<N>
  none?: readonly N[]
}

/** The answer for a single field. */
export type FieldAnswer = 'none' | { class: 'general' | 'sensitive'; purpose: string }

type NamedResource = { readonly name: string; readonly fields: Fields }
type FieldName<R extends NamedResource> = keyof R['fields'] & string

type Named<P> = P extends Purposes<infer N> ? N : never
type Answered<A extends FieldAnswers> =
  | Named<A['general']>
  | Named<A['sensitive']>
  | (A['none'] extends readonly (infer N)[] ? N : never)

/** A property that no answers have, so that the compiler names the fields without an answer. */
type NoneMissing<N extends string> = [N] extends [never] ? unknown : { unanswered: N }

/** The answers for all fields of one resource. */
export type Inventory<N extends string = string> = {
  resource: string
  answers: FieldAnswers<N>
  /** Name of the resource that has the answers, where this one shows records of it. */
  shows?: string
}

/** Answers for every field of a resource; a field without an answer does not compile. */
export const inventory = <const F extends Fields, const A extends FieldAnswers<keyof F & string>>(
  { name }: { readonly name: string; readonly fields: F },
  answers: A & NoneMissing<Exclude<keyof F & string, Answered<A>>>,
): Inventory<keyof F & string> => ({ resource: name, answers })

/** Says that a resource shows records of another one, with the same fields, which has the answers for them. */
export const viewOf = <const R extends NamedResource, const V extends NamedResource>(
  { name }: R,
  view: V & NoneMissing<Exclude<FieldName<V>, FieldName<R>> | Exclude<FieldName<R>, FieldName<V>>>,
): Inventory<FieldName<V>> => ({ resource: view.name, answers: {}, shows: name })
