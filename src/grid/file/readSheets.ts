import { readCsv } from './csv.ts'
import { fileLimits } from './limits.ts'
import type { SheetFile } from './sheet.ts'
import { unreadableFile } from './unreadable.ts'
import { readXlsx } from './xlsx/readXlsx.ts'

// The limits of what is read keep promise Q38 (server/promises.md).

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/** Whether a text is a page or XML, which other systems export by the name of a spreadsheet. */
const isMarkup = ({ sheets: [sheet] }: SheetFile) =>
  /^\s*<(?:!doctype|html|\?xml|table|meta|head|style|div)\b/i.test(sheet?.lines[0]?.[0] ?? '')

/**
 * Reads the sheets of a workbook or of a CSV file, each up to `maxRows` rows; throws an error with a Chinese message if it
 * cannot be read.
 */
export const readSheets = async (file: Blob, maxRows = fileLimits.rows): Promise<SheetFile> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(file, maxRows)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw unreadableFile('oldFormat')
  const sheets = readCsv(bytes, maxRows)
  if (sheets && isMarkup(sheets)) throw unreadableFile('webPage')
  if (!sheets) throw unreadableFile('otherFormat')
  return sheets
}
