import { isBlank } from '../../../resources/domain/sameness.ts'
import { describeMasked, type Field, kindOf } from '../../../resources/kit/index.ts'
import type { Language, Translate } from '../../../resources/kit/translate.ts'

const blockTags = 'p, li, h2, h3, h4, blockquote, tr, br'

const pictureText = (alt: string | null, translate: Translate) =>
  alt ? translate('[图片%{alt}]', { alt }) : translate('[图片]')

/** Paragraphs of a rich text. DOMParser creates a document that runs no scripts and loads no pictures. */
const paragraphsOf = (html: string, translate: Translate) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const medium of body.querySelectorAll('img, video'))
    medium.replaceWith(
      medium.matches('img') ? pictureText(medium.getAttribute('alt'), translate) : translate('[视频]'),
    )
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  for (const block of body.querySelectorAll(blockTags)) block.append('\n')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  return (body.textContent ?? '')
    .split('\n')
    .map(it => it.trim())
    .filter(it => it !== '')
}

/** Lines of a value for the comparison; null for kinds that are only shown as rendered. */
export const comparableLines = (field: Field, value: unknown, language: Language): string[] | null => {
  if (kindOf(field).comparison === 'rendered') return null
  if (isBlank(value)) return []
  if (Array.isArray(value)) return value.map(item => describeMasked(language, field, [item]))
  const text = String(value)
  return text.includes('<') ? paragraphsOf(text, language.translate) : text.split('\n')
}
