import { z } from 'zod'

import { flag } from '../kit/index.ts'
import { fields } from './fields.ts'

const { auditStatus } = fields

/** What came of a verdict. */
export const judged = z.object({
  auditStatus: auditStatus.schema,
  publishedVersion: z.int().nullish(),
  version: z.int().optional(),
  results: z.array(z.object({ id: z.int(), ok: flag, message: z.string().optional() })).optional(),
})

/** One saved state of a card. */
export const revision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum(['create', 'edit', 'submit', 'withdraw', 'approve', 'reject', 'restore']),
  /** Against the revision before it, as a person reads it. */
  diff: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
})
