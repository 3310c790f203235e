import { z } from 'zod'

import { fieldOf, type Option, type Shared, shared, type Waits } from './field.ts'
import type { RegisteredReferable } from './registered.ts'

type ValueOf<O extends readonly Option[]> = O[number][0]
const valuesOf = <const O extends readonly Option[]>(options: O) =>
  options.map(([value]) => value) as [ValueOf<O>, ...ValueOf<O>[]]

/** One of the options that the declaration lists, required. */
export const select = <const O extends readonly Option[]>(
  label: string,
  options: O,
  { waits, ...rest }: Shared & { waits?: Waits } = {},
) => {
  const schema = () => z.literal(valuesOf(options), { error: `请选择${label}` })
  return fieldOf(
    { kind: 'select', label, options, ...(waits && { waits }), isRequired: true, ...shared(rest) },
    schema,
    schema,
  )
}

/** Several of the options, in plain words: a state is one. */
export const multiSelect = <const O extends readonly (readonly [value: string | number, label: string])[]>(
  label: string,
  options: O,
  { max = options.length, isOrdered, ...rest }: Shared & { max?: number; isOrdered?: true } = {},
) => {
  const error = `请选择${label}`
  const schema = () => z.array(z.literal(valuesOf(options), { error }), { error })
  return fieldOf(
    {
      kind: 'multiSelect',
      label,
      options,
      max,
      ...(isOrdered && { isOrdered }),
      isRequired: true,
      ...shared(rest),
    },
    () => schema().min(1, error).max(max, `${label}最多选${max}项`),
    schema,
  )
}

/** A switch that travels as the integer 0 or 1. */
export const toggle = (label: string, options: Shared = {}) => {
  const schema = () => z.literal([0, 1], { error: `请选择${label}` })
  return fieldOf({ kind: 'toggle', label, isRequired: true, ...shared(options) }, schema, schema)
}

const idSchema = (error: string) =>
  z.int({ error }).positive({ error }).max(Number.MAX_SAFE_INTEGER, { error })

/** The id of a row of the resource named `to`. */
export const reference = (label: string, to: RegisteredReferable, options: Shared = {}) =>
  fieldOf(
    {
      kind: 'reference',
      label,
      to,
      isRequired: true,
      ...shared(options),
    },
    () => idSchema(`请选择${label}`),
    () => z.int(),
  )

/** A list of ids of records of another resource, at most `max`. */
export const references = (
  label: string,
  to: RegisteredReferable,
  { max, ...rest }: Shared & { max: number },
) =>
  fieldOf(
    {
      kind: 'references',
      label,
      to,
      max,
      isRequired: true,
      ...shared(rest),
    },
    () =>
      z
        .array(idSchema(`请选择${label}`), { error: `请选择${label}` })
        .min(1, `请选择${label}`)
        .max(max, `${label}最多选${max}项`),
    () => z.array(z.int()),
  )

const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, `请选择${label}`)

/** A district chosen through its province and city (6-digit codes, GB/T 2260 style). */
export const area = <const P extends readonly [province: string, city: string]>(
  label: string,
  parts: P,
  options: Shared = {},
) =>
  fieldOf(
    {
      kind: 'area',
      label,
      parts,
      isRequired: true,
      ...shared(options),
    },
    () => areaCode(label),
    () => z.string(),
  )
