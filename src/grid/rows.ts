import { foldForSearch } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { Cells, ImportColumn } from './columns.ts'

/** So many stand in the grid: of a file, or of a firm that comes as a whole. */
export const maxRows = 500
export const initialRows = 3

type Messages = Readonly<Record<string, string>>

/** What the server said of a text; it holds as long as the text stands there. */
export type Said = Readonly<Record<string, { text: string; message: string }>>

export type Row = {
  key: number
  cells: Cells
  /** From now on what is missing is wrong too. */
  isChecked: boolean
  refused: Said
  /** What the server found worth a look, and lets pass. */
  hinted: Said
}

let lastKey = 0
export const rowOf = (cells: Cells): Row => ({
  key: ++lastKey,
  cells,
  isChecked: false,
  refused: {},
  hinted: {},
})

/** Nothing was written into it. */
export const isBlank = ({ cells }: Row, empty: Cells) =>
  Object.entries(cells).every(([name, text]) => text.trim() === '' || text === empty[name])

/** What is sent for a row. */
export const inputFrom = ({ cells }: Row, columns: readonly ImportColumn[]) =>
  Object.fromEntries(
    columns.flatMap(({ name, tidy, read }) => {
      const text = tidy(cells[name] ?? '')
      return text === '' ? [] : [[name, read(text)]]
    }),
  )

const errorOf = (
  { label, choices, tidy, read, schema }: ImportColumn,
  typed: string,
  translate: Translate,
) => {
  const text = tidy(typed)
  const value = text === '' ? null : read(text)
  if (value !== null && choices?.every(({ id }) => id !== value))
    return translate('没有“%{text}”，请从列表中选择%{label}', { text, label })
  const { error } = schema.safeParse(value)
  return error && translate(error.issues[0]!.message)
}

/** What is wrong with a row by itself; the same object for the same cells, so that a row is drawn once. */
export const checkerFor = (columns: readonly ImportColumn[], translate: Translate) => {
  const known = new WeakMap<Cells, Messages>()
  return (cells: Cells): Messages => {
    const before = known.get(cells)
    if (before) return before
    const messages: Record<string, string> = {}
    for (const column of columns) {
      const message = errorOf(column, cells[column.name] ?? '', translate)
      if (message) messages[column.name] = message
    }
    known.set(cells, messages)
    return messages
  }
}
export type Check = ReturnType<typeof checkerFor>

const uniqueOf = (columns: readonly ImportColumn[]) => columns.filter(({ isUnique }) => isUnique)

/** What stands in an earlier row already, as a sentence for each later one. */
export const duplicatesIn = (
  rows: readonly Row[],
  columns: readonly ImportColumn[],
  translate: Translate,
) => {
  const doubles = new Map<number, Messages>()
  for (const { name, label, tidy } of uniqueOf(columns)) {
    const seen = new Map<string, number>()
    for (const [index, { key, cells }] of rows.entries()) {
      const text = foldForSearch(tidy(cells[name] ?? ''))
      const first = seen.get(text)
      if (text === '') continue
      if (first === undefined) seen.set(text, index)
      else
        doubles.set(key, {
          ...doubles.get(key),
          [name]: translate('与第%{first}行的%{label}重复', { first: first + 1, label }),
        })
    }
  }
  return doubles
}

/** What is taken now by those who were made, as the server would say it of a row that has the same. */
export const takenBy = (made: readonly Row[], columns: readonly ImportColumn[], translate: Translate) => {
  const taken = uniqueOf(columns).map(({ name, label, tidy }) => {
    const textOf = ({ cells }: Row) => foldForSearch(tidy(cells[name] ?? ''))
    return { name, label, textOf, texts: new Set(made.map(textOf).filter(text => text !== '')) }
  })
  return (row: Row): Said =>
    Object.fromEntries(
      taken
        .filter(({ textOf, texts }) => texts.has(textOf(row)))
        .map(({ name, label }) => [
          name,
          { text: row.cells[name] ?? '', message: translate('该%{label}已存在', { label }) },
        ]),
    )
}

/** The server's words at their cells; about anything else, at the first one. */
export const saidOf = (
  { cells }: Row,
  sentences: Readonly<Record<string, string>>,
  columns: readonly ImportColumn[],
): Said =>
  Object.fromEntries(
    Object.entries(sentences).map(([field, message]) => {
      const name = field in cells ? field : columns[0]!.name
      return [name, { text: cells[name] ?? '', message }]
    }),
  )

const saidIn = (said: Said, { cells }: Row, name: string, translate: Translate) => {
  const known = said[name]
  return known && known.text === cells[name] ? translate(known.message) : undefined
}

export const hintIn = (row: Row, name: string, translate: Translate) =>
  saidIn(row.hinted, row, name, translate)

/** Everything that is wrong with a row, the words of the server last. */
export const errorsIn = (
  row: Row,
  check: Check,
  doubles: Messages | undefined,
  translate: Translate,
): Messages => ({
  ...Object.fromEntries(
    Object.keys(row.refused).flatMap(name => {
      const message = saidIn(row.refused, row, name, translate)
      return message ? [[name, message]] : []
    }),
  ),
  ...doubles,
  ...check(row.cells),
})
