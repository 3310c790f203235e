import { type LanguageGap, languageGaps } from '../../../resources/cards/languageGaps.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { cardFieldLabel } from '../fieldLabel.ts'
import type { Card } from '../useCard.ts'

/** A field of an English card that has not followed the Chinese one, with the change that it has not followed. */
export type OutdatedField = NonNullable<Card['outdated']>[number]

const listOf = (values: readonly string[], translate: Translate) =>
  // A degree is a word of the product; all other values are as they are written.
  values.map(it => translate(it, { _: it })).join(translate('、'))

const sentenceOf = (gap: LanguageGap, translate: Translate): string => {
  const label = translate(cardFieldLabel(gap.field))
  const [chinese, english] = [listOf(gap.chinese, translate), listOf(gap.english, translate)]
  if (gap.kind === 'missing') return translate('%{label}：英文名片没有填写', { label })
  if (gap.kind === 'surplus') return translate('%{label}：只有英文名片填写', { label })
  if (gap.kind === 'items')
    return translate('%{label}：中文%{chinese}项，英文%{english}项', { label, chinese, english })
  if (chinese && english)
    return translate('%{label}：%{chinese}只在中文中，%{english}只在英文中', { label, chinese, english })
  if (chinese) return translate('%{label}：%{chinese}只在中文中', { label, chinese })
  if (english) return translate('%{label}：%{english}只在英文中', { label, english })
  return translate('%{label}：中文与英文不同', { label })
}

/** One sentence for each place where the two cards differ. */
export const gapSentences = (chinese: Card, english: Card, translate: Translate): string[] =>
  languageGaps(chinese, english).map(gap => sentenceOf(gap, translate))
