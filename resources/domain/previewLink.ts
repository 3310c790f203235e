import { z } from 'zod'

import { id, postCall, text } from '../kit/index.ts'
import { secret } from './credentials.ts'

/** 1: shows only. 2: asks for the consent to the publication of a case. */
export const purposes = [1, 2] as const

/** To whom a link is given, so that those who sent it can tell links apart. */
const recipient = text('发给谁', { min: 2, max: 60 })

const byArticle = () => z.strictObject({ articleId: id, recipient: recipient.schema })
const byCard = () => z.strictObject({ id, recipient: recipient.schema })
const newLink = () => z.object({ id: z.int(), linkKey: secret(z.string()), expireAt: z.string() })

// The calls that make a link, which ends after 24 hours; its key is answered only once.

export const articleLinkCall = <const P extends `/${string}`>(path: P) =>
  postCall(path, 'preview.share', byArticle, newLink, { isAddition: true })
export const cardLinkCall = <const P extends `/${string}`>(path: P) =>
  postCall(path, 'preview.share', byCard, newLink, { isAddition: true })

/** The properties of an action that makes a link. */
export const linkAction = { on: ['detail'], ask: { recipient }, dialog: 'previewLink' } as const
