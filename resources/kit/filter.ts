import { z } from 'zod'

import { date } from './dates.ts'
import type { Field } from './field.ts'

/**
 * What a filter asks of a row: the value itself, one of several values, a part of a text, a list that holds the value,
 * at most the value, or a moment within days of the firm's time zone. `server/records/conditions.ts` has one entry for
 * each; where the table has no such column the compiler asks the handler for the condition.
 */
export type Comparison = 'equal' | 'oneOf' | 'contains' | 'includes' | 'atMost' | 'days'

/** A filter of a list: its input, and what it compares in the column. */
export type Filter = {
  /** Label and kind of the input. */
  field: Field
  compare: Comparison
  /** The column it looks at; the filter's own name where absent. */
  column?: string
  /** The two parameters of a filter by days, either of which may be absent. */
  from?: string
  to?: string
}
/** The filters of a list by their parameters. */
export type Filters = Readonly<Record<string, Filter>>

type Comparing<C extends Comparison> = {
  <const F extends Field>(field: F): { field: F; compare: C }
  <const F extends Field, const K extends string>(field: F, column: K): { field: F; compare: C; column: K }
}
const comparing = <const C extends Comparison>(compare: C): Comparing<C> =>
  ((field: Field, column?: string) => ({
    field,
    compare,
    ...(column !== undefined && { column }),
  })) as Comparing<C>

/** The column is exactly the value. */
export const equal = comparing('equal')
/** The parameter is a list, comma-separated in a query. */
export const oneOf = comparing('oneOf')
/** The text in the column contains the value. */
export const contains = comparing('contains')
/** The column holds a list. */
export const includes = comparing('includes')
/** The number in the column is not greater than the value. */
export const atMost = comparing('atMost')

/** From the first moment of a day to the last of another, in the firm's time zone; one filter with two parameters. */
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

/** Names of the parameters that a filter is set by. */
export const parametersOf = (name: string, { from, to }: Filter): readonly string[] =>
  from !== undefined && to !== undefined ? [from, to] : [name]

/** 2026-03-01 至 2026-03-31; either end may be open. */
export const rangeText = (from: unknown, to: unknown) =>
  [from, from && to ? '至' : from ? '起' : '至', to].filter(Boolean).join(' ')

const mostChoices = 50

/** The parameters of these filters as optional fields of an input schema. */
export const filterShape = <FS extends Filters>(filters: FS) =>
  Object.fromEntries(
    Object.entries<Filter>(filters).flatMap(([name, filter]) => {
      const { schema } = filter.field
      const value = filter.compare === 'oneOf' ? z.array(schema).max(mostChoices) : schema
      return parametersOf(name, filter).map(parameter => [parameter, value.optional()])
    }),
  ) as FilterShape<FS>
