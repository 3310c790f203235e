import { z } from 'zod'

import {
  defineField,
  type Option,
  type OptionGroups,
  type SharedOptions,
  sharedOptions,
  type WaitingState,
} from './field.ts'
import type { RegisteredReferable } from './registered.ts'

type ValueOf<O extends readonly Option[]> = O[number][0]
const valuesOf = <const O extends readonly Option[]>(options: O) =>
  options.map(([value]) => value) as [ValueOf<O>, ...ValueOf<O>[]]

/** A required choice of one of the declared options. */
export const select = <const O extends readonly Option[]>(
  label: string,
  options: O,
  { waitingState, ...rest }: SharedOptions & { waitingState?: WaitingState } = {},
) => {
  const schema = () => z.literal(valuesOf(options), { error: `请选择${label}` })
  return defineField(
    {
      kind: 'select',
      label,
      options,
      ...(waitingState && { waitingState }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    schema,
    schema,
  )
}

/**
 * A choice of several of the declared options. The options have no tone, since only the state of a record has one.
 */
export const multiSelect = <const O extends readonly (readonly [value: string | number, label: string])[]>(
  label: string,
  options: O,
  {
    max = options.length,
    isOrdered,
    groups,
    ...rest
  }: SharedOptions & { max?: number; isOrdered?: true; groups?: OptionGroups } = {},
) => {
  const error = `请选择${label}`
  const schema = () => z.array(z.literal(valuesOf(options), { error }), { error })
  return defineField(
    {
      kind: 'multiSelect',
      label,
      options,
      max,
      ...(isOrdered && { isOrdered }),
      ...(groups && { groups }),
      isRequired: true,
      ...sharedOptions(rest),
    },
    () => schema().min(1, error).max(max, `${label}最多选${max}项`),
    schema,
  )
}

/** A switch, sent as the integer 0 or 1. */
export const toggle = (label: string, options: SharedOptions = {}) => {
  const schema = () => z.literal([0, 1], { error: `请选择${label}` })
  return defineField({ kind: 'toggle', label, isRequired: true, ...sharedOptions(options) }, schema, schema)
}

const idSchema = (error: string) =>
  z.int({ error }).positive({ error }).max(Number.MAX_SAFE_INTEGER, { error })

/** The id of one record of the resource named `to`. */
export const reference = (label: string, to: RegisteredReferable, options: SharedOptions = {}) =>
  defineField(
    {
      kind: 'reference',
      label,
      to,
      isRequired: true,
      ...sharedOptions(options),
    },
    () => idSchema(`请选择${label}`),
    () => z.int(),
  )

/** The ids of up to `max` records of the resource named `to`. */
export const references = (
  label: string,
  to: RegisteredReferable,
  { max, ...rest }: SharedOptions & { max: number },
) =>
  defineField(
    {
      kind: 'references',
      label,
      to,
      max,
      isRequired: true,
      ...sharedOptions(rest),
    },
    () =>
      z
        .array(idSchema(`请选择${label}`), { error: `请选择${label}` })
        .min(1, `请选择${label}`)
        .max(max, `${label}最多选${max}项`),
    () => z.array(z.int()),
  )

const areaCode = (label: string) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, `请选择${label}`)

/**
 * A district, chosen through its province and city. Its value is a code of 6 digits (GB/T 2260); `parts` name the
 * fields of the province and the city.
 */
export const area = <const P extends readonly [province: string, city: string]>(
  label: string,
  parts: P,
  options: SharedOptions = {},
) =>
  defineField(
    {
      kind: 'area',
      label,
      parts,
      isRequired: true,
      ...sharedOptions(options),
    },
    () => areaCode(label),
    () => z.string(),
  )
