import { z } from 'zod'

import { fieldChange } from '../domain/change.ts'
import { limitedCounts, flag, recordSchema } from '../kit/index.ts'
import { articleContentFields, articleFields } from './fields.ts'

/** A person named in an article, and how his own page shows it. */
const person = z.object({
  lawyerId: z.int(),
  name: z.string(),
  nameEn: z.string().nullable(),
  avatar: z.string().nullable(),
  organizationId: z.int(),
  role: z.literal([1, 2, 3]),
  isShow: flag,
  isTop: flag,
})

export const articleRecord = recordSchema(articleFields).extend({
  /** Names of the fields that the unpublished change changes. */
  changedFields: z.array(z.string()),
  /** The public values of the changed fields; null without an unpublished change. */
  published: recordSchema(articleContentFields).partial().nullable(),
  /** In the order of the published article. */
  people: z.array(person),
  /** 1 if the caller wrote the article. */
  isOwn: flag,
  version: z.int(),
})
/** A row of the list for people of the firm. */
export const ownRow = articleRecord.omit({
  content: true,
  caseInfo: true,
  parties: true,
  changedFields: true,
  consent: true,
  published: true,
  people: true,
})

const internal = {
  revisionStatus: true,
  refuseReason: true,
  submittedAt: true,
  expireAt: true,
  isOwn: true,
  createdAt: true,
  createdBy: true,
  updatedAt: true,
  updatedBy: true,
  version: true,
} as const
/** A row of the list for the public, without internal fields. */
export const publicRow = ownRow.omit(internal)
export const articleRow = ownRow.partial(internal)

export const articleCounts = z.object({
  all: z.int(),
  draft: z.int(),
  pending: z.int(),
  published: z.int(),
  refused: z.int(),
  offline: z.int(),
  scheduled: z.int(),
  over: limitedCounts,
})
export const lawyerArticleRow = ownRow.extend({ lawyerId: z.int(), role: z.literal([1, 2, 3]), isShow: flag })
export const articleRevision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum([
    'create',
    'edit',
    'submit',
    'withdraw',
    'pass',
    'refuse',
    'publish',
    'offline',
    'restore',
    'discard',
  ]),
  /** Differences from the previous revision, as text; for a long text only the paragraphs that differ. */
  diff: z.array(fieldChange),
})
