import { z } from 'zod'

import { secret } from '../domain/credentials.ts'
import { flag, id, sentence } from '../kit/index.ts'

// Several accounts at once: typed into the grid, or read from a file.

export const batch = z.strictObject({
  // A request carries at most 1000 values; larger lists are imported from a file.
  list: z
    .array(z.record(z.string().max(40), z.unknown()))
    .min(1, '请至少填写一人')
    .max(100, '一次最多创建100人'),
  /** partial: the correct rows are created; all: every row or none. */
  mode: z.enum(['partial', 'all']).default('partial'),
  /** 1: only checked. */
  dryRun: flag.default(0),
  /** Where the rows come from: 1 typed, 2 read from a file. */
  source: z.literal([1, 2]).default(1),
  /** Goes on with one's own batch: a file has more rows than a request takes. */
  batchId: id.optional(),
  /** So many more rows of the file were not sent, since something in them is wrong. */
  left: z.int().min(0).max(100_000).default(0),
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
      /** What may be right, and should be looked at: somebody of this name is there already. */
      hints: z.record(z.string(), sentence()).optional(),
    }),
  ),
  /** The generated ones; this answer is the only place where they ever appear. */
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
