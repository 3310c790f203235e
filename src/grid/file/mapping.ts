import type { CellTexts, ImportColumn } from '../columns.ts'
import { columnsByHeading } from '../pastedTable.ts'
import type { Sheet } from './readSheet.ts'

/** The field that each column of the file fills; null if it is not imported. */
export type ColumnTargets = readonly (string | null)[]

/** Assigns columns by the first line if it is a heading; otherwise none are assigned. */
export const guessMapping = (
  { lines }: Sheet,
  columns: readonly ImportColumn[],
): { hasHeading: boolean; targets: ColumnTargets } => {
  const [first = []] = lines
  const width = Math.max(0, ...lines.map(line => line.length))
  const byHeading = columnsByHeading(first, columns)
  const assigned = new Set<string>()
  const targets = Array.from({ length: width }, (_, at): string | null => {
    const name = byHeading?.[at]?.name
    if (!name || assigned.has(name)) return null
    assigned.add(name)
    return name
  })
  return { hasHeading: byHeading !== null, targets }
}

/** Converts a spreadsheet's serial date (days since 1899-12-30) to `YYYY-MM-DD`; other text is returned unchanged. */
const dateOfSerial = (text: string) => {
  const serial = /^[1-7]\d{4}$/.test(text) ? Number(text) : null
  return serial === null ? text : new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10)
}

/** The file's lines as texts of grid rows. */
export const mappedLines = (
  { lines }: Sheet,
  { hasHeading, targets }: ReturnType<typeof guessMapping>,
  columns: readonly ImportColumn[],
): CellTexts[] => {
  const columnOfName = new Map(columns.map(column => [column.name, column]))
  const cellOf = (name: string, text: string) => {
    const { tidy, isDate } = columnOfName.get(name)!
    return tidy(isDate ? dateOfSerial(text) : text)
  }
  return (hasHeading ? lines.slice(1) : lines).map(line =>
    Object.fromEntries(
      targets.flatMap((name, at) => (name && line[at] ? [[name, cellOf(name, line[at])]] : [])),
    ),
  )
}

/** Required columns without an initial text that no column of the file fills. */
export const missingColumns = (targets: ColumnTargets, columns: readonly ImportColumn[], empty: CellTexts) =>
  columns.filter(({ name, isRequired }) => isRequired && empty[name] === '' && !targets.includes(name))

/** Assigns a column of the file to a field; another column assigned to this field loses it. */
export const assignTarget = (
  targets: ColumnTargets,
  sourceIndex: number,
  name: string | null,
): ColumnTargets => targets.map((old, index) => (index === sourceIndex ? name : old === name ? null : old))
