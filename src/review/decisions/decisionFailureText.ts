import { CallError, errorSentence } from '../../../providers/envelope.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** Message of a failed decision. If an approval fails because fields are missing, it names them. */
export const decisionFailureText = (error: unknown, translate: Translate) =>
  error instanceof CallError && error.body.errors
    ? translate('还不能通过：%{values}', { values: Object.values(error.body.errors).join(translate('；')) })
    : errorSentence(error, translate)
