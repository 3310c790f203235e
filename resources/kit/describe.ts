import { firstOf, withoutTags } from './clean.ts'
import type { Field, Fields, Kind } from './field.ts'
import { traitsOf } from './kinds.ts'
import type { Language } from './translate.ts'

/** Names of what a reference points at, by field name and id. */
export type Names = Record<string, ReadonlyMap<number, string>>

const optionLabel = (
  { options }: { options: readonly (readonly [unknown, string, ...unknown[]])[] },
  value: unknown,
  { translate }: Language,
) => {
  const label = options.find(([it]) => it === value)?.[1]
  return label === undefined ? String(value) : translate(label)
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const list = (value: unknown) => (Array.isArray(value) ? value : [value])

/** Digits in the middle of a number give way to stars: 138****0001. */
export const masked = (text: string) =>
  text.length >= 7 ? `${firstOf(text, 3)}****${Array.from(text).slice(-4).join('')}` : '*'.repeat(text.length)

const joined = (texts: readonly string[], { translate }: Language) => texts.join(translate('、'))

type Reader = (field: never, value: never, language: Language, name: string, names: Names) => string

const named = (value: unknown, name: string, names: Names) =>
  names[name]?.get(Number(value)) ?? `#${plain(value)}`

type Readers = {
  [K in Kind]: (field: Field<K>, value: unknown, language: Language, name: string, names: Names) => string
}

/** A value as one line of text: for the log, the comparison of versions and exports. */
const readers: Readers = {
  text: (_, value) => plain(value),
  password: () => '******',
  integer: ({ unit }, value, { formats, translate }) => formats.number(value) + (unit ? translate(unit) : ''),
  decimal: (_, value, { formats }) => formats.number(value),
  select: (field, value, language) => optionLabel(field, value, language),
  multiSelect: (field, value, language) =>
    joined(
      list(value).map(it => optionLabel(field, it, language)),
      language,
    ),
  toggle: (_, value, { translate }) => (value ? translate('是') : translate('否')),
  date: (_, value, { formats }) => formats.day(plain(value)),
  month: (_, value, { formats }) => formats.month(plain(value)),
  // As the firm's clocks show it: a log says the same to everybody.
  datetime: (_, value, { formats }) =>
    Number.isNaN(Date.parse(plain(value))) ? plain(value) : formats.firmMoment(new Date(plain(value))),
  reference: (_, value, _language, name, names) => named(value, name, names),
  references: (_, value, language, name, names) =>
    joined(
      list(value).map(it => named(it, name, names)),
      language,
    ),
  area: (_, value) => plain(value),
  image: (_, _value, { translate }) => translate('图片'),
  images: (_, value, { translate }) => translate('%{count}张图片', { count: list(value).length }),
  richText: (_, value) => withoutTags(plain(value), ' ').replace(/\s+/g, ' ').trim(),
  strings: (_, value, language) => joined(list(value).map(String), language),
  rows: (field, value, language) =>
    list(value)
      .map(it => describeRow(language, field.fields, it as Record<string, unknown>))
      .join(language.translate('；')),
  custom: ({ fields }, value, language) =>
    fields ? describeGroup(language, fields, value as Record<string, unknown>) : plain(value),
}

/** The parts of a row that there are, each with what stands before it: from one moment to the next a dash. */
export const partsOf = (fields: Fields, row: Readonly<Record<string, unknown>>) =>
  Object.entries(fields)
    .filter(([name]) => row[name] != null && row[name] !== '')
    .map(([name, field], index, filled) => {
      const [, previous] = filled[index - 1] ?? []
      const isSpan = previous && traitsOf(previous).isMoment && traitsOf(field).isMoment
      return { name, field, before: index === 0 ? '' : isSpan ? ' – ' : ' ' }
    })

const describeRow = (language: Language, fields: Fields, row: Record<string, unknown>) =>
  partsOf(fields, row)
    .map(({ name, field, before }) => before + describe(language, field, row[name], name))
    .join('')

/** Parts of different sorts say which they are. */
const describeGroup = (language: Language, fields: Fields, group: Record<string, unknown>) => {
  const { translate } = language
  return partsOf(fields, group)
    .map(({ name, field }) => {
      const text = describe(language, field, group[name], name)
      return translate('%{label}：%{text}', { label: translate(field.label), text })
    })
    .join(translate('；'))
}

/** As it is, for whoever may read it; the empty text where there is nothing. */
export const describeWhole = (
  language: Language,
  field: Field,
  value: unknown,
  name = '',
  names: Names = {},
): string => {
  if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) return ''
  const reader = readers[field.kind] as Reader
  return reader(field as never, value as never, language, name, names)
}

/** The same with sensitive values masked, for everybody who reads the log. */
export const describe = (
  language: Language,
  field: Field,
  value: unknown,
  name = '',
  names: Names = {},
): string => {
  const text = describeWhole(language, field, value, name, names)
  return field.isSensitive && text !== '' ? masked(text) : text
}
