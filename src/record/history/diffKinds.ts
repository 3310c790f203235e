import { isBlank } from '../../../resources/domain/sameness.ts'
import { describeMasked, type Field, type FieldKind } from '../../../resources/kit/index.ts'
import type { Language, Translate } from '../../../resources/kit/translate.ts'

/** How a kind is compared: as text, item by item, or as it looks. */
const diffKinds: Record<FieldKind, 'text' | 'items' | 'looks'> = {
  text: 'text',
  richText: 'text',
  strings: 'items',
  rows: 'items',
  multiSelect: 'items',
  password: 'text',
  integer: 'text',
  decimal: 'text',
  date: 'text',
  month: 'text',
  datetime: 'looks',
  select: 'looks',
  toggle: 'looks',
  reference: 'looks',
  references: 'looks',
  area: 'looks',
  image: 'looks',
  images: 'looks',
  custom: 'looks',
}

const blocks = 'p, li, h2, h3, h4, blockquote, tr, br'

const pictureText = (alt: string | null, translate: Translate) =>
  alt ? translate('[图片%{alt}]', { alt }) : translate('[图片]')

/** The paragraphs of a rich text; parsed in a document of its own, where nothing runs or loads. */
const paragraphsOf = (html: string, translate: Translate) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const medium of body.querySelectorAll('img, video'))
    medium.replaceWith(
      medium.matches('img') ? pictureText(medium.getAttribute('alt'), translate) : translate('[视频]'),
    )
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  for (const block of body.querySelectorAll(blocks)) block.append('\n')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  return (body.textContent ?? '')
    .split('\n')
    .map(it => it.trim())
    .filter(it => it !== '')
}

/** A value as lines that can be compared; null where it is compared by its looks. */
export const comparableLines = (field: Field, value: unknown, language: Language): string[] | null => {
  const way = diffKinds[field.kind]
  if (way === 'looks') return null
  if (isBlank(value)) return []
  if (Array.isArray(value)) return value.map(item => describeMasked(language, field, [item]))
  const text = String(value)
  return text.includes('<') ? paragraphsOf(text, language.translate) : text.split('\n')
}
