import { z } from 'zod'

import { fieldChange } from '../domain/change.ts'
import { flag, sentence } from '../kit/index.ts'
import { cardFields } from './content.ts'
import { allCardFields } from './fields.ts'

const { auditStatus } = allCardFields

/** Answer to the review of one or several cards. */
export const verdictAnswer = z.object({
  auditStatus: auditStatus.schema,
  publishedVersion: z.int().nullish(),
  version: z.int().optional(),
  results: z.array(z.object({ id: z.int(), ok: flag, message: sentence().optional() })).optional(),
})

/** One revision of a card. */
export const cardRevision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum(['create', 'edit', 'submit', 'withdraw', 'approve', 'reject', 'restore', 'effect']),
  /** Differences from the previous revision, as text. */
  diff: z.array(fieldChange),
  /** The fields that read as the translation service wrote them. */
  machineFields: z.array(z.enum(cardFields)).optional(),
})
