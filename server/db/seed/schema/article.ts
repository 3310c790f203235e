import { z } from 'zod'

import {
  fileSchema,
  flagSchema,
  httpsUrl,
  fixtureKey,
  removedRowSchema,
  boundedText,
  timestampSchema,
} from './fields.ts'

const caseInfo = z.strictObject({
  cause: boundedText(60),
  court: boundedText(60).optional(),
  /** 1 一审 2 二审 3 再审 4 仲裁 5 非诉 */
  stage: z.literal([1, 2, 3, 4, 5]).optional(),
  closedYear: z.int().min(1980).max(2100).optional(),
  outcome: boundedText(500).optional(),
  clientConsent: flagSchema.default(1),
  anonymised: flagSchema.default(1),
})

const duration = z.int().min(1).max(86_400)
const video = z.union([
  z.strictObject({ url: fileSchema, duration, isExternal: z.boolean().default(false) }),
  /** A video of 视频号. */
  z.strictObject({ finderUserName: boundedText(100), feedId: boundedText(200), duration }),
])

/** An article names its category by name within its kind, and people and professional fields by key. */
export const articleSchema = z.strictObject({
  kind: z.literal([1, 2, 3, 4]),
  type: boundedText(10),
  title: boundedText(64),
  language: z.enum(['CN', 'EN']).default('CN'),
  cover: fileSchema.optional(),
  summary: boundedText(120).optional(),
  /** HTML. */
  content: boundedText(100_000).optional(),
  linkUrl: httpsUrl.optional(),
  /** The source of a reprinted article (sourceType 2). */
  sourceName: boundedText(30).optional(),
  lawyers: z.array(fixtureKey).max(10).default([]),
  professional: z.array(fixtureKey).max(5).default([]),
  /** The main office when absent. */
  office: fixtureKey.optional(),
  caseInfo: caseInfo.optional(),
  video: video.optional(),
  /** 0 草稿 1 待审核 2 已发布 3 已驳回 4 已下架 5 待发布 (published in three days). */
  status: z.literal([0, 1, 2, 3, 4, 5]).default(2),
  refuseReason: boundedText(200).optional(),
  /** A pending change of a published article: its new values and its review status. */
  change: z
    .strictObject({
      title: boundedText(64).optional(),
      summary: boundedText(120).optional(),
      status: z.literal([0, 1, 3]),
    })
    .optional(),
  isTop: flagSchema.default(0),
  readNum: z.int().min(0).default(0),
  /** The key of the administrator who wrote the article. */
  writer: fixtureKey.optional(),
  /**
   * Days from now until the article expires; a negative number for an article that has expired (status 4).
   */
  expiresInDays: z.int().min(-3650).max(3650).optional(),
  removed: removedRowSchema.optional(),
  at: timestampSchema.default('-10d'),
})

export type FixtureArticle = z.infer<typeof articleSchema>

export const categorySchema = z.strictObject({
  kind: z.literal([1, 2, 3, 4]),
  typeName: boundedText(10),
  typeNameEn: boundedText(40).optional(),
  enabled: flagSchema.default(1),
})
