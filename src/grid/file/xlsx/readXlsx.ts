import {
  BrokenArchive,
  isReadable,
  readZipDirectory,
  readZipEntry,
  type ZipEntry,
} from '../../../../resources/domain/zipEntries.ts'
import { fileLimits, linesAbove } from '../limits.ts'
import type { Sheet, SheetFile } from '../sheet.ts'
import { brokenFile, unreadableFile } from '../unreadable.ts'
import { numberShapes } from './numberFormats.ts'
import { sharedStrings } from './sharedStrings.ts'
import { relationsOf, relationsPath, workbookOutline } from './workbookParts.ts'
import { worksheet } from './worksheet.ts'

/** Reads parts of an archive, and refuses when together they unpack to more than the limit. */
type PartReader = (path: string, scan: (text: string) => void) => Promise<void>

const encodingOf = ([first, second]: Uint8Array) =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

const nameOf = ({ unicodeName, nameBytes }: ZipEntry) =>
  (unicodeName ?? new TextDecoder().decode(nameBytes)).replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

const partReader = async (archive: Blob): Promise<PartReader> => {
  const entries = await readZipDirectory(archive)
  if (entries.length > fileLimits.parts) throw unreadableFile('tooLarge')
  const byName = new Map(entries.map(entry => [nameOf(entry), entry]))
  let size = 0
  return async (path, scan) => {
    const entry = byName.get(path)
    if (!entry) return
    if (!isReadable(entry)) throw brokenFile()
    let decoder: TextDecoder | undefined
    await readZipEntry(archive, entry, piece => {
      size += piece.length
      if (size > fileLimits.unpacked) return false
      decoder ??= new TextDecoder(encodingOf(piece))
      scan(decoder.decode(piece, { stream: true }))
      return true
    })
    if (size > fileLimits.unpacked) throw unreadableFile('tooLarge')
    if (decoder) scan(decoder.decode())
  }
}

const readWorkbook = async (readPart: PartReader, maxRows: number): Promise<SheetFile> => {
  const root = relationsOf('')
  await readPart('_rels/.rels', root.scan)
  const path = root.relations.find(({ type }) => type === 'officeDocument')?.path
  if (!path) throw unreadableFile('otherTable')
  const [workbook, links] = [workbookOutline(), relationsOf(path)]
  await readPart(path, workbook.scan)
  await readPart(relationsPath(path), links.scan)
  const pathOf = (wanted: string) => links.relations.find(({ type }) => type === wanted)?.path ?? ''
  const [shared, styles] = [sharedStrings(), numberShapes()]
  await readPart(pathOf('sharedStrings'), shared.scan)
  await readPart(pathOf('styles'), styles.scan)
  const { tabs, active, is1904, isUncalculated } = workbook.outline
  if (tabs.length === 0) throw unreadableFile('otherTable')
  const worksheets = new Map(
    links.relations.flatMap(({ id, type, path: sheetPath }) =>
      type === 'worksheet' ? [[id, sheetPath]] : [],
    ),
  )
  const budget = { characters: fileLimits.characters }
  const sheets: (Sheet & { tab: number })[] = []
  for (const [tab, { name, isHidden, relation }] of tabs.entries()) {
    const sheetPath = worksheets.get(relation)
    if (sheetPath === undefined) continue
    const { scan, result } = worksheet({
      strings: shared.strings,
      shapes: styles.shapes,
      is1904,
      isUncalculated,
      maxLines: maxRows + linesAbove,
      budget,
    })
    await readPart(sheetPath, scan)
    sheets.push({ tab, name, isHidden, is1904, ...result() })
  }
  if (sheets.length === 0) throw brokenFile()
  return {
    sheets,
    active: Math.max(
      0,
      sheets.findIndex(({ tab }) => tab === active),
    ),
  }
}

/** Reads the worksheets of a workbook; throws an error with a Chinese message. */
export const readXlsx = async (archive: Blob, maxRows: number): Promise<SheetFile> => {
  try {
    return await readWorkbook(await partReader(archive), maxRows)
  } catch (error) {
    if (error instanceof BrokenArchive) throw brokenFile()
    throw error
  }
}
