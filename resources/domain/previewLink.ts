import { z } from 'zod'

import { id, postCall, text } from '../kit/index.ts'
import { secret } from './credentials.ts'

/** 1: shows only. 2: asks for the consent to the publication of a case. */
export const purposes = [1, 2] as const

/** To whom a link is given, so that those who sent it can tell links apart. */
const recipient = text('发给谁', { min: 2, max: 60, hint: '如 某某公司法务部；对方在打开的页面上看不到' })

/** The call that makes a link, which ends after 24 hours; its key is answered only once. */
export const linkCall = <const P extends `/${string}`, const K extends string>(path: P, key: K) =>
  postCall(
    path,
    'preview.share',
    () =>
      z.strictObject({ [key]: id, recipient: recipient.schema } as Record<K, typeof id> & {
        recipient: typeof recipient.schema
      }),
    () => z.object({ id: z.int(), linkKey: secret(z.string()), expireAt: z.string() }),
    { isAddition: true },
  )

/** The properties of an action that makes a link. */
export const linkAction = { on: ['detail'], ask: { recipient }, dialog: 'previewLink' } as const
