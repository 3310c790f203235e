import { z } from 'zod'

import { emptyAnswer, optional, postCall, text } from './kit/index.ts'
import { purposes } from './domain/previewLink.ts'

// The calls of the page that a link opens, for people without an account. They answer only what the phone shows.

const options = { isAddition: true } as const

/** 256 random bits as the client or the server makes them. */
const key = z.string().regex(/^[\w-]{43}$/, '链接不完整，请复制完整的链接')
/** The secret of the link, and the key of the browser that opens it first and alone may open it again. */
const opened = { secret: key, reader: key }

export const deciderName = text('您的姓名', { min: 2, max: 30 })
export const decisionReason = optional(text('原因', { max: 200, isMultiline: true }))

/** Names of what an article or a card refers to, by resource; each has what react-admin shows of it. */
const names = z.record(z.string(), z.array(z.looseObject({ id: z.int() })))

const shared = {
  purpose: z.literal(purposes),
  firm: z.string(),
  firmEn: z.string().nullable(),
  sender: z.string().nullable(),
  expireAt: z.string(),
  names,
  /** The brand colour of the firm's mini-program. */
  brand: z.string().nullable(),
}

const previewAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('article'), ...shared, article: z.looseObject({}) }),
  z.object({
    kind: z.literal('card'),
    ...shared,
    title: z.string(),
    card: z.looseObject({}),
    page: z.looseObject({}),
  }),
])
export type SharedPreview = z.output<typeof previewAnswer>

export const receiptAnswer = z.object({
  firm: z.string(),
  firmEn: z.string().nullable(),
  title: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string(),
  withdrawnAt: z.string().nullable(),
})

export const sharedPreview = {
  name: 'sharedPreview',
  calls: {
    /** Opens a link: its first reader's browser may open it again until it ends, no other one. */
    open: postCall(
      '/preview/open',
      'public',
      () => z.strictObject(opened),
      () => previewAnswer,
      options,
    ),
    /** The decision ends the link. `receipt` is a key with which the consent can be withdrawn later. */
    decide: postCall(
      '/preview/decide',
      'public',
      () =>
        z.strictObject({
          ...opened,
          decision: z.literal([1, 2]),
          name: deciderName.schema,
          reason: decisionReason.schema.optional(),
          receipt: key,
        }),
      () => emptyAnswer,
      options,
    ),
    receipt: postCall(
      '/preview/receipt',
      'public',
      () => z.strictObject({ receipt: key }),
      () => receiptAnswer,
      options,
    ),
    /** Withdraws a consent, which takes the case offline at once. */
    withdraw: postCall(
      '/preview/receipt/withdraw',
      'public',
      () => z.strictObject({ receipt: key, reason: decisionReason.schema.optional() }),
      () => emptyAnswer,
      options,
    ),
  },
}
