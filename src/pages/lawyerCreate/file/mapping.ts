import { type Cells, type ImportColumn, type Name, names } from '../columns.ts'
import { columnsNamed } from '../pasted.ts'
import type { Sheet } from './readSheet.ts'

/** What each column of the file fills; null where it fills nothing. */
export type Targets = readonly (Name | null)[]

/** By its first line where that names columns, else nothing is known. */
export const guess = (
  { lines }: Sheet,
  columns: readonly ImportColumn[],
): { hasHeading: boolean; targets: Targets } => {
  const [first = []] = lines
  const width = Math.max(0, ...lines.map(line => line.length))
  const named = columnsNamed(first, columns)
  const taken = new Set<Name>()
  const targets = Array.from({ length: width }, (_, at): Name | null => {
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
): Partial<Cells>[] => {
  const tidy = Object.fromEntries(columns.map(column => [column.name, column.tidy]))
  const cellOf = (name: Name, text: string) => tidy[name]!(name === 'entryDate' ? dayOfSerial(text) : text)
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
export const chosen = (targets: Targets, at: number, name: Name | null): Targets =>
  targets.map((old, index) => (index === at ? name : old === name ? null : old))

export const nameOf = (text: string): Name | null => names.find(name => name === text) ?? null
