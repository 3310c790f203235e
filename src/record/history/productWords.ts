import type { Translate } from '../../../resources/kit/translate.ts'

type Values = { before?: string | null | undefined; after?: string | null | undefined; isWorded?: unknown }

/** Words of the product one by one, of a state what holds and not what a button does. */
const wordsIn = (text: string, translate: Translate) =>
  text
    .split(/、/)
    .map(it => translate(/\p{Script=Han}$/u.test(it) ? `${it}@state` : it))
    .join(translate('、'))

/** What was before and is after, in the reader's language where these are the product's words. */
export const productWordsOf = ({ before, after, isWorded }: Values, translate: Translate) => {
  const said = (text: string | null | undefined) =>
    isWorded === 1 && text ? wordsIn(text, translate) : (text ?? '')
  return { before: said(before), after: said(after) }
}
