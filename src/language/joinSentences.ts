import type { Translate } from '../../resources/kit/translate.ts'

/** One text of several sentences; languages other than Chinese put a space between them. */
export const joinSentences = (sentences: readonly string[], translate: Translate) =>
  sentences.reduce((first, second) => translate('%{first}%{second}', { first, second }))
