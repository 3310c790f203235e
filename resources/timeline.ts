import { z } from 'zod'

import { fieldChange } from './domain/change.ts'
import type { TimelineKind } from './domain/timeline.ts'
import { flag, getCall, id, postCall, sentence, someFields, version } from './kit/index.ts'

// The schemas are made when a call is sent, because every page loads this file.

const options = { isAddition: true, feature: ['logs', 'user.logs.logs'] } as const
/** The name of a resource in the log, and the id of its record; a setting needs none. */
const subject = () => ({ type: z.string().max(30), id: id.optional() })
/** A row of the log, a revision or a message, such as `log-12`. */
const entry = z.string().max(40)

/** Without their labels, which only the page of a record needs. */
const kinds = ['change', 'review', 'message', 'export', 'reveal', 'signIn'] as const satisfies TimelineKind[]

const entryOf = () =>
  z.object({
    entry,
    kind: z.enum(kinds),
    at: z.string(),
    /** Null for the product itself, and for the owner of a record that was deleted for good. */
    by: z.string().nullable(),
    action: z.string().nullable(),
    /** Null if the record was deleted for good, since the sentence may contain its values. */
    text: sentence().nullable(),
    reason: z.string().nullable(),
    result: flag,
    /** Number of people who got the message, and the names of the first of them. */
    receivers: z.int().optional(),
    names: z.array(z.string()).optional(),
    changes: z.array(fieldChange),
    /** Version of the record that the change led to, if its content is kept. */
    revision: z.int().nullable(),
    isRestorable: flag,
  })

const calls = {
  /** What happened to a record, the newest first: changes, reviews, messages, exports, reveals and sign-ins. */
  page: getCall(
    '/log/timeline',
    'log.view',
    () =>
      z.strictObject({
        ...subject(),
        kind: entryOf().shape.kind.optional(),
        /** `next` of the previous page. */
        before: entry.optional(),
        size: z.int().min(1).max(50).default(20),
      }),
    () => z.object({ entries: z.array(entryOf()), next: z.string().nullable(), isPurged: flag }),
    options,
  ),
  /** The fields that restoring an entry would change, each with its present and its earlier value. */
  differences: getCall(
    '/log/timeline/differences',
    'log.view',
    () => z.strictObject({ ...subject(), entry }),
    () =>
      z.object({
        version: z.int(),
        /** `why` says why a field cannot be restored. */
        fields: z.array(fieldChange.extend({ why: sentence().nullable() })),
      }),
    options,
  ),
  /** Restores fields of an entry, all of them by default, as a new version of the record. */
  restore: postCall(
    '/log/timeline/restore',
    'log.view',
    () =>
      z.strictObject({
        ...subject(),
        entry,
        fields: someFields(),
        version,
      }),
    () => z.object({ version: z.int() }),
    options,
  ),
}

/** 时间线 of a record or a setting. */
export const timeline = { name: 'timeline', calls }
