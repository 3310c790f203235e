import { z } from 'zod'

import { secret } from '../domain/credentials.ts'
import { directoryFields, directoryKeys, directoryKinds, directorySources } from '../domain/directory.ts'
import { emptyInput, flag, getCall, id, postCall, sentence, version } from '../kit/index.ts'

// 通讯录同步: the firm's directory is compared with its people, and what was chosen of the comparison is applied. The schemas
// are made when a call is sent, because every page loads this file.

const options = { isAddition: true, feature: 'lawyer.list' } as const

const difference = () =>
  z.object({ field: z.enum(directoryFields), before: z.string(), after: z.string(), isKept: flag })

const row = () =>
  z.object({
    index: z.int(),
    kind: z.enum(directoryKinds),
    name: z.string(),
    /** The office that the person has or would get; null where there is none. */
    officeName: z.string().nullable(),
    lawyerId: z.int().nullable(),
    mobile: z.string(),
    team: z.string(),
    differences: z.array(difference()),
    by: z.array(z.enum(directoryKeys)),
    candidates: z.array(z.object({ id: z.int(), name: z.string() })),
    /** 1 if the row can be chosen. */
    isOffered: flag,
    /** Why it cannot, or why it was not applied. */
    reason: sentence().nullable(),
  })

const comparison = () =>
  z.object({
    id: z.int(),
    source: z.enum(directorySources),
    /** 1 is being read, 2 compared, 3 refused. */
    state: z.literal([1, 2, 3]),
    reason: sentence().nullable(),
    version: z.int(),
    createdAt: z.string(),
    createdByName: z.string(),
    batchId: z.int().nullable(),
    unchanged: z.int(),
    /** How many rows were applied. */
    applied: z.int(),
    /** How many rows of each kind are still open. */
    counts: z.record(z.enum(directoryKinds), z.int()),
    /** The open rows, at most 500 of each kind. */
    rows: z.array(row()),
  })

/** Reading, comparing and applying; the page 通讯录同步 makes these calls. */
export const directoryCalls = {
  /** The latest comparison; null before the first one. `isReady` says whether a directory is connected. */
  directory: getCall(
    '/lawyer/directory',
    'directory.sync',
    () => emptyInput,
    () => z.object({ isReady: flag, comparison: comparison().nullable() }),
    options,
  ),
  /** Begins a comparison, which a job makes; while one is being made, it is answered instead. */
  compareDirectory: postCall(
    '/lawyer/directory/compare',
    'directory.sync',
    () => emptyInput,
    () => z.object({ id: z.int() }),
    options,
  ),
  /**
   * Applies chosen rows of the comparison, up to 100 at once. The version grows with each portion: of two people who apply at the
   * same time, one is refused.
   */
  applyDirectory: postCall(
    '/lawyer/directory/apply',
    'directory.sync',
    () =>
      z.strictObject({
        id,
        version,
        chosen: z
          .array(
            z.strictObject({
              index: z.int().min(0),
              /** The fields that are taken; of a new person all are. */
              fields: z.array(z.enum(directoryFields)).max(directoryFields.length).optional(),
            }),
          )
          .min(1, '请至少选择一人')
          .max(100, '一次最多应用100人'),
      }),
    () =>
      z.object({
        version: z.int(),
        batchId: z.int(),
        applied: z.int(),
        /** Chosen rows that were not applied. */
        failed: z.array(z.object({ index: z.int(), name: z.string(), reason: sentence() })),
        passwords: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            mobile: z.string(),
            /** Absent in the answer to a repeated request. */
            initialPassword: secret(z.string()).optional(),
          }),
        ),
      }),
    options,
  ),
}
