import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { threadedDeflate } from '../../../server/services/exports/threadedDeflate.ts'
import { xlsxFile } from '../../../server/services/exports/xlsx.ts'
import { rowsIn } from '../../support/sheet.ts'

// These tests prove promise Q33 of server/promises.md.

const made = async (header: readonly string[], ...pages: (readonly (readonly string[])[])[]) => {
  async function* all() {
    yield* pages
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxFile('日志/2026', header, all())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

test('every value is text, and none is taken for a formula', async () => {
  const bytes = await made(
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

test('what XML can’t hold is left out, what it must escape comes back', async () => {
  const bytes = await made(['内容'], [['a<b>&"c"\u0000\u001F\uD800'], ['第一行\n第二行']])
  expect(rowsIn(bytes).slice(1)).toEqual([['a<b>&"c"\uFFFD'], ['第一行\n第二行']])
})

test('a cell is no longer than a spreadsheet takes, and cut between characters', async () => {
  const [, [text]] = rowsIn(await made(['内容'], [['𠮷'.repeat(20_000)]])) as [unknown, [string]]
  expect(text.length).toBeLessThanOrEqual(32_767)
  expect(text.isWellFormed()).toBe(true)
})

test('an empty list is a header, many pages are one sheet', async () => {
  expect(rowsIn(await made(['甲', '乙']))).toEqual([['甲', '乙']])
  const pages = Array.from({ length: 5 }, (_, page) =>
    Array.from({ length: 100 }, (__, row) => [`${page}-${row}`]),
  )
  const rows = rowsIn(await made(['号'], ...pages))
  expect(rows).toHaveLength(501)
  expect(rows.at(-1)).toEqual(['4-99'])
})

test('the header stays in sight, and columns are as wide as what they hold', async () => {
  const parts = unzipSync(await made(['操作时间', '内容'], [['2026-11-21 09:30:05', '短']]))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<col min="1" max="1" width="22" customWidth="1"/>')
  expect(strFromU8(parts['xl/workbook.xml']!)).toContain('name="日志 2026"')
})

test('a sheet that fails ends what is being made, and nothing else', async () => {
  async function* breaking() {
    yield [['一'.repeat(100_000)]]
    throw new Error('gone')
  }
  const made = Array.fromAsync(xlsxFile('日志', ['号'], breaking()))
  await expect(made).rejects.toThrow('gone')
})

test('an archive whose compression breaks off says so to who makes it', async () => {
  const part = threadedDeflate('sheet.xml')
  await part.push('一'.repeat(100_000))
  part.close()
  await expect(part.push('二')).rejects.toThrow(/destroyed/)
  await expect(part.end()).rejects.toThrow(/Premature close/)
})
