import type { Cells, ImportColumn } from '../columns.ts'
import { columnsNamed } from '../pasted.ts'
import type { Sheet } from './readSheet.ts'

/** What each column of the file fills; null where it fills nothing. */
export type Targets = readonly (string | null)[]

/** By its first line where that names columns, else nothing is known. */
export const guess = (
  { lines }: Sheet,
  columns: readonly ImportColumn[],
): { hasHeading: boolean; targets: Targets } => {
  const [first = []] = lines
  const width = Math.max(0, ...lines.map(line => line.length))
  const named = columnsNamed(first, columns)
  const taken = new Set<string>()
  const targets = Array.from({ length: width }, (_, at): string | null => {
    const name = named?.[at]?.name
    if (!name || taken.has(name)) return null
    taken.add(name)
    return name
  })
  return { hasHeading: named !== null, targets }
}

/** Days since 1899-12-30, as a spreadsheet keeps a date that has lost its format. */
const dayOfSerial = (text: string) => {
  const serial = /^[1-7]\d{4}$/.test(text) ? Number(text) : null
  return serial === null ? text : new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10)
}

/** The people in the file, as if they had been typed. */
export const linesFrom = (
  { lines }: Sheet,
  { hasHeading, targets }: ReturnType<typeof guess>,
  columns: readonly ImportColumn[],
): Cells[] => {
  const known = new Map(columns.map(column => [column.name, column]))
  const cellOf = (name: string, text: string) => {
    const { tidy, isDate } = known.get(name)!
    return tidy(isDate ? dayOfSerial(text) : text)
  }
  return (hasHeading ? lines.slice(1) : lines).map(line =>
    Object.fromEntries(
      targets.flatMap((name, at) => (name && line[at] ? [[name, cellOf(name, line[at])]] : [])),
    ),
  )
}

/** Columns that every person needs and no column of the file fills. */
export const uncoveredColumns = (targets: Targets, columns: readonly ImportColumn[], empty: Cells) =>
  columns.filter(({ name, isRequired }) => isRequired && empty[name] === '' && !targets.includes(name))

/** One column of the file fills one of the table: whoever had it before loses it. */
export const chosen = (targets: Targets, at: number, name: string | null): Targets =>
  targets.map((old, index) => (index === at ? name : old === name ? null : old))
