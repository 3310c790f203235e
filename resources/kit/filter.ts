import { z } from 'zod'

import { date } from './kinds/date.ts'
import { type Field, optional } from './field.ts'
import { kindOf } from './kinds/kinds.ts'

/**
 * How a filter compares a value with the column: equal to it, one of several values, part of a text, contained in a
 * list, at most the value, or a moment within a range of days in the firm's time zone. `server/records/conditions.ts`
 * has one entry for each. If the table has no such column, the compiler requires the condition from the handler.
 *
 * A filter whose field is a choice takes several values, of which one must hold. Besides, a list has two parameters with names of
 * filters: `not` for those that must not hold, and `empty` for those whose column may be empty instead.
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
/** A filter whose column must be one of the values. The query string separates them by commas. Every back-end takes several. */
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
  { mayBeEmpty = false, ...range }: { column: K; from: A; to: B; mayBeEmpty?: boolean },
) => ({
  field: (mayBeEmpty ? optional(date(label)) : date(label)) as ReturnType<typeof date>,
  compare: 'days' as const,
  ...range,
})

/** The kinds whose trait `isChoice` is set. */
type ChoiceKind = 'select' | 'reference'

/** Whether a filter takes several values, of which one must hold. */
export const takesSeveral = ({ compare, field }: Filter) =>
  compare === 'oneOf' || ((compare === 'equal' || compare === 'includes') && kindOf(field).isChoice === true)

/** The value is written together with others, so that a filter by it has several parameters. */
const isWrittenInParts = (field: Field) => 'parts' in field

/** Whether a filter may be turned round: 不是. */
export const mayBeNot = ({ compare, field }: Filter) =>
  (compare === 'equal' || compare === 'oneOf' || compare === 'includes') && !isWrittenInParts(field)

/** Whether a filter may ask for rows without a value: 空. */
export const mayBeEmpty = ({ compare, field }: Filter) =>
  compare !== 'contains' && compare !== 'atMost' && !isWrittenInParts(field) && !field.isRequired

type Present<S> = S extends z.ZodOptional<z.ZodNullable<infer I>> ? I : S
/** Several values; a single one may be sent as it is. */
type SeveralSchema<S> = z.ZodType<z.output<S>[], z.input<S> | z.input<S>[]>
type ValueSchema<F extends Filter> = F['compare'] extends 'oneOf'
  ? SeveralSchema<F['field']['schema']>
  : F['compare'] extends 'equal' | 'includes'
    ? F['field']['kind'] extends ChoiceKind
      ? SeveralSchema<Present<F['field']['schema']>>
      : F['field']['schema']
    : F['field']['schema']
/** The parameters of these filters as a zod shape. */
export type FilterShape<FS extends Filters> = {
  [
    K in keyof FS as FS[K] extends { from: infer A extends string; to: infer B extends string } ? A | B : K
  ]: z.ZodOptional<ValueSchema<FS[K]>>
} & { not: z.ZodOptional<z.ZodArray<z.ZodString>>; empty: z.ZodOptional<z.ZodArray<z.ZodString>> }

/** Names of the parameters that set a filter: one, or two for a filter by days. */
export const parametersOf = (name: string, { from, to }: Filter): readonly string[] =>
  from !== undefined && to !== undefined ? [from, to] : [name]

/** Describes a range of days, such as 2026-03-01 至 2026-03-31. Either end may be open. */
export const rangeText = (from: unknown, to: unknown) =>
  [from, from && to ? '至' : from ? '起' : '至', to].filter(Boolean).join(' ')

const maxChoices = 50

/** The schema of a value that is not absent. */
const presentSchema = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? presentSchema(schema.unwrap() as z.ZodType)
    : schema

/** Several values; a single one may be sent as it is. */
const severalOf = (schema: z.ZodType) =>
  z.preprocess(
    value => (Array.isArray(value) || value == null ? value : [value]),
    z.array(presentSchema(schema)).max(maxChoices),
  )

const valueSchema = (filter: Filter) =>
  takesSeveral(filter) ? severalOf(filter.field.schema) : filter.field.schema

/** A parameter with the names of some filters; absent if there are none to name. */
const namesOf = (filters: Filters, isNamed: (filter: Filter) => boolean) => {
  const names = Object.keys(filters).filter(name => isNamed(filters[name]!))
  return (
    names.length > 0 &&
    z
      .array(z.enum(names, { error: '没有这个筛选条件' }))
      .max(names.length)
      .optional()
  )
}

/** The parameters of these filters as optional keys of an input schema. */
export const filterShape = <FS extends Filters>(filters: FS) => {
  const [not, empty] = [namesOf(filters, mayBeNot), namesOf(filters, mayBeEmpty)]
  return {
    ...Object.fromEntries(
      Object.entries<Filter>(filters).flatMap(([name, filter]) =>
        parametersOf(name, filter).map(parameter => [parameter, valueSchema(filter).nullish()]),
      ),
    ),
    ...(not && { not }),
    ...(empty && { empty }),
  } as unknown as FilterShape<FS>
}
