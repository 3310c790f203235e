import { firmClock } from './firmTime.ts'
import { firstOf, withoutTags } from './clean.ts'
import type { Field, Fields, Kind } from './field.ts'
import { readFormats, translate } from './translate.ts'

/** Names of what a reference points at, by field name and id. */
export type Names = Record<string, ReadonlyMap<number, string>>

const optionLabel = (
  { options }: { options: readonly (readonly [unknown, string, ...unknown[]])[] },
  value: unknown,
) => options.find(([it]) => it === value)?.[1] ?? String(value)

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const list = (value: unknown) => (Array.isArray(value) ? value : [value])

/** Digits in the middle of a number give way to stars: 138****0001. */
export const masked = (text: string) =>
  text.length >= 7 ? `${firstOf(text, 3)}****${Array.from(text).slice(-4).join('')}` : '*'.repeat(text.length)

/** As the firm's clocks show it: a log says the same to everybody. */
const momentOf = (at: Date) => readFormats()?.firmMoment(at) ?? firmClock(at)
const numberOf = (value: unknown) => readFormats()?.number(value) ?? plain(value)
const joined = (texts: readonly string[]) => texts.join(translate('、'))

type Reader = (field: never, value: never, name: string, names: Names) => string

const named = (value: unknown, name: string, names: Names) =>
  names[name]?.get(Number(value)) ?? `#${plain(value)}`

/** A value as one line of text: for the log, the comparison of versions and exports. */
const readers: { [K in Kind]: (field: Field<K>, value: unknown, name: string, names: Names) => string } = {
  text: (_, value) => plain(value),
  password: () => '******',
  integer: ({ unit = '' }, value) => numberOf(value) + unit,
  decimal: (_, value) => numberOf(value),
  select: (field, value) => optionLabel(field, value),
  multiSelect: (field, value) => joined(list(value).map(it => optionLabel(field, it))),
  toggle: (_, value) => (value ? translate('是') : translate('否')),
  date: (_, value) => readFormats()?.day(plain(value)) ?? plain(value),
  month: (_, value) => readFormats()?.month(plain(value)) ?? plain(value),
  datetime: (_, value) =>
    Number.isNaN(Date.parse(plain(value))) ? plain(value) : momentOf(new Date(plain(value))),
  reference: (_, value, name, names) => named(value, name, names),
  references: (_, value, name, names) => joined(list(value).map(it => named(it, name, names))),
  area: (_, value) => plain(value),
  image: () => translate('图片'),
  images: (_, value) => translate('%{count}张图片', { count: list(value).length }),
  richText: (_, value) => withoutTags(plain(value), ' ').replace(/\s+/g, ' ').trim(),
  strings: (_, value) => joined(list(value).map(String)),
  rows: (field, value) =>
    list(value)
      .map(it => describeRow(field.fields, it as Record<string, unknown>))
      .join(translate('；')),
  custom: ({ fields }, value) =>
    fields ? describeGroup(fields, value as Record<string, unknown>) : plain(value),
}

const isMoment = (field?: Field) => field && ['date', 'month', 'datetime'].includes(field.kind)

/** The parts of a row that there are, each with what stands before it: from one moment to the next a dash. */
export const partsOf = (fields: Fields, row: Readonly<Record<string, unknown>>) =>
  Object.entries(fields)
    .filter(([name]) => row[name] != null && row[name] !== '')
    .map(([name, field], index, filled) => {
      const isSpan = isMoment(field) && isMoment(filled[index - 1]?.[1])
      return { name, field, before: index === 0 ? '' : isSpan ? ' – ' : ' ' }
    })

const describeRow = (fields: Fields, row: Record<string, unknown>) =>
  partsOf(fields, row)
    .map(({ name, field, before }) => before + describe(field, row[name], name))
    .join('')

/** Parts of different sorts say which they are. */
const describeGroup = (fields: Fields, group: Record<string, unknown>) =>
  partsOf(fields, group)
    .map(({ name, field: { label }, field }) => [label, describe(field, group[name], name)] as const)
    .map(([label, text]) => translate('%{label}：%{text}', { label, text }))
    .join(translate('；'))

/** As it is, for whoever may read it; the empty text where there is nothing. */
export const describeWhole = (field: Field, value: unknown, name = '', names: Names = {}): string => {
  if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) return ''
  const reader = readers[field.kind] as Reader
  return reader(field as never, value as never, name, names)
}

/** The same with sensitive values masked, for everybody who reads the log. */
export const describe = (field: Field, value: unknown, name = '', names: Names = {}): string => {
  const text = describeWhole(field, value, name, names)
  return field.isSensitive && text !== '' ? masked(text) : text
}
