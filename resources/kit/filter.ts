import { z } from 'zod'

import { date } from './dates.ts'
import type { Field } from './field.ts'

/**
 * How a filter compares a value with the column: equal to it, one of several values, part of a text, contained in a
 * list, at most the value, or a moment within a range of days in the firm's time zone. `server/records/conditions.ts`
 * has one entry for each. If the table has no such column, the compiler requires the condition from the handler.
 */
export type Comparison = 'equal' | 'oneOf' | 'contains' | 'includes' | 'atMost' | 'days'

/** A filter of a list: its input field, and what it compares. */
export type Filter = {
  /** Label and kind of the input. */
  field: Field
  compare: Comparison
  /** The compared column, if it differs from the name of the filter. */
  column?: string
  /** Names of the two parameters of a filter by days; either parameter may be absent from a request. */
  from?: string
  to?: string
}
/** The filters of a list by the names of their parameters. */
export type Filters = Readonly<Record<string, Filter>>

type Comparing<C extends Comparison> = {
  <const F extends Field>(field: F): { field: F; compare: C }
  <const F extends Field, const K extends string>(field: F, column: K): { field: F; compare: C; column: K }
}
const comparisonBuilder = <const C extends Comparison>(compare: C): Comparing<C> =>
  ((field: Field, column?: string) => ({
    field,
    compare,
    ...(column !== undefined && { column }),
  })) as Comparing<C>

/** A filter whose column must equal the value. */
export const equal = comparisonBuilder('equal')
/** A filter whose column must be one of the values. The query string separates them by commas. */
export const oneOf = comparisonBuilder('oneOf')
/** A filter whose column must contain the text. */
export const contains = comparisonBuilder('contains')
/** A filter whose column holds a list that must include the value. */
export const includes = comparisonBuilder('includes')
/** A filter whose column must not be greater than the value. */
export const atMost = comparisonBuilder('atMost')

/**
 * One filter with two parameters: from the first moment of one day to the last moment of another, in the firm's time
 * zone.
 */
export const days = <const K extends string, const A extends string, const B extends string>(
  label: string,
  range: { column: K; from: A; to: B },
) => ({ field: date(label), compare: 'days' as const, ...range })

type ValueSchema<F extends Filter> = F['compare'] extends 'oneOf'
  ? z.ZodArray<F['field']['schema']>
  : F['field']['schema']
/** The parameters of these filters as a zod shape. */
export type FilterShape<FS extends Filters> = {
  [
    K in keyof FS as FS[K] extends { from: infer A extends string; to: infer B extends string } ? A | B : K
  ]: z.ZodOptional<ValueSchema<FS[K]>>
}

/** Names of the parameters that set a filter: one, or two for a filter by days. */
export const parametersOf = (name: string, { from, to }: Filter): readonly string[] =>
  from !== undefined && to !== undefined ? [from, to] : [name]

/** Describes a range of days, such as 2026-03-01 至 2026-03-31. Either end may be open. */
export const rangeText = (from: unknown, to: unknown) =>
  [from, from && to ? '至' : from ? '起' : '至', to].filter(Boolean).join(' ')

const maxChoices = 50

/** The parameters of these filters as optional keys of an input schema. */
export const filterShape = <FS extends Filters>(filters: FS) =>
  Object.fromEntries(
    Object.entries<Filter>(filters).flatMap(([name, filter]) => {
      const { schema } = filter.field
      const value = filter.compare === 'oneOf' ? z.array(schema).max(maxChoices) : schema
      return parametersOf(name, filter).map(parameter => [parameter, value.optional()])
    }),
  ) as FilterShape<FS>
