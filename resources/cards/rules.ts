import type { FieldErrors } from '../domain/codes.ts'
import { lengthOf, withoutTags } from '../kit/index.ts'
import type { CardContent } from './content.ts'

/** Whether a lawyer's change is published at once, waits for review, or is refused (domain.md §6.2). */
export type Policy = 'free' | 'review' | 'locked'

/** The Chinese card is shorter than the English one; the limits of the fields are the wider ones. */
const limits = { CN: { name: 20, intro: 2000 }, EN: { name: 60, intro: 5000 } } as const

const visibleLength = (html: string) => lengthOf(withoutTags(html))

const tooLong = (
  name: 'name' | 'intro',
  label: string,
  content: Partial<CardContent>,
  language: 'CN' | 'EN',
) =>
  visibleLength(content[name] ?? '') > limits[language][name]
    ? [[name, `${label}最多${limits[language][name]}个字`] as const]
    : []

/** Months are `YYYY-MM`, so text compares as time. */
const backwards = (list: 'education' | 'work' | 'social', content: Partial<CardContent>) =>
  (content[list] ?? []).flatMap(({ start, end }, index) =>
    start && end && end < start ? [[`${list}[${index}].end`, '结束时间不能早于开始时间'] as const] : [],
  )

/** What is wrong with a card's content as a whole, whatever its state. */
export const contentErrors = (content: Partial<CardContent>, language: 'CN' | 'EN'): FieldErrors =>
  Object.fromEntries([
    ...tooLong('name', '姓名', content, language),
    ...tooLong('intro', '个人简介', content, language),
    ...backwards('education', content),
    ...backwards('work', content),
    ...backwards('social', content),
  ])
