import { z } from 'zod'

// Schemas that several parts of a fixture share.

export const boundedText = (max: number) => z.string().min(1).max(max)
/** Identifies a row within the fixture; never a database id. */
export const fixtureKey = boundedText(60)
export const flagSchema = z.literal([0, 1])
export const dateSchema = z.iso.date()
export const emailSchema = z.email().max(100)
export const httpsUrl = z.url({ protocol: /^https$/ })

/** An address, or `picture:<name>` for one of the demo's own pictures. */
export const fileSchema = z
  .string()
  .max(500)
  .regex(/^(picture:[a-z0-9-]+|https:\/\/\S+|\/\S+)$/, 'not a file')

export const timestampSchema = z
  .string()
  .regex(
    /^(-\d{1,5}[mhd]|\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d))$/,
    'a time, or -5m, -3h, -2d ago',
  )

/** A deleted row: the time and the administrator. A job deletes it for good after 30 days. */
export const removedRowSchema = z.strictObject({ at: timestampSchema, by: fixtureKey })
