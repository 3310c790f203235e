import { type LanguageGap, languageGaps } from '../../../resources/cards/languageGaps.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { cardFieldLabel } from '../fieldLabel.ts'
import type { Card } from '../useCard.ts'

/** A field of an English card that has not followed the Chinese one, with the change that it has not followed. */
export type OutdatedField = NonNullable<Card['outdated']>[number]

const listOf = (values: readonly string[], translate: Translate) =>
  // A degree is a word of the product; all other values are as they are written.
  values.map(it => translate(it, { _: it })).join(translate('、'))

const labelOf = ({ field }: LanguageGap, translate: Translate) => translate(cardFieldLabel(field))

const sentenceOf = (gap: LanguageGap, translate: Translate): string => {
  const label = labelOf(gap, translate)
  const [chinese, english] = [listOf(gap.chinese, translate), listOf(gap.english, translate)]
  if (gap.kind === 'items')
    return translate('%{label}：中文%{chinese}项，英文%{english}项', { label, chinese, english })
  if (chinese && english)
    return translate('%{label}：%{chinese}只在中文中，%{english}只在英文中', { label, chinese, english })
  if (chinese) return translate('%{label}：%{chinese}只在中文中', { label, chinese })
  if (english) return translate('%{label}：%{english}只在英文中', { label, english })
  return translate('%{label}：中文与英文不同', { label })
}

/** Where the two cards differ: what is empty on one of them in one sentence each, and one for each other field. */
export const gapSentences = (chinese: Card, english: Card, translate: Translate): string[] => {
  const gaps = languageGaps(chinese, english)
  const labelsOf = (kind: LanguageGap['kind']) =>
    gaps
      .filter(gap => gap.kind === kind)
      .map(gap => labelOf(gap, translate))
      .join(translate('、'))
  const [missing, surplus] = [labelsOf('missing'), labelsOf('surplus')]
  return [
    ...(missing ? [translate('英文名片没有填写：%{labels}', { labels: missing })] : []),
    ...(surplus ? [translate('只有英文名片填写：%{labels}', { labels: surplus })] : []),
    ...gaps
      .filter(({ kind }) => kind === 'items' || kind === 'values')
      .map(gap => sentenceOf(gap, translate)),
  ]
}
