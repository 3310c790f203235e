import type { Translate } from '../../resources/kit/translate.ts'
import { CallError, sentenceOf } from '../../providers/envelope.ts'

/** Why nothing was saved, as a bar shows it. */
export type SaveFailure = { message: string; requestId: string | undefined }

/** A failed call; of several wrong fields the first one's sentence. */
export const failureOf = (error: unknown, translate: Translate): SaveFailure => {
  if (!(error instanceof CallError)) return { message: sentenceOf(error, translate), requestId: undefined }
  const [wrong] = Object.values(error.body.errors ?? {})
  return { message: wrong ? translate(wrong) : sentenceOf(error, translate), requestId: error.requestId }
}
