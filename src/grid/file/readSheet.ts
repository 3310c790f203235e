import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'

import { most } from './limits.ts'

// Chosen by what hostile files do (Node 24): a million rows take hucre 61 ms and 89 MB when 502 are asked for, where
// read-excel-file 9.3 needs 44 s and 2.1 GB and exceljs ends the process. What a file unpacks to is measured first, since
// no reader of them stops in time at one cell of three gigabytes.

export type Sheet = {
  /** Its first line may name the columns. */
  lines: string[][]
  /** There are more rows than are read. */
  isCut: boolean
}

/** Refuses a file; the message says in Chinese how to mend it, and is translated where it is shown. */
class UnreadableFile extends Error {}

const messages = {
  tooLarge: '文件解压后过大，可能含有大量空行或图片，请只保留要导入的数据，另存为新的.xlsx文件后再选择',
  oldFormat: '这是旧版（.xls）或设有密码的文件，请取消密码并另存为.xlsx后再选择',
  otherFormat: '这不是Excel文件，请选择.xlsx文件',
  broken: '文件已损坏，请用Excel或WPS打开后另存，再选择',
  unknown: '文件无法读取，请用Excel或WPS打开后另存为.xlsx，再选择',
}
const yesNo = { true: '是', false: '否' }

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const checkKind = (bytes: Uint8Array) => {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableFile(messages.oldFormat)
  throw new UnreadableFile(messages.otherFormat)
}

/** Fed a little at a time, so that no part is unpacked further than is allowed, whatever size it claims. */
const piece = 16 * 1024

const checkUnpacked = (bytes: Uint8Array) => {
  let size = 0
  let parts = 0
  // Noted and not thrown: the library would catch it.
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
  for (let at = 0; at < bytes.length; at += piece) {
    unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length)
    if (size > most.unpacked || parts > most.parts) throw new UnreadableFile(messages.tooLarge)
    if (isBroken) throw new UnreadableFile(messages.broken)
  }
}

const two = (number: number) => String(number).padStart(2, '0')

/** What a person sees in the cell; of a formula what it came to. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return `${value.getUTCFullYear()}-${two(value.getUTCMonth() + 1)}-${two(value.getUTCDate())}`
  // Long numbers as they were typed, not 1.38e10.
  if (typeof value === 'number')
    return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 })
  if (typeof value === 'boolean') return yesNo[`${value}`]
  return typeof value === 'string'
    ? value
        .replaceAll(/\s*[\r\n]+\s*/g, ' ')
        .trim()
        .slice(0, 500)
    : ''
}

/** The filled rows of a workbook's first sheet. */
export const readSheet = async (bytes: Uint8Array): Promise<Sheet> => {
  checkKind(bytes)
  checkUnpacked(bytes)
  const lines: string[][] = []
  // The heading, the people, and one more to see that there are more.
  for await (const { values } of streamXlsxRows(bytes, { maxRows: most.rows * 2 })) {
    const line = values.slice(0, most.columns).map(textOf)
    if (line.some(Boolean)) lines.push(line)
    if (lines.length > most.rows + 1) return { lines: lines.slice(0, most.rows + 1), isCut: true }
  }
  return { lines, isCut: false }
}

/** What to say of a file that could not be read. */
export const sentenceFor = (error: unknown) =>
  error instanceof UnreadableFile ? error.message : messages.unknown
