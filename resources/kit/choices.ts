import { z } from 'zod'

import { type Field, type Option, type Shared, shared } from './field.ts'

type ValueOf<O extends readonly Option[]> = O[number][0]
const valuesOf = <const O extends readonly Option[]>(options: O) =>
  options.map(([value]) => value) as [ValueOf<O>, ...ValueOf<O>[]]

export const select = <const O extends readonly Option[]>(label: string, options: O, rest: Shared = {}) => {
  const schema = z.literal(valuesOf(options), { error: `请选择${label}` })
  return {
    kind: 'select',
    label,
    options,
    isRequired: true,
    schema,
    output: schema,
    ...shared(rest),
  } as const satisfies Field
}

export const multiSelect = <const O extends readonly Option[]>(
  label: string,
  options: O,
  { max = options.length, ...rest }: Shared & { max?: number } = {},
) => {
  const schema = z.array(z.literal(valuesOf(options), { error: `请选择${label}` }), {
    error: `请选择${label}`,
  })
  return {
    kind: 'multiSelect',
    label,
    options,
    max,
    isRequired: true,
    schema: schema.min(1, `请选择${label}`).max(max, `${label}最多选${max}项`),
    output: schema,
    ...shared(rest),
  } as const satisfies Field
}

/** A switch that travels as the integer 0 or 1. */
export const toggle = (label: string, options: Shared = {}) => {
  const schema = z.literal([0, 1], { error: `请选择${label}` })
  return {
    kind: 'toggle',
    label,
    isRequired: true,
    schema,
    output: schema,
    ...shared(options),
  } as const satisfies Field
}

const idSchema = (error: string) =>
  z.int({ error }).positive({ error }).max(Number.MAX_SAFE_INTEGER, { error })

/** The id of a row of the resource named `to`. */
export const reference = (label: string, to: string, options: Shared = {}) =>
  ({
    kind: 'reference',
    label,
    to,
    isRequired: true,
    schema: idSchema(`请选择${label}`),
    output: z.int(),
    ...shared(options),
  }) as const satisfies Field

export const references = (label: string, to: string, { max, ...rest }: Shared & { max: number }) =>
  ({
    kind: 'references',
    label,
    to,
    max,
    isRequired: true,
    schema: z
      .array(idSchema(`请选择${label}`), { error: `请选择${label}` })
      .min(1, `请选择${label}`)
      .max(max, `${label}最多选${max}项`),
    output: z.array(z.int()),
    ...shared(rest),
  }) as const satisfies Field

const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, `请选择${label}`)

/** A district chosen through its province and city (6-digit codes, GB/T 2260 style). */
export const area = (label: string, parts: readonly [province: string, city: string], options: Shared = {}) =>
  ({
    kind: 'area',
    label,
    parts,
    isRequired: true,
    schema: areaCode(label),
    output: z.string(),
    ...shared(options),
  }) as const satisfies Field
