import { cellFault, dayFault } from '../../resources/kit/cellFaults.ts'
import { foldForSearch } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { CellTexts, ImportColumn } from './columns.ts'

/** Number of rows that the grid can hold, either from a file or for a whole firm. */
export const maxRows = 5_000
export const initialRowCount = 3

type ErrorMessages = Readonly<Record<string, string>>

/**
 * Server messages for the cells of a row, by column name; a message is shown as long as the cell still has this text.
 */
export type CellMessages = Readonly<Record<string, { text: string; message: string }>>

export type GridRowData = {
  key: number
  cells: CellTexts
  /** Names of the cells that were typed, pasted or read. The others still have the initial texts of a row. */
  given: ReadonlySet<string>
  /** Whether missing required values are shown as errors; set when the row is to be sent. */
  isChecked: boolean
  refused: CellMessages
  /** Server hints that do not prevent saving. */
  hinted: CellMessages
}

let lastKey = 0
export const createRow = (cells: CellTexts, given: ReadonlySet<string> = new Set()): GridRowData => ({
  key: ++lastKey,
  cells,
  given,
  isChecked: false,
  refused: {},
  hinted: {},
})

/** Names of the cells that have a text. */
export const filledNames = (cells: CellTexts) =>
  new Set(Object.entries(cells).flatMap(([name, text]) => (text.trim() === '' ? [] : [name])))

/** Whether the user has not changed the row's initial texts. */
export const isBlankRow = ({ cells }: GridRowData, empty: CellTexts) =>
  Object.entries(cells).every(([name, text]) => text.trim() === '' || text === empty[name])

/** Input of the create call for a row. */
export const rowInput = ({ cells }: GridRowData, columns: readonly ImportColumn[]) =>
  Object.fromEntries(
    columns.flatMap(({ name, tidy, read }) => {
      const text = tidy(cells[name] ?? '')
      return text === '' ? [] : [[name, read(text)]]
    }),
  )

const errorOf = (
  { label, choices, tidy, read, schema, isDate }: ImportColumn,
  typed: string,
  translate: Translate,
) => {
  const text = tidy(typed)
  const fault = cellFault(text) ?? (isDate ? dayFault(text) : undefined)
  if (fault) return translate(fault)
  const value = text === '' ? null : read(text)
  if (value !== null && choices?.every(({ id }) => id !== value))
    return translate('没有“%{text}”，请从列表中选择%{label}', { text, label })
  const { error } = schema.safeParse(value)
  return error && translate(error.issues[0]!.message)
}

/**
 * Returns a function that validates a row. It caches results, so that an unchanged row keeps the same object and does
 * not render again.
 */
export const createRowCheck = (columns: readonly ImportColumn[], translate: Translate) => {
  const cache = new WeakMap<CellTexts, ErrorMessages>()
  return (cells: CellTexts): ErrorMessages => {
    const before = cache.get(cells)
    if (before) return before
    const messages: Record<string, string> = {}
    for (const column of columns) {
      const message = errorOf(column, cells[column.name] ?? '', translate)
      if (message) messages[column.name] = message
    }
    cache.set(cells, messages)
    return messages
  }
}
export type RowCheck = ReturnType<typeof createRowCheck>

const uniqueColumns = (columns: readonly ImportColumn[]) => columns.filter(({ isUnique }) => isUnique)

/** Error messages for values that an earlier row has already, by row key and column name. */
export const findDuplicateRows = (
  rows: readonly GridRowData[],
  columns: readonly ImportColumn[],
  translate: Translate,
) => {
  const duplicates = new Map<number, ErrorMessages>()
  for (const { name, label, tidy } of uniqueColumns(columns)) {
    const seen = new Map<string, number>()
    for (const [index, { key, cells }] of rows.entries()) {
      const text = foldForSearch(tidy(cells[name] ?? ''))
      const first = seen.get(text)
      if (text === '') continue
      if (first === undefined) seen.set(text, index)
      else
        duplicates.set(key, {
          ...duplicates.get(key),
          [name]: translate('与第%{first}行的%{label}重复', { first: first + 1, label }),
        })
    }
  }
  return duplicates
}

/** Returns a function with the errors of a row whose unique values are used by records that were just created. */
export const uniqueValueErrors = (
  made: readonly GridRowData[],
  columns: readonly ImportColumn[],
  translate: Translate,
) => {
  const takenValues = uniqueColumns(columns).map(({ name, label, tidy }) => {
    const textOf = ({ cells }: GridRowData) => foldForSearch(tidy(cells[name] ?? ''))
    return { name, label, textOf, texts: new Set(made.map(textOf).filter(text => text !== '')) }
  })
  return (row: GridRowData): CellMessages =>
    Object.fromEntries(
      takenValues
        .filter(({ textOf, texts }) => texts.has(textOf(row)))
        .map(({ name, label }) => [
          name,
          { text: row.cells[name] ?? '', message: translate('该%{label}已存在', { label }) },
        ]),
    )
}

/** Assigns server messages to the cells of a row; messages about anything else go to the first cell. */
export const cellMessagesOf = (
  { cells }: GridRowData,
  sentences: Readonly<Record<string, string>>,
  columns: readonly ImportColumn[],
): CellMessages =>
  Object.fromEntries(
    Object.entries(sentences).map(([field, message]) => {
      const name = field in cells ? field : columns[0]!.name
      return [name, { text: cells[name] ?? '', message }]
    }),
  )

const currentMessage = (
  messages: CellMessages,
  { cells }: GridRowData,
  name: string,
  translate: Translate,
) => {
  const message = messages[name]
  return message && message.text === cells[name] ? translate(message.message) : undefined
}

export const cellHint = (row: GridRowData, name: string, translate: Translate) =>
  currentMessage(row.hinted, row, name, translate)

/** All errors of a row; the validation's own messages take precedence over the server's. */
export const rowErrors = (
  row: GridRowData,
  check: RowCheck,
  duplicates: ErrorMessages | undefined,
  translate: Translate,
): ErrorMessages => ({
  ...Object.fromEntries(
    Object.keys(row.refused).flatMap(name => {
      const message = currentMessage(row.refused, row, name, translate)
      return message ? [[name, message]] : []
    }),
  ),
  ...duplicates,
  ...check(row.cells),
})
