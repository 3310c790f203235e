import { z } from 'zod'

import { secret } from '../domain/credentials.ts'
import { flag, id, sentence } from '../kit/index.ts'

// Creation of several accounts at once: typed into the grid or read from a file.

export const batch = z.strictObject({
  // A request holds at most 1000 values; larger lists are imported from a file in several requests.
  list: z
    .array(z.record(z.string().max(40), z.unknown()))
    .min(1, '请至少填写一人')
    .max(100, '一次最多创建100人'),
  /** `partial` creates the correct rows; `all` creates every row or none. */
  mode: z.enum(['partial', 'all']).default('partial'),
  /** 1 only checks the rows. */
  dryRun: flag.default(0),
  /** Origin of the rows: 1 typed, 2 read from a file. */
  source: z.literal([1, 2]).default(1),
  /** Continues a batch of the same caller, since a file may have more rows than one request. */
  batchId: id.optional(),
  /** Number of further rows of the file that were not sent because they have errors. */
  left: z.int().min(0).max(100_000).default(0),
})

/** A person of the caller's scope who may be the one of a row, and what the row has in common with that person. */
const knownPerson = z.object({
  id: z.int(),
  name: z.string(),
  officeName: z.string(),
  version: z.int(),
  by: z.array(z.enum(['mobile', 'licenseNumber', 'name'])),
})

export const batchAnswer = z.object({
  batchId: z.int().nullable(),
  success: z.int(),
  failed: z.int(),
  rows: z.array(
    z.object({
      index: z.int(),
      ok: flag,
      id: z.int().optional(),
      errors: z.record(z.string(), sentence()).optional(),
      /** Warnings, such as an existing person of the same name. They do not prevent creation. */
      hints: z.record(z.string(), sentence()).optional(),
      /** An addition to the specification: the people whom `bulkRuns.rows` can update instead. */
      known: z.array(knownPerson).optional(),
    }),
  ),
  /** Generated passwords; this answer is the only place where they ever appear. */
  passwords: z
    .array(
      z.object({
        index: z.int(),
        id: z.int(),
        name: z.string(),
        mobile: z.string(),
        initialPassword: secret(z.string()).optional(),
      }),
    )
    .optional(),
})
