import { chineseKeysOf } from '../../../providers/catalogues.ts'
import { sheetKeys } from '../../../resources/domain/sheets.ts'
import { type AnyEntity, cleanText, foldForSearch } from '../../../resources/kit/index.ts'
import type { Sheet } from '../../grid/file/readSheet.ts'

/** A key without the suffix that tells equal words apart, such as 停用@state. */
const plainKey = (key: string) => key.replace(/@\w+$/, '')

/** The texts that a heading may stand for: itself, and the Chinese keys whose translations it is. */
const meanings = (heading: string) => chineseKeysOf(heading.trim()).map(key => foldForSearch(plainKey(key)))

export type SheetColumns = {
  /** Positions of the columns with the id and the version. */
  id: number
  version: number
  /** Fields with the positions of their columns. */
  fields: readonly { name: string; at: number }[]
  /** Headings that belong to no field. */
  unknown: readonly string[]
}

/** Finds the fields of the columns by the headings of an exported list; null without the columns of id and version. */
export const sheetColumnsOf = (
  { list, fields, exports }: AnyEntity,
  { lines: [heading = []] }: Sheet,
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
  const found: { name: string; at: number }[] = []
  const unknown: string[] = []
  for (const [at, text] of heading.entries()) {
    if (at === id || at === version || text === '') continue
    const name = nameOf(text, it => found.every(column => column.name !== it))
    if (name) found.push({ name, at })
    else unknown.push(text)
  }
  return { id, version, fields: found, unknown }
}

/** The rows of the file as the server takes them: id, version and the cells of the fields, separated by tabs. */
export const sheetLines = ({ lines: [, ...lines] }: Sheet, { id, version, fields }: SheetColumns) =>
  lines.map(line =>
    [line[id], line[version], ...fields.map(({ at }) => line[at])]
      .map(text => cleanText((text ?? '').replaceAll('\t', ' ')))
      .join('\t'),
  )

/** Number of the line in the file, by record id, for those whose id occurs before. */
export const repeatedLines = (lines: readonly string[]) => {
  const seen = new Set<string>()
  return lines.flatMap((line, index) => {
    const [id = ''] = line.split('\t', 1)
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [index + 2]
  })
}
