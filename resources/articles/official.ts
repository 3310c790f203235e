import { z } from 'zod'

import { text } from '../kit/index.ts'

/** A message of a 公众号, as WeChat names it. */
export const officialId = text('公众号文章', { max: 200 })

/** A page of what the firm's 公众号 has published, by article. */
export const officialPage = () =>
  z.object({
    /** 1 if the firm has connected its 公众号. */
    isOn: z.literal([0, 1]),
    /** The number of messages. */
    total: z.int(),
    pageSize: z.int(),
    articles: z.array(
      z.object({
        messageKey: z.string(),
        /** The place of the article in its message. */
        index: z.int(),
        title: z.string(),
        author: z.string(),
        digest: z.string(),
        /** The public page, of https; empty without one. */
        url: z.string(),
        updatedAt: z.string(),
        /** The article into which it was imported, if the caller may read it; 0 if he may not, or it is in the bin. */
        importedId: z.int().nullable(),
      }),
    ),
  })
