import { z } from 'zod'

import { change } from '../domain/change.ts'
import { about, flag, recordOf } from '../kit/index.ts'
import { contentFields, articleFields } from './fields.ts'

/** Somebody named in an article, with what his own page makes of it. */
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

export const articleRecord = recordOf(articleFields).extend({
  /** What a waiting change gives other values. */
  changedFields: z.array(z.string()),
  /** What is public of these fields while the change waits. */
  published: recordOf(contentFields).partial().nullable(),
  /** In the order of what is public. */
  people: z.array(person),
  /** Whether the caller wrote it. */
  isOwn: flag,
  version: z.int(),
})
/** A row as the firm's own people see it. */
export const ownRow = articleRecord.omit({
  content: true,
  caseInfo: true,
  changedFields: true,
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
/** The firm's own affairs are left out where the public asks. */
export const publicRow = ownRow.omit(internal)
export const articleRow = ownRow.partial(internal)

export const counts = z.object({
  all: z.int(),
  draft: z.int(),
  pending: z.int(),
  published: z.int(),
  refused: z.int(),
  offline: z.int(),
  scheduled: z.int(),
  about,
})
export const ofLawyer = ownRow.extend({ lawyerId: z.int(), role: z.literal([1, 2, 3]), isShow: flag })
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
  /** Against the revision before it, as a person reads it; of a long text the paragraphs that differ. */
  diff: z.array(change),
})
