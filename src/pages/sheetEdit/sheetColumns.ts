import { chineseKeysOf } from '../../../providers/catalogues.ts'
import { sheetKeys } from '../../../resources/domain/sheets.ts'
import { type AnyEntity, cleanText, foldForSearch, kindOf } from '../../../resources/kit/index.ts'
import { toSimplified } from '../../../resources/kit/simplified.ts'
import { dateOfSerial } from '../../grid/file/mapping.ts'
import type { Sheet, SheetFile } from '../../grid/file/sheet.ts'

/** A key without the suffix that tells equal words apart, such as 停用@state. */
const plainKey = (key: string) => key.replace(/@\w+$/, '')

/** The texts that a heading may stand for: itself, and the Chinese keys whose translations it is. */
const meanings = (heading: string) => {
  const text = heading.trim()
  return [...chineseKeysOf(text), toSimplified(text)].map(key => foldForSearch(plainKey(key)))
}

export type SheetColumns = {
  /** Positions of the columns with the id and the version. */
  id: number
  version: number
  /** Fields with the positions of their columns. */
  fields: readonly { name: string; at: number; isDate: boolean }[]
  /** Headings that belong to no field. */
  unknown: readonly string[]
}

/** Finds the fields of the columns by the headings of an exported list; null without the columns of id and version. */
const columnsOfHeading = (
  { list, fields, exports }: AnyEntity,
  heading: readonly string[],
): SheetColumns | null => {
  const known = { ...exports?.extraColumns, ...fields }
  const ordered = [...new Set([...list, ...Object.keys(exports?.extraColumns ?? {}), ...Object.keys(fields)])]
  const nameOf = (text: string, isFree: (name: string) => boolean) => {
    const wanted = meanings(text)
    return ordered.find(name => isFree(name) && wanted.includes(foldForSearch(plainKey(known[name]!.label))))
  }
  const keyAt = (key: string) => heading.findIndex(text => meanings(text).includes(foldForSearch(key)))
  const [id, version] = [keyAt(sheetKeys.id), keyAt(sheetKeys.version)]
  if (id < 0 || version < 0) return null
  const found: SheetColumns['fields'][number][] = []
  const unknown: string[] = []
  for (const [at, text] of heading.entries()) {
    if (at === id || at === version || text === '') continue
    const name = nameOf(text, it => found.every(column => column.name !== it))
    if (name) found.push({ name, at, isDate: kindOf(known[name]!).isMoment === true })
    else unknown.push(text)
  }
  return { id, version, fields: found, unknown }
}

/** The exported list in a file: its sheet, the line with the headings, and the columns. */
type ExportedTable = { sheet: Sheet; heading: number; columns: SheetColumns }

/** Lines at the start of a sheet among which the headings are looked for. */
const searchedLines = 30

/** Finds the exported list in the sheets of a file, hidden ones last; null if no line has the columns of id and version. */
export const exportedTableOf = (entity: AnyEntity, { sheets }: SheetFile): ExportedTable | null => {
  for (const sheet of sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden)))
    for (const [heading, line] of sheet.lines.slice(0, searchedLines).entries()) {
      const columns = columnsOfHeading(entity, line)
      if (columns) return { sheet, heading, columns }
    }
  return null
}

/**
 * The rows of the list as the server takes them: id, version and the cells of the fields, separated by tabs, with their
 * row in the file. Lines without an id are no records, and are counted.
 */
export const sheetLines = ({ sheet, heading, columns: { id, version, fields } }: ExportedTable) => {
  const { lines, rows, is1904 } = sheet
  const records = lines.flatMap((line, at) =>
    at > heading && /^\d+$/.test(cleanText(line[id] ?? '')) ? [{ line, row: rows[at]! }] : [],
  )
  const cell = (text = '') => cleanText(text.replaceAll('\t', ' '))
  return {
    lines: records.map(({ line }) =>
      [
        cell(line[id]),
        cell(line[version]),
        ...fields.map(({ at, isDate }) => cell(isDate ? dateOfSerial(line[at] ?? '', is1904) : line[at])),
      ].join('\t'),
    ),
    rows: records.map(({ row }) => row),
    withoutId: lines.length - heading - 1 - records.length,
  }
}

/** Index of each line whose record id occurs before. */
export const repeatedLines = (lines: readonly string[]) => {
  const seen = new Set<string>()
  return lines.flatMap((line, index) => {
    const [id = ''] = line.split('\t', 1)
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [index]
  })
}
