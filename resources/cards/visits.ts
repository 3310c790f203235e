import { z } from 'zod'

import { emptyAnswer, flag, getCall, id, postCall } from '../kit/index.ts'

/** What visitors do with a public card; each is counted by day (docs/domain.md §3.4). */
export const visitKinds = ['open', 'save', 'call'] as const
export type VisitKind = (typeof visitKinds)[number]

const counted = { open: z.int(), save: z.int(), call: z.int() }
const isAddition = true as const

/** The number of visits of public cards. Who visits is not known to anybody. */
export const visitCalls = {
  /** The visits of one card, of an office's cards, or of all cards that the caller may read. */
  visits: getCall(
    '/lawyer/card/visits',
    'card.view',
    () =>
      z.strictObject({
        id: id.optional(),
        organizationId: id.optional(),
        /** The last 30 days, or the last 12 months. */
        by: z.enum(['day', 'month']).default('day'),
      }),
    () =>
      z.object({
        /** 0 if the firm has switched 数据计数 off, so that nothing is added. */
        isOn: flag,
        /** Each day or month, the latest last; `start` is its first day, in the firm's time zone. */
        periods: z.array(z.object({ start: z.string(), ...counted })),
      }),
    { isAddition },
  ),
  /**
   * The mini-program or the firm's website reports what a visitor does. As a form it needs no permission of the browser,
   * so that a page of the website can send it with `navigator.sendBeacon`.
   */
  countVisit: postCall(
    '/lawyer/card/visit',
    'public',
    () =>
      z.strictObject({
        codeKey: z.string().max(20),
        language: z.enum(['CN', 'EN']).default('CN'),
        kind: z.enum(visitKinds, { error: '请指明访客是打开、存通讯录还是拨打' }),
      }),
    () => emptyAnswer,
    { isAddition, encoding: 'form' },
  ),
}
