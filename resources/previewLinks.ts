import { z } from 'zod'

import { consentStates } from './domain/consent.ts'
import { purposes } from './domain/previewLink.ts'
import { emptyAnswer, getCall, id, postCall } from './kit/index.ts'

// Links that show somebody without an account an article or a card as the phone will, and ask the client of a case for
// consent. The schemas are made when a call is sent, because every page loads this file.

const options = { isAddition: true } as const

/** What a link shows: exactly one of the two. */
const subject = () => ({ articleId: id.optional(), cardId: id.optional() })
const named = <S extends z.ZodObject<ReturnType<typeof subject>>>(schema: S) =>
  schema.refine(it => (it.articleId === undefined) !== (it.cardId === undefined), {
    path: ['articleId'],
    error: '请选择一篇内容或一张名片',
  })

const link = () =>
  z.object({
    id: z.int(),
    purpose: z.literal(purposes),
    recipient: z.string(),
    createdAt: z.string(),
    createdBy: z.string().nullable(),
    expireAt: z.string(),
    openedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    /** The decision: 1 consents, 2 refuses. */
    decision: z.literal([1, 2]).nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    reason: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
    withdrawnBy: z.string().nullable(),
    /** 1 if the decision is about the content as it is at present. */
    isCurrent: z.literal([0, 1]),
  })
export type PreviewLink = z.output<ReturnType<typeof link>>

const calls = {
  /** The links of an article or a card, the latest first, and whether its client has consented to the present content. */
  list: getCall(
    '/preview/links',
    'preview.share',
    () => named(z.strictObject(subject())),
    () => z.object({ consent: z.enum(consentStates), links: z.array(link()) }),
    options,
  ),
  revoke: postCall(
    '/preview/links/{id}/revoke',
    'preview.share',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    options,
  ),
}

/** 分享预览, 征求客户同意. */
export const previewLinks = { name: 'previewLinks', calls }
