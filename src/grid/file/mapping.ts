import { hasHan } from '../../../resources/kit/index.ts'
import { toSimplified } from '../../../resources/kit/simplified.ts'
import type { CellTexts, ImportColumn } from '../columns.ts'
import { columnOfHeading } from '../headings.ts'
import type { Sheet, SheetFile } from './sheet.ts'
import { countValid, divideLines, findHeading, type HeadingLines, titlesOf } from './table.ts'
import { offsetOf1904 } from './xlsx/cellText.ts'

/** The field that each column of the file fills; null if it is not imported. */
export type ColumnTargets = readonly (string | null)[]

/** What is read from a file, as the user may change it. */
export type Mapping = {
  /** Index of the sheet. */
  sheet: number
  heading: HeadingLines | null
  targets: ColumnTargets
  /** Indexes of lines that look like notes, but are read. */
  included: ReadonlySet<number>
}

const widthOf = ({ lines }: Sheet) => lines.reduce((width, line) => Math.max(width, line.length), 0)

/**
 * Assigns columns by their titles. Of several with the same field, the one with the most valid values gets it; of two with
 * equally many, such as Name and Chinese Name, the one with more Chinese texts.
 */
const guessTargets = (
  sheet: Sheet,
  heading: HeadingLines | null,
  columns: readonly ImportColumn[],
): ColumnTargets => {
  const width = widthOf(sheet)
  if (!heading) return Array.from({ length: width }, () => null)
  const records = sheet.lines.slice(heading.last + 1)
  const best = new Map<string, { at: number; value: number }>()
  for (const [at, title] of titlesOf(sheet, heading, columns).entries()) {
    const column = title === '' ? undefined : columnOfHeading(title, columns)
    if (!column) continue
    const chinese = records.slice(0, 50).filter(line => hasHan(line[at] ?? '')).length
    const value = countValid(records, at, column).valid + chinese / 100
    const before = best.get(column.name)
    if (!before || value > before.value) best.set(column.name, { at, value })
  }
  const byColumn = new Map([...best].map(([name, { at }]) => [at, name]))
  return Array.from({ length: width }, (_, at) => byColumn.get(at) ?? null)
}

/** The mapping of a sheet with the given heading. */
export const mappingWith = (
  { sheets }: SheetFile,
  sheet: number,
  heading: HeadingLines | null,
  columns: readonly ImportColumn[],
): Mapping => ({
  sheet,
  heading,
  targets: guessTargets(sheets[sheet]!, heading, columns),
  included: new Set(),
})

/** The mapping of a sheet with the heading that is found in it. */
export const mappingOfSheet = (file: SheetFile, sheet: number, columns: readonly ImportColumn[]): Mapping =>
  mappingWith(file, sheet, findHeading(file.sheets[sheet]!, columns), columns)

/** Names of tabs with instructions, examples and lists of choices, which may have the headings of records, too. */
const guideName = /说明|须知|指引|示例|样例|样表|范例|选项|字典|下拉|枚举/

/**
 * How likely the sheet holds the records: a sheet of instructions may name one column after another, and a list of choices
 * lacks the first required column.
 */
const likelihood = (name: string, { heading, targets }: Mapping, columns: readonly ImportColumn[]) => {
  if (!heading) return 0
  const first = columns.find(({ isRequired }) => isRequired) ?? columns[0]
  const count = targets.filter(it => it !== null).length
  const isTable = count >= Math.min(2, columns.length) && targets.includes(first?.name ?? null)
  return !isTable ? 1 : guideName.test(toSimplified(name)) ? 2 : 3
}

/**
 * Chooses the first of the visible sheets that most likely hold records; without a heading in any of them, the sheet that
 * was open when the file was saved.
 */
export const guessMapping = (file: SheetFile, columns: readonly ImportColumn[]): Mapping => {
  let best: { mapping: Mapping; score: number } | undefined
  for (const [index, { isHidden, name }] of file.sheets.entries()) {
    if (isHidden) continue
    const mapping = mappingOfSheet(file, index, columns)
    const score = likelihood(name, mapping, columns)
    if (score > (best?.score ?? 0)) best = { mapping, score }
  }
  return best?.mapping ?? mappingOfSheet(file, file.active, columns)
}

/** The lines of the mapped sheet: records, notes, and what is above the heading. */
export const divisionOf = ({ sheets }: SheetFile, { sheet, heading, targets, included }: Mapping) =>
  divideLines(
    sheets[sheet]!,
    heading,
    targets.flatMap((target, at) => (target === null ? [] : [at])),
    included,
  )

/** Converts a spreadsheet's serial date, with or without a time, to `YYYY-MM-DD`; other text is returned unchanged. */
export const dateOfSerial = (text: string, is1904: boolean) => {
  if (!/^[1-7]\d{4}(?:\.\d{1,15})?$/.test(text)) return text
  // Rounded to seconds, because midnight may be written as 43951.9999999.
  const days = Math.floor(Math.round(Number(text) * 86_400) / 86_400) + (is1904 ? offsetOf1904 : 0)
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10)
}

/** A text without the mark that keeps a spreadsheet from taking it for a formula or a number. */
const withoutTextMark = (text: string) => text.replace(/^['‘’](?=[=+\-@＝＋－＠\d])/, '')

/** The records of the mapped sheet as texts of grid rows. */
export const mappedLines = (
  file: SheetFile,
  mapping: Mapping,
  columns: readonly ImportColumn[],
): CellTexts[] => {
  const { lines, is1904 } = file.sheets[mapping.sheet]!
  const columnOfName = new Map(columns.map(column => [column.name, column]))
  const cellOf = (name: string, text: string) => {
    const { tidy, isDate } = columnOfName.get(name)!
    const plain = withoutTextMark(text)
    return tidy(isDate ? dateOfSerial(plain, is1904) : plain)
  }
  return divisionOf(file, mapping).records.map(at =>
    Object.fromEntries(
      mapping.targets.flatMap((name, column) => {
        const text = lines[at]![column]
        return name && text ? [[name, cellOf(name, text)]] : []
      }),
    ),
  )
}

/** Required columns without an initial text that no column of the file fills. */
export const missingColumns = (targets: ColumnTargets, columns: readonly ImportColumn[], empty: CellTexts) =>
  columns.filter(({ name, isRequired }) => isRequired && empty[name] === '' && !targets.includes(name))

/** Columns with an initial text, and the number of lines that get it because the file does not have one. */
export const defaultedColumns = (
  lines: readonly CellTexts[],
  columns: readonly ImportColumn[],
  empty: CellTexts,
) =>
  columns.flatMap(column => {
    if (!empty[column.name]) return []
    const count = lines.filter(line => !line[column.name]).length
    return count === 0 ? [] : [{ column, count }]
  })

/** Assigns a column of the file to a field; another column assigned to this field loses it. */
export const assignTarget = (
  targets: ColumnTargets,
  sourceIndex: number,
  name: string | null,
): ColumnTargets => targets.map((old, index) => (index === sourceIndex ? name : old === name ? null : old))
