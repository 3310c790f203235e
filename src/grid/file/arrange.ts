import { nameHeading } from '../../../resources/domain/nameHeading.ts'
import { hasHan } from '../../../resources/kit/index.ts'
import { toSimplified } from '../../../resources/kit/simplified.ts'
import type { ImportColumn } from '../columns.ts'
import { columnOfHeading } from '../headings.ts'
import type { Sheet, SheetFile } from './sheet.ts'
import { findHeading, titlesOf } from './table.ts'

// Lists that people lay out for printing, as one table: two halves beside each other, a second table below with columns
// of its own, and names in two columns.

/** The column of the grid that each title names. */
const namesOf = (titles: readonly string[], columns: readonly ImportColumn[]) =>
  Array.from(titles, title => (title ? columnOfHeading(title, columns)?.name : undefined))

const sizeOf = (names: readonly (string | undefined)[]) => new Set(names.filter(Boolean)).size

/** Where the tables begin that stand beside each other under the same headings; one start is a single table. */
const startsOf = (titles: readonly string[], names: readonly (string | undefined)[]): number[] => {
  const first = titles.findIndex(Boolean)
  const starts = [...titles.keys()].filter(at => at >= first && titles[at] === titles[first])
  const parts = starts.map((from, index) => names.slice(from, starts[index + 1]))
  const isRepeated = parts.every(part => sizeOf(part) >= 2 && part.every(it => !it || parts[0]!.includes(it)))
  return starts.length > 1 && isRepeated ? starts : [first]
}

/** Puts the tables beside the first one below it. */
const stackTables = (sheet: Sheet, headingAt: number, starts: readonly number[]): Sheet => {
  const [first = 0, second = 0] = starts
  const { lines, rows, spans, copies } = sheet
  const below = [...lines.keys()].slice(headingAt + 1)
  const others = starts.slice(1).flatMap((from, index) =>
    below.flatMap(at => {
      const cells = lines[at]!.slice(from, starts[index + 2])
      const line = [...Array.from({ length: first }, () => ''), ...cells]
      return cells.some(Boolean) ? [{ line, row: rows[at]! }] : []
    }),
  )
  const own = lines.map((line, at) => (at < headingAt ? line : line.slice(0, second)))
  return {
    ...sheet,
    lines: [...own, ...others.map(it => it.line)],
    rows: [...rows, ...others.map(it => it.row)],
    spans: spans.filter(({ line, to }) => line < headingAt || to < second),
    copies: copies.filter(({ column }) => column < second),
  }
}

/**
 * Returns a function that tells whether a line below the heading is the heading of another table: at least half of its
 * texts name different columns. Each text is looked up once, and a line only until this can no longer be.
 */
const headingFinder = (columns: readonly ImportColumn[]) => {
  const known = new Map<string, string | undefined>()
  const nameOf = (text: string) => {
    if (!known.has(text)) known.set(text, columnOfHeading(text, columns)?.name)
    return known.get(text)
  }
  return (line: readonly string[]) => {
    const texts = line.filter(Boolean)
    const names = new Set<string>()
    for (const [at, text] of texts.entries()) {
      if ((names.size + texts.length - at) * 2 < texts.length) return false
      const name = nameOf(text)
      if (name) names.add(name)
    }
    return names.size >= 2 && names.size * 2 >= texts.length
  }
}

/** A sheet with more columns is no list that was laid out for printing; further headings are rows then. */
const mostColumns = 200

/** Moves the cells below another heading into the columns of the first; columns that it lacks are added to it. */
const alignTables = (sheet: Sheet, headingAt: number, columns: readonly ImportColumn[]): Sheet => {
  const heading = [...sheet.lines[headingAt]!]
  let width = Math.max(...sheet.lines.map(line => line.length))
  let targets: readonly number[] | null = null
  let movedFrom = Infinity
  const isHeading = headingFinder(columns)
  const targetsOf = (line: readonly string[]) => {
    const names = namesOf(heading, columns)
    return Array.from(line, text => {
      const name = text ? columnOfHeading(text, columns)?.name : undefined
      const known = name ? names.indexOf(name) : text ? heading.indexOf(text) : -1
      if (known >= 0) return known
      if (text) heading[width] = text
      return width++
    })
  }
  const lines = sheet.lines.map((line, at) => {
    if (at <= headingAt) return line
    if (width < mostColumns && isHeading(line)) {
      targets = line.join('\n') === sheet.lines[headingAt]!.join('\n') ? null : targetsOf(line)
      if (targets) movedFrom = Math.min(movedFrom, at)
      return heading
    }
    if (!targets) return line
    const moved: string[] = []
    for (const [column, text] of line.entries()) moved[targets[column] ?? column] = text
    return Array.from(moved, text => text ?? '')
  })
  if (movedFrom === Infinity) return sheet
  const titles = Array.from(heading, text => text ?? '')
  return {
    ...sheet,
    lines: lines.map((line, at) => (at === headingAt || line === heading ? titles : line)),
    spans: sheet.spans.filter(({ line }) => line < movedFrom),
    copies: sheet.copies.filter(({ to }) => to < movedFrom),
  }
}

const surnameTitle = /^(?:姓|姓氏|surname|lastname|familyname)$/i
const givenTitle = /^(?:名|givennames?|firstname)$/i

/** Adds a column of whole names to a list with surnames and given names in two columns. */
const joinNames = (
  sheet: Sheet,
  headingAt: number,
  titles: readonly string[],
  columns: readonly ImportColumn[],
): Sheet => {
  const find = (title: RegExp) =>
    titles.findIndex(text => title.test(toSimplified(text).replaceAll(/[\s*:：]/g, '')))
  const [surname, given] = [find(surnameTitle), find(givenTitle)]
  const name = columnOfHeading(nameHeading, columns)?.name
  if (surname < 0 || given < 0 || !name || namesOf(titles, columns).includes(name)) return sheet
  const width = Math.max(...sheet.lines.map(line => line.length))
  const joined = (line: readonly string[]) => {
    const [family = '', own = ''] = [line[surname], line[given]]
    return hasHan(family + own) ? family + own : `${own} ${family}`.trim()
  }
  const lines = sheet.lines.map((line, at) => {
    const text = at < headingAt ? '' : at === headingAt ? nameHeading : joined(line)
    return text
      ? Array.from({ length: width + 1 }, (_, column) => (column === width ? text : (line[column] ?? '')))
      : line
  })
  return { ...sheet, lines }
}

const arrangeSheet = (sheet: Sheet, columns: readonly ImportColumn[]): Sheet => {
  const heading = findHeading(sheet, columns)
  if (!heading) return sheet
  const titles = titlesOf(sheet, heading, columns)
  const starts = startsOf(titles, namesOf(titles, columns))
  const stacked = starts.length > 1 ? stackTables(sheet, heading.last, starts) : sheet
  const aligned = alignTables(stacked, heading.last, columns)
  return joinNames(aligned, heading.last, titlesOf(aligned, heading, columns), columns)
}

/** The sheets of a file with each list as one table. */
export const arrangeSheets = (file: SheetFile, columns: readonly ImportColumn[]): SheetFile => ({
  ...file,
  sheets: file.sheets.map(sheet => arrangeSheet(sheet, columns)),
})
