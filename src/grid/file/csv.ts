import { parseCsv } from 'hucre/csv'

import { fileLimits, linesAbove } from './limits.ts'
import { lineCollector } from './lineCollector.ts'
import type { SheetFile } from './sheet.ts'
import { oneLine } from './xlsx/cellText.ts'

const encodings = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
] as const

/** UTF-16 without a mark has NUL in the other half of each ASCII character, and seldom elsewhere. */
const unmarkedUtf16 = (bytes: Uint8Array) => {
  const start = bytes.subarray(0, 4000)
  const [even = 0, odd = 0] = [0, 1].map(
    parity => start.filter((byte, at) => byte === 0 && at % 2 === parity).length,
  )
  return odd > 2 * even ? 'utf-16le' : even > 2 * odd ? 'utf-16be' : null
}

/** Words of headings in traditional characters, by which Big5 is told from GB18030: both accept almost any bytes. */
const traditionalWord = /姓名|名稱|手機|電話|律師|部門/
const chineseWord = /姓名|名称|手机|电话|律师|部门|记录/

/** Decodes a text that is no UTF-8, as the Chinese Windows of the mainland and that of Taiwan and Hong Kong write it. */
const decodeChinese = (bytes: Uint8Array) => {
  const text = new TextDecoder('gb18030').decode(bytes)
  if (chineseWord.test(text)) return text
  const big5 = new TextDecoder('big5').decode(bytes)
  return traditionalWord.test(big5) ? big5 : text
}

/** Decodes a text file; null if it is none. Excel saves CSV in the encoding of the computer's language, or in UTF-16. */
const decodeText = (bytes: Uint8Array): string | null => {
  const marked = encodings.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1]
  const encoding = marked ?? unmarkedUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  if (bytes.subarray(0, 8000).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeChinese(bytes)
  }
}

/** Excel reads the delimiter from a first line such as `sep=;`. */
const separatorLine = /^"?sep=([^"\r\n])"?[^\S\r\n\t]*[,;\t]*(?:\r\n|\n|\r)/i

/** People who type a table with an input method separate the cells by full-width commas. */
const fullWidthTable = /^[^,;\t|\r\n，]*(，)[^,;\t|\r\n]*[\r\n]/

/** `="00123"` keeps Excel from taking the text for a number. */
const plainCell = (text: string) => oneLine(/^="([^"]*)"$/.exec(text)?.[1] ?? text)

/** Reads a CSV file; null if it is no text. */
export const readCsv = (bytes: Uint8Array, maxRows: number): SheetFile | null => {
  const text = decodeText(bytes)
  if (text === null) return null
  const [line = '', named] = separatorLine.exec(text) ?? []
  const delimiter = named ?? fullWidthTable.exec(text)?.[1]
  const table = parseCsv(text.slice(line.length), delimiter === undefined ? {} : { delimiter })
  const collector = lineCollector(maxRows + linesAbove, { characters: fileLimits.characters })
  for (const [index, cells] of table.entries())
    collector.add(
      index + (line === '' ? 1 : 2),
      new Map(cells.map((cell, at) => [at, plainCell(typeof cell === 'string' ? cell : '')])),
    )
  return {
    sheets: [{ name: '', isHidden: false, spans: [], copies: [], is1904: false, ...collector.result() }],
    active: 0,
  }
}
