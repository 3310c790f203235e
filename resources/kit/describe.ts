import { firstCharacters, lastCharacters, toHalfWidth } from './clean.ts'
import type { Field, Fields } from './field.ts'
import { kindOf } from './kinds/kinds.ts'
import { asPlainText } from './kinds/plainText.ts'
import { mobilesIn, mobileWithin, toMobile } from './mobiles.ts'
import type { Language } from './translate.ts'

/** Names of referenced records, by field name and id. */
export type ReferenceNames = Record<string, ReadonlyMap<number, string>>

/** Masks the middle of a text: 138****0001. A text of fewer than 7 characters is masked completely. */
export const maskMiddle = (text: string) =>
  text.length >= 7 ? `${firstCharacters(text, 3)}****${lastCharacters(text, 4)}` : '*'.repeat(text.length)

/** The text with the middle of each mobile number within it masked. */
export const maskMobiles = (text: string) =>
  mobilesIn(text).length === 0
    ? text
    : toHalfWidth(text).replaceAll(mobileWithin, number => maskMiddle(toMobile(number)))

/**
 * The non-empty parts of a row, each with the separator that stands before it: a dash between two moments, otherwise
 * a space.
 */
export const filledParts = (fields: Fields, row: Readonly<Record<string, unknown>>) =>
  Object.entries(fields)
    .filter(([name]) => row[name] != null && row[name] !== '')
    .map(([name, field], index, filled) => {
      const [, previous] = filled[index - 1] ?? []
      const isSpan = previous && kindOf(previous).isMoment && kindOf(field).isMoment
      return { name, field, before: index === 0 ? '' : isSpan ? ' – ' : ' ' }
    })

type Parts = Readonly<Record<string, unknown>>

const describeRow = (language: Language, fields: Fields, row: Parts, names: ReferenceNames) =>
  filledParts(fields, row)
    .map(({ name, field, before }) => before + describeMasked(language, field, row[name], name, names))
    .join('')

const describeGroup = (language: Language, fields: Fields, group: Parts, names: ReferenceNames) => {
  const { translate } = language
  return filledParts(fields, group)
    .map(({ name, field }) => {
      const text = describeMasked(language, field, group[name], name, names)
      return translate('%{label}：%{text}', { label: translate(field.label), text })
    })
    .join(translate('；'))
}

/** Describes a value as one line of text without masking; an empty value gives an empty text. */
export const describeUnmasked = (
  language: Language,
  field: Field,
  value: unknown,
  name = '',
  names: ReferenceNames = {},
): string => {
  if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) return ''
  return kindOf(field).describe(field, value, {
    language,
    // Nobody has looked for the name.
    nameOf: id => names[name]?.get(Number(id)) ?? language.translate('编号 %{id}', { id: asPlainText(id) }),
    row: (fields, row) => describeRow(language, fields, row, names),
    group: (fields, group) => describeGroup(language, fields, group, names),
  })
}

/** Describes a value as one line of text, with sensitive values masked, for everybody who reads the log. */
export const describeMasked = (
  language: Language,
  field: Field,
  value: unknown,
  name = '',
  names: ReferenceNames = {},
): string => {
  const text = describeUnmasked(language, field, value, name, names)
  return field.isSensitive && text !== '' ? maskMiddle(text) : text
}
