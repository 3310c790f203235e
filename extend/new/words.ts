import { resources } from '../../resources/index.ts'
import * as kit from '../../resources/kit/index.ts'
import { type FieldKind, kinds } from '../../resources/kit/index.ts'
import { keysOf } from '../../resources/kit/objects.ts'
import { quote } from './names.ts'

// The words that stand for a kind of field on the command line, and what each becomes. A kind is offered as soon as there is
// a builder of its name; what a new kind needs of this is derived from its definition.

/** A field as the command line describes it. */
export type FieldWord = {
  name: string
  label: string
  english: string
  kind: FieldKind
  isOptional: boolean
  /** Value and label of each option. */
  options: readonly (readonly [value: string, label: string])[]
  /** The entity that is referred to. */
  to?: string
  /** The parts of a row. */
  parts: readonly FieldWord[]
  /** True for the province and the city of a district, whose input writes them with it. */
  isWrittenWithArea?: true
}

/** A column: how Drizzle declares it, the functions that this takes, and its SQL. */
type Column = { code: string; from: 'drizzle-orm/pg-core' | 'tenant-admin/extend/server'; sql: string }

type Writing = {
  /** The builder's arguments after the label. */
  rest?: (word: FieldWord) => readonly string[]
  /** Functions of `tenant-admin/extend` that the arguments call. */
  uses?: (word: FieldWord) => readonly string[]
  column?: (word: FieldWord) => Column
  /** What the word needs in parentheses. */
  needs?: 'options' | 'to' | 'parts'
}

const pg = (code: string, sql: string): Column => ({ code, from: 'drizzle-orm/pg-core', sql })
const literal = (options: FieldWord['options']) =>
  `[${options.map(([value, label]) => `[${quote(value)}, ${quote(label)}]`).join(', ')}]`
const alternatives = (options: FieldWord['options']) => options.map(([value]) => quote(value)).join(' | ')

const writings: Partial<Record<FieldKind, Writing>> = {
  text: {
    rest: ({ label, isWrittenWithArea }) => [
      isWrittenWithArea ? `{ max: 6, pattern: [/^\\d{6}$/, ${quote(`请选择${label}`)}] }` : '{ max: 100 }',
    ],
  },
  decimal: {
    rest: () => ['{ min: 0, max: 99_999_999, digits: 2 }'],
    column: () => pg("numeric({ precision: 10, scale: 2, mode: 'number' })", 'numeric(10, 2)'),
  },
  select: {
    needs: 'options',
    rest: ({ options }) => [literal(options)],
    column: ({ options }) => pg(`text().$type<${alternatives(options)}>()`, 'text'),
  },
  multiSelect: {
    needs: 'options',
    rest: ({ options }) => [literal(options)],
    column: ({ options }) => pg(`jsonb().$type<(${alternatives(options)})[]>()`, 'jsonb'),
  },
  toggle: { column: () => pg('smallint().$type<0 | 1>()', 'smallint') },
  date: { column: () => pg('date()', 'date') },
  datetime: {
    column: () => ({
      code: 'timestamptz()',
      from: 'tenant-admin/extend/server',
      sql: 'timestamp with time zone',
    }),
  },
  reference: {
    needs: 'to',
    rest: ({ to = '' }) => [quote(to)],
    column: () => pg("bigint({ mode: 'number' })", 'bigint'),
  },
  references: {
    needs: 'to',
    rest: ({ to = '' }) => [quote(to), '{ max: 20 }'],
    column: () => pg('jsonb().$type<number[]>()', 'jsonb'),
  },
  area: { rest: ({ name }) => [`[${quote(`${name}Province`)}, ${quote(`${name}City`)}]`] },
  image: { rest: () => ["{ scene: 'article' }"] },
  images: { rest: () => ["{ scene: 'article', max: 9 }"] },
  richText: { rest: () => ['{ max: 2000 }'] },
  strings: {
    rest: ({ label }) => [`text(${quote(label)}, { max: 50 })`, '{ max: 20 }'],
    uses: () => ['text'],
  },
  rows: {
    needs: 'parts',
    rest: ({ parts }) => [`{ ${parts.map(it => `${it.name}: ${fieldCode(it)}`).join(', ')} }`, '{ max: 20 }'],
    uses: ({ parts }) => parts.flatMap(functionsOf),
  },
}

/** What a field of a kind is called together with the name of its record, where nothing says it better. */
const nouns: Partial<Record<FieldKind, string>> = {
  text: '文字',
  integer: '数量',
  decimal: '数值',
  select: '类别',
  multiSelect: '选项',
  toggle: '开关',
  date: '日期',
  month: '月份',
  area: '地区',
  image: '图片',
  images: '图集',
  richText: '正文',
  strings: '清单',
  rows: '明细',
}
export const nounOf = (kind: FieldKind) => nouns[kind] ?? '内容'

/** The kinds that a word can ask for: those with a builder of their name, which records may store. */
const offered = keysOf(kinds).filter(kind => kind in kit && !kinds[kind].isSecret)

export const kindWord = (word: string) => offered.find(it => it === word)

/** Entities of the product and of these extensions, which fields may refer to. */
export const referableNames = () => resources.filter(it => it.choices).map(it => it.name)

export const allWords = () => [...offered, ...referableNames()]

export const needOf = (kind: FieldKind) => writings[kind]?.needs

/** The declaration of a field. */
export const fieldCode = (word: FieldWord): string => {
  const { kind, label, isOptional } = word
  const code = `${kind}(${[quote(label), ...(writings[kind]?.rest?.(word) ?? [])].join(', ')})`
  return isOptional ? `optional(${code})` : code
}

/** The functions of `tenant-admin/extend` that the declaration of a field calls. */
export const functionsOf = (word: FieldWord): readonly string[] => [
  word.kind,
  ...(word.isOptional ? ['optional'] : []),
  ...(writings[word.kind]?.uses?.(word) ?? []),
]

/** A column for the values of the kind, by what an empty value of it is. */
const derivedColumn = (kind: FieldKind): Column => {
  const { empty, isNumeric, options } = kinds[kind]
  if (isNumeric) return pg('integer()', 'integer')
  return options || empty?.() === '' ? pg('text()', 'text') : pg('jsonb().$type<unknown[]>()', 'jsonb')
}

export const columnOf = (word: FieldWord): Column =>
  writings[word.kind]?.column?.(word) ?? derivedColumn(word.kind)

/** Whether a cell of a spreadsheet can hold the value, so that it can be imported. */
export const isImportable = ({ kind, isWrittenWithArea }: FieldWord) =>
  kinds[kind].sheetForm !== null && !isWrittenWithArea

/** Whether the list of a new entity shows the field in a column. */
export const isColumn = (word: FieldWord) => isImportable(word) || kinds[word.kind].isMoment === true

/** Whether the list of a new entity can be sorted by the field: numbers, texts and moments. */
export const isSortable = (word: FieldWord) =>
  isColumn(word) && !word.isOptional && !kinds[word.kind].options && !kinds[word.kind].refersTo

/** Whether records can be filtered by a range of days of the field. */
export const isDay = ({ kind }: FieldWord) =>
  kinds[kind].isMoment === true && kinds[kind].sheetForm !== 'month'

/** Whether one value of several finds it. */
export const isChosen = ({ kind }: FieldWord) =>
  kinds[kind].isChoice === true || (kinds[kind].options !== undefined && kinds[kind].comparison !== 'items')

export const initialOf = ({ kind, options }: FieldWord) =>
  needOf(kind) === 'options' && kinds[kind].isChoice ? quote(options[0]![0]) : kinds[kind].initial?.toString()
