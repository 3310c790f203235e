import type { FieldErrors } from '../domain/codes.ts'
import { countCharacters, stripTags } from '../kit/index.ts'
import type { CardContent } from './content.ts'

/**
 * Whether a lawyer's change of a field is published at once (`free`), waits for review, or is refused (`locked`);
 * docs/domain.md §6.2. `outside`: an assistant's mandate does not name the field.
 */
export type Policy = 'free' | 'review' | 'locked' | 'outside'

/** Stricter limits by language: the fields themselves allow the longer English texts. */
const limits = { CN: { name: 50, intro: 2000 }, EN: { name: 200, intro: 5000 } } as const

const visibleLength = (html: string) => countCharacters(stripTags(html))

const tooLong = (
  name: 'name' | 'intro',
  label: string,
  content: Partial<CardContent>,
  language: 'CN' | 'EN',
) =>
  visibleLength(content[name] ?? '') > limits[language][name]
    ? [[name, `${label}最多${limits[language][name]}个字`] as const]
    : []

/** Months are `YYYY-MM`, so that comparing texts compares times. */
const backwards = (list: 'education' | 'work' | 'social', content: Partial<CardContent>) =>
  (content[list] ?? []).flatMap(({ start, end }, index) =>
    start && end && end < start ? [[`${list}[${index}].end`, '结束时间不能早于开始时间'] as const] : [],
  )

/** Errors in the content of a card as a whole, independent of its state. */
export const contentErrors = (content: Partial<CardContent>, language: 'CN' | 'EN'): FieldErrors =>
  Object.fromEntries([
    ...tooLong('name', '姓名', content, language),
    ...tooLong('intro', '个人简介', content, language),
    ...backwards('education', content),
    ...backwards('work', content),
    ...backwards('social', content),
  ])
