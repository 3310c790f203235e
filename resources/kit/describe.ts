import { firstCharacters, lastCharacters, stripTags } from './clean.ts'
import type { Field, Fields, FieldKind } from './field.ts'
import { traitsOf } from './kinds.ts'
import type { Language } from './translate.ts'

/** Names of referenced records, by field name and id. */
export type ReferenceNames = Record<string, ReadonlyMap<number, string>>

const optionLabel = (
  { options }: { options: readonly (readonly [unknown, string, ...unknown[]])[] },
  value: unknown,
  { translate }: Language,
) => {
  const label = options.find(([it]) => it === value)?.[1]
  return label === undefined ? String(value) : translate(label)
}

const asPlainText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const asArray = (value: unknown) => (Array.isArray(value) ? value : [value])

/** Masks the middle of a text: 138****0001. A text of fewer than 7 characters is masked completely. */
export const maskMiddle = (text: string) =>
  text.length >= 7 ? `${firstCharacters(text, 3)}****${lastCharacters(text, 4)}` : '*'.repeat(text.length)

const joinTexts = (texts: readonly string[], { translate }: Language) => texts.join(translate('、'))

type Reader = (field: never, value: never, language: Language, name: string, names: ReferenceNames) => string

const nameOfReference = (value: unknown, name: string, names: ReferenceNames) =>
  names[name]?.get(Number(value)) ?? `#${asPlainText(value)}`

type Readers = {
  [K in FieldKind]: (
    field: Field<K>,
    value: unknown,
    language: Language,
    name: string,
    names: ReferenceNames,
  ) => string
}

/** Describes a value of each kind as one line of text, for the log, the comparison of versions and exports. */
const readers: Readers = {
  text: (_, value) => asPlainText(value),
  password: () => '******',
  integer: ({ unit }, value, { formats, translate }) => formats.number(value) + (unit ? translate(unit) : ''),
  decimal: (_, value, { formats }) => formats.number(value),
  select: (field, value, language) => optionLabel(field, value, language),
  multiSelect: (field, value, language) =>
    joinTexts(
      asArray(value).map(it => optionLabel(field, it, language)),
      language,
    ),
  toggle: (_, value, { translate }) => (value ? translate('是') : translate('否')),
  date: (_, value, { formats }) => formats.day(asPlainText(value)),
  month: (_, value, { formats }) => formats.month(asPlainText(value)),
  // The firm's time zone is used, so that a log reads the same for everybody.
  datetime: (_, value, { formats }) =>
    Number.isNaN(Date.parse(asPlainText(value)))
      ? asPlainText(value)
      : formats.firmMoment(new Date(asPlainText(value))),
  reference: (_, value, _language, name, names) => nameOfReference(value, name, names),
  references: (_, value, language, name, names) =>
    joinTexts(
      asArray(value).map(it => nameOfReference(it, name, names)),
      language,
    ),
  area: (_, value) => asPlainText(value),
  image: (_, _value, { translate }) => translate('图片'),
  images: (_, value, { translate }) => translate('%{count}张图片', { count: asArray(value).length }),
  richText: (_, value) => stripTags(asPlainText(value), ' ').replace(/\s+/g, ' ').trim(),
  strings: (_, value, language) => joinTexts(asArray(value).map(String), language),
  rows: (field, value, language) =>
    asArray(value)
      .map(it => describeRow(language, field.fields, it as Record<string, unknown>))
      .join(language.translate('；')),
  custom: ({ fields }, value, language) => {
    if (fields) return describeGroup(language, fields, value as Record<string, unknown>)
    const items = asArray(value)
    return items.length > 0 && items.every(it => typeof it === 'string')
      ? joinTexts(items, language)
      : asPlainText(value)
  },
}

/**
 * The non-empty parts of a row, each with the separator that stands before it: a dash between two moments, otherwise
 * a space.
 */
export const filledParts = (fields: Fields, row: Readonly<Record<string, unknown>>) =>
  Object.entries(fields)
    .filter(([name]) => row[name] != null && row[name] !== '')
    .map(([name, field], index, filled) => {
      const [, previous] = filled[index - 1] ?? []
      const isSpan = previous && traitsOf(previous).isMoment && traitsOf(field).isMoment
      return { name, field, before: index === 0 ? '' : isSpan ? ' – ' : ' ' }
    })

const describeRow = (language: Language, fields: Fields, row: Record<string, unknown>) =>
  filledParts(fields, row)
    .map(({ name, field, before }) => before + describeMasked(language, field, row[name], name))
    .join('')

/** The parts of a group are described with their labels, since they differ in meaning. */
const describeGroup = (language: Language, fields: Fields, group: Record<string, unknown>) => {
  const { translate } = language
  return filledParts(fields, group)
    .map(({ name, field }) => {
      const text = describeMasked(language, field, group[name], name)
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
  const reader = readers[field.kind] as Reader
  return reader(field as never, value as never, language, name, names)
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
