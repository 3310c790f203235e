import { z } from 'zod'

import { type Field, type Shared, shared } from './field.ts'

/** `YYYY-MM-DD`. */
export const date = (label: string, options: Shared = {}) => {
  const schema = z.iso.date({ error: `请输入正确的${label},如 2026-03-08` })
  return {
    kind: 'date',
    label,
    isRequired: true,
    schema,
    output: z.string(),
    ...shared(options),
  } as const satisfies Field
}

/** `YYYY-MM`. */
export const month = (label: string, options: Shared = {}) => {
  const schema = z
    .string({ error: `请输入${label}` })
    .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, `请输入正确的${label},如 2026-03`)
  return {
    kind: 'month',
    label,
    isRequired: true,
    schema,
    output: z.string(),
    ...shared(options),
  } as const satisfies Field
}

/** ISO-8601 with offset. */
export const datetime = (label: string, options: Shared = {}) => {
  const schema = z.iso.datetime({ offset: true, error: `请输入正确的${label}` })
  return {
    kind: 'datetime',
    label,
    isRequired: true,
    schema,
    output: z.string(),
    ...shared(options),
  } as const satisfies Field
}
