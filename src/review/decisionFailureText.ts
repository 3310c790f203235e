import { CallError, errorSentence } from '../../providers/envelope.ts'
import type { Translate } from '../../resources/kit/translate.ts'

/** What is missing for an approval is named; anything else is the server's sentence. */
export const decisionFailureText = (error: unknown, translate: Translate) =>
  error instanceof CallError && error.body.errors
    ? translate('还不能通过：%{values}', { values: Object.values(error.body.errors).join(translate('；')) })
    : errorSentence(error, translate)
