import { z } from 'zod'

import { fieldOf, type Shared, shared } from './field.ts'

/** `YYYY-MM-DD`. */
export const date = (label: string, options: Shared = {}) =>
  fieldOf(
    { kind: 'date', label, isRequired: true, ...shared(options) },
    () => z.iso.date({ error: `请输入正确的${label}，如 2026-03-08` }),
    () => z.string(),
  )

/** `YYYY-MM`. */
export const month = (label: string, options: Shared = {}) =>
  fieldOf(
    { kind: 'month', label, isRequired: true, ...shared(options) },
    () =>
      z
        .string({ error: `请输入${label}` })
        .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, `请输入正确的${label}，如 2026-03`),
    () => z.string(),
  )

/** ISO-8601 with offset. */
export const datetime = (label: string, options: Shared = {}) =>
  fieldOf(
    { kind: 'datetime', label, isRequired: true, ...shared(options) },
    () => z.iso.datetime({ offset: true, error: `请输入正确的${label}` }),
    () => z.string(),
  )
