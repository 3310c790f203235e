import { z } from 'zod'

import { defineField, type SharedOptions, sharedOptions } from './field.ts'

/** A day, as `YYYY-MM-DD`. */
export const date = (
  label: string,
  { daysAhead, ...options }: SharedOptions & { daysAhead?: readonly number[] } = {},
) =>
  defineField(
    { kind: 'date', label, isRequired: true, ...(daysAhead && { daysAhead }), ...sharedOptions(options) },
    () => z.iso.date({ error: `请输入正确的${label}，如 2026-03-08` }),
    () => z.string(),
  )

/** A month, as `YYYY-MM`. */
export const month = (label: string, options: SharedOptions = {}) =>
  defineField(
    { kind: 'month', label, isRequired: true, ...sharedOptions(options) },
    () =>
      z
        .string({ error: `请输入${label}` })
        .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, `请输入正确的${label}，如 2026-03`),
    () => z.string(),
  )

/** A moment, as ISO 8601 with an offset. */
export const datetime = (label: string, options: SharedOptions = {}) =>
  defineField(
    { kind: 'datetime', label, isRequired: true, ...sharedOptions(options) },
    () => z.iso.datetime({ offset: true, error: `请输入正确的${label}` }),
    () => z.string(),
  )
