import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { Refusal } from '../../review/RefuseDialog.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'

/** A decision that was taken back or refused by the server: what there was to see, and what had been written. */
export type Returned = {
  label: string
  title: string
  /** Why nothing was decided; null where the reviewer took it back. */
  message: string | null
  seen: AnyRecord
  refusal: Refusal | undefined
}

/** What is missing for an approval is named; anything else is the server's sentence. */
export const messageOf = (error: unknown, translate: Translate) =>
  error instanceof CallError && error.body.errors
    ? translate('还不能通过：%{values}', { values: Object.values(error.body.errors).join(translate('；')) })
    : sentenceOf(error, translate)
