import { z } from 'zod'

import { emptyAnswer, id, postCall, version } from '../kit/index.ts'
import { type CardField, cardFields } from './content.ts'

/** What each of the two cards of a person has of its own. */
const ownFields = ['name', 'avatar', 'wechatNo', 'wechatQr', 'video', 'cover', 'visibility'] as const

export type ComparedField = Exclude<CardField, (typeof ownFields)[number]>

const isCompared = (field: CardField): field is ComparedField => !ownFields.some(own => own === field)

/** The fields that both cards should say alike. */
export const comparedCardFields = cardFields.filter(isCompared)

/** A field of an English card whose Chinese counterpart has changed since: in which version, and when. */
export const outdatedField = z.object({
  field: z.enum(comparedCardFields),
  version: z.int(),
  at: z.string(),
})

export const languageCalls = {
  /**
   * Says that these fields of an English card are still right although the Chinese card has changed since. `version` is that of
   * the change of the Chinese card that was seen; a later one leaves the field outdated.
   */
  confirmEnglish: postCall(
    '/lawyer/card/english/{id}/confirm',
    'card.edit',
    () =>
      z.strictObject({
        id,
        fields: z
          .array(z.strictObject({ field: z.enum(comparedCardFields), version }))
          .min(1)
          .max(comparedCardFields.length),
      }),
    () => emptyAnswer,
    { isAddition: true },
  ),
}
