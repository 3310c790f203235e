import type { Translate } from '../../../resources/kit/translate.ts'

type ChangedTexts = {
  before?: string | null | undefined
  after?: string | null | undefined
  isWorded?: unknown
}

/** Translates a list of words; `@state` selects the state's meaning of words that are also commands. */
const translateWords = (text: string, translate: Translate) =>
  text
    .split(/、/)
    .map(it => translate(/\p{Script=Han}$/u.test(it) ? `${it}@state` : it))
    .join(translate('、'))

/**
 * Translates old and new value if they are texts of the product (`isWorded`) and not entered by users. Values that read the same,
 * such as two pictures, are told apart.
 */
export const translateChange = ({ before, after, isWorded }: ChangedTexts, translate: Translate) => {
  if (before && before === after) return { before: translate('原内容'), after: translate('新内容') }
  const translateText = (text: string | null | undefined) =>
    isWorded === 1 && text ? translateWords(text, translate) : (text ?? '')
  return { before: translateText(before), after: translateText(after) }
}
