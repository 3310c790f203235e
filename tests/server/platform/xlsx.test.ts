import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { threadedDeflate } from '../../../server/services/exports/threadedDeflate.ts'
import { xlsxFile } from '../../../server/services/exports/xlsx.ts'
import { rowsIn } from '../../support/sheet.ts'

const sheetOf = async (header: readonly string[], ...pages: (readonly (readonly string[])[])[]) => {
  async function* all() {
    yield* pages
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxFile('日志/2026', header, all())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

test('writes every value as text, so that none is read as a formula', async () => {
  const bytes = await sheetOf(
    ['编号', '手机'],
    [
      ['=1+1', '13800000001'],
      ['+86', '-1'],
      ['@SUM(A1)', '0012'],
    ],
  )
  expect(rowsIn(bytes)).toEqual([
    ['编号', '手机'],
    ["'=1+1", '13800000001'],
    ["'+86", "'-1"],
    ["'@SUM(A1)", '0012'],
  ])
})

test('drops characters that XML cannot hold and escapes the others reversibly', async () => {
  const bytes = await sheetOf(['内容'], [['a<b>&"c"\u0000\u001F\uD800'], ['第一行\n第二行']])
  expect(rowsIn(bytes).slice(1)).toEqual([['a<b>&"c"'], ['第一行\n第二行']])
})

test('cuts a cell to the length limit of spreadsheets, between two characters', async () => {
  const [, [text]] = rowsIn(await sheetOf(['内容'], [['𠮷'.repeat(20_000)]])) as [unknown, [string]]
  expect(text.length).toBeLessThanOrEqual(32_767)
  expect(text.isWellFormed()).toBe(true)
})

test('writes an empty list as a header and many pages as one sheet', async () => {
  expect(rowsIn(await sheetOf(['甲', '乙']))).toEqual([['甲', '乙']])
  const pages = Array.from({ length: 5 }, (_, page) =>
    Array.from({ length: 100 }, (__, row) => [`${page}-${row}`]),
  )
  const rows = rowsIn(await sheetOf(['号'], ...pages))
  expect(rows).toHaveLength(501)
  expect(rows.at(-1)).toEqual(['4-99'])
})

test('freezes the header and fits the columns to their content', async () => {
  const parts = unzipSync(await sheetOf(['操作时间', '内容'], [['2026-11-21 09:30:05', '短']]))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<col min="1" max="1" width="22" customWidth="1"/>')
  expect(strFromU8(parts['xl/workbook.xml']!)).toContain('name="日志 2026"')
})

test('passes an error in the rows on to the reader of the sheet only', async () => {
  async function* breaking() {
    yield [['一'.repeat(100_000)]]
    throw new Error('gone')
  }
  const sheetOf = Array.fromAsync(xlsxFile('日志', ['号'], breaking()))
  await expect(sheetOf).rejects.toThrow('gone')
})

test('passes an error of the compression on to the reader of the sheet', async () => {
  const part = threadedDeflate('sheet.xml')
  await part.push('一'.repeat(100_000))
  part.close()
  await expect(part.push('二')).rejects.toThrow(/destroyed/)
  await expect(part.end()).rejects.toThrow(/Premature close/)
})
