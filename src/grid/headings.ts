import { chineseKeysOf } from '../../providers/catalogues.ts'
import { toHalfWidth } from '../../resources/kit/index.ts'
import { toSimplified } from '../../resources/kit/simplified.ts'
import type { ImportColumn } from './columns.ts'

/** Notes that people write behind a heading in the same cell: whether it is required, its format or unit. */
const headingNote =
  /(?<![\s,;:、·|_-])[\s,;:、·|_-]+(?:必填|选填|可选|非必填|必须|格式|示例|例如|例|如|请|单位|注|文本|数字|下拉|年[/.-]?月|yyyy|\d+位)[^]*$/i

/** Heading in simplified characters, without asterisks, numbering, notes, and text in brackets. */
const normaliseHeading = (text: string) =>
  toSimplified(toHalfWidth(text))
    .replaceAll(/[([{<《【〔〖][^()[\]{}<>《》【】〔〕〖〗]*[)\]}>》】〕〗]/g, ' ')
    .replace(headingNote, '')
    .replaceAll(/[\s*:★※]/g, '')
    .replace(/^\d{1,2}[.、]/, '')

/** The heading of two languages in one cell, such as 手机号 Mobile, in each of them. */
const partsByLanguage = (heading: string) => {
  const [chinese, latin] = [heading.replaceAll(/[A-Za-z/.'_-]/g, ''), heading.replaceAll(/[^\x20-\x7E]/g, '')]
  return chinese !== '' && /[A-Za-z]/.test(latin) ? [chinese, latin] : []
}

/**
 * Heading in the current language and in the product's other languages, because templates are shared between users.
 */
const headingVariants = (text: string) => {
  const heading = text.replace(/\s*\*$/, '')
  const keys = chineseKeysOf(heading).map(normaliseHeading)
  return [...keys, ...partsByLanguage(normaliseHeading(heading))].filter(Boolean)
}

const labels = new WeakMap<ImportColumn, string>()
/** The label as a heading; computed once for each column, since every cell of a long list is compared with it. */
const labelOf = (column: ImportColumn) => {
  const label = labels.get(column) ?? normaliseHeading(column.label)
  labels.set(column, label)
  return label
}

/** The column that a heading means; undefined if it is unknown. */
export const columnOfHeading = (text: string, columns: readonly ImportColumn[]) => {
  const variants = headingVariants(text)
  return columns.find(column =>
    variants.some(variant => column.heading.test(variant) || labelOf(column) === variant),
  )
}

/** Columns that a first line names; null if it is no heading. */
export const columnsByHeading = (line: readonly string[], columns: readonly ImportColumn[]) => {
  const matches = line.map(text => columnOfHeading(text, columns))
  const count = matches.filter(Boolean).length
  return count >= 2 || (count === 1 && line.length === 1) ? matches : null
}
