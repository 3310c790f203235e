import { z } from 'zod'

import { change } from '../domain/change.ts'
import { flag, sentence } from '../kit/index.ts'
import { allCardFields } from './fields.ts'

const { auditStatus } = allCardFields

/** What came of a verdict. */
export const judged = z.object({
  auditStatus: auditStatus.schema,
  publishedVersion: z.int().nullish(),
  version: z.int().optional(),
  results: z.array(z.object({ id: z.int(), ok: flag, message: sentence().optional() })).optional(),
})

/** One saved state of a card. */
export const cardRevision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum(['create', 'edit', 'submit', 'withdraw', 'approve', 'reject', 'restore']),
  /** Against the revision before it, as a person reads it. */
  diff: z.array(change),
})
