import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { parseCsv } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'

import { fileLimits } from './limits.ts'

// hucre was chosen for its behaviour with hostile files (Node 24): asked for 502 of a million rows, it needs 61 ms
// and
// 89 MB, where read-excel-file 9.3 needs 44 s and 2.1 GB and exceljs crashes the process. The unpacked size is
// measured
// first, because none of these readers stops in time at a single cell of 3 GB.

export type Sheet = {
  /** Lines of the sheet; the first may be a heading. */
  lines: string[][]
  /** Whether the sheet has more rows than were read. */
  isCut: boolean
}

/** Error about an unsupported file. Its Chinese message says what the user can do, and is translated when shown. */
class UnreadableFile extends Error {}

const messages = {
  tooLarge: '文件解压后过大，可能含有大量空行或图片，请只保留要导入的数据，另存为新的.xlsx文件后再选择',
  oldFormat: '这是旧版（.xls）或设有密码的文件，请取消密码并另存为.xlsx后再选择',
  otherFormat: '这不是Excel文件，请选择.xlsx或.csv文件',
  broken: '文件已损坏，请用Excel或WPS打开后另存，再选择',
  unknown: '文件无法读取，请用Excel或WPS打开后另存为.xlsx，再选择',
}
const booleanTexts = { true: '是', false: '否' }

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const checkKind = (bytes: Uint8Array) => {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableFile(messages.oldFormat)
  throw new UnreadableFile(messages.otherFormat)
}

/**
 * Bytes passed to the unzipper at once, so that it stops soon after a limit is exceeded, whatever size the file
 * claims.
 */
const chunkSize = 16 * 1024

const checkUnpacked = (bytes: Uint8Array) => {
  let size = 0
  let parts = 0
  // Stored instead of thrown, because the library would catch the error.
  let isBroken = false
  const unzip = new Unzip(part => {
    parts += 1
    part.ondata = (error, data) => {
      if (error) isBroken = true
      else size += data.length
    }
    part.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for (let at = 0; at < bytes.length; at += chunkSize) {
    unzip.push(bytes.subarray(at, at + chunkSize), at + chunkSize >= bytes.length)
    if (size > fileLimits.unpacked || parts > fileLimits.parts) throw new UnreadableFile(messages.tooLarge)
    if (isBroken) throw new UnreadableFile(messages.broken)
  }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Text of a cell as a spreadsheet shows it; for a formula, its result. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return `${value.getUTCFullYear()}-${twoDigits(value.getUTCMonth() + 1)}-${twoDigits(value.getUTCDate())}`
  // Long numbers in full, not as 1.38e10.
  if (typeof value === 'number')
    return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 })
  if (typeof value === 'boolean') return booleanTexts[`${value}`]
  return typeof value === 'string' ? value.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim() : ''
}

export type SheetOptions = {
  /** Maximum number of rows below the heading. */
  rows: number
  /** Maximum number of characters of a cell; the rest is cut off. */
  characters: number
}

/** Excel saves CSV files in the legacy encoding of the computer's language unless asked for UTF-8. */
const decodeCsv = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const isText = (bytes: Uint8Array) => !bytes.subarray(0, 8000).includes(0)

const readCsv = (bytes: Uint8Array, { rows, characters }: SheetOptions): Sheet => {
  const lines = parseCsv(decodeCsv(bytes), { maxRows: rows + 2 })
    .map(values => values.slice(0, fileLimits.columns).map(it => cellText(it).slice(0, characters)))
    .filter(line => line.some(Boolean))
  return { lines: lines.slice(0, rows + 1), isCut: lines.length > rows + 1 }
}

const importOptions: SheetOptions = { rows: fileLimits.rows, characters: 500 }

/** Reads the non-empty rows of a workbook's first sheet or of a CSV file; lists are exported as either. */
export const readSheet = async (bytes: Uint8Array, options = importOptions): Promise<Sheet> => {
  const { rows, characters } = options
  if (!startsWith(bytes, [0x50, 0x4b]) && !startsWith(bytes, [0xd0, 0xcf]) && isText(bytes))
    return readCsv(bytes, options)
  checkKind(bytes)
  checkUnpacked(bytes)
  const lines: string[][] = []
  // Reads the heading, the allowed rows, and one more to detect that there are more.
  for await (const { values } of streamXlsxRows(bytes, { maxRows: rows * 2 })) {
    const line = values.slice(0, fileLimits.columns).map(it => cellText(it).slice(0, characters))
    if (line.some(Boolean)) lines.push(line)
    if (lines.length > rows + 1) return { lines: lines.slice(0, rows + 1), isCut: true }
  }
  return { lines, isCut: false }
}

/** Message for a file that could not be read. */
export const readErrorMessage = (error: unknown) =>
  error instanceof UnreadableFile ? error.message : messages.unknown
