import { readFileSync } from 'node:fs'

import { describe, expect, test, vi } from 'vitest'

import { loadEnglish } from '../../providers/catalogues.ts'
import { chinese } from '../../resources/kit/translate.ts'
import { languageOf } from '../../resources/locales/catalogue.ts'
import type { Texts } from '../../resources/locales/plural.ts'

import { emptyCells } from '../../src/grid/columns.ts'
import { initialPersonTexts, peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'
import { assignTarget, guessMapping, mappedLines, missingColumns } from '../../src/grid/file/mapping.ts'
import { fileLimits } from '../../src/grid/file/limits.ts'
import { readSheet, readErrorMessage } from '../../src/grid/file/readSheet.ts'
import { faultyRowsFile, templateFile } from '../../src/grid/file/workbook.ts'
import { positions } from '../../resources/positions.ts'
import { repeatedLines, sheetColumnsOf, sheetLines } from '../../src/pages/sheetEdit/sheetColumns.ts'
import { hostileWorkbook, workbookOf } from '../support/workbook.ts'

// Promise Q38 (server/promises.md).

const { translate } = chinese
const columns = peopleColumns(
  [
    { id: 1, name: '总所' },
    { id: 2, name: '东所' },
  ],
  chinese,
)
const refusal = async (bytes: Uint8Array) =>
  readErrorMessage(await readSheet(bytes).catch((it: unknown) => it))

test('cells are read as they are displayed', async () => {
  const bytes = await workbookOf([
    ['姓名*', '手机号码', '执业证号', '入职日期', '在职', '备注'],
    ['林知远', 13_800_000_001, '13101202010123456', new Date(Date.UTC(2024, 2, 8)), true, '第一行\n第二行'],
    [null, null, null, null, null, null],
    [' 周慕白 ', '+86 138 0000 0002', null, 45_359, null, null],
  ])
  const { lines, isCut } = await readSheet(bytes)
  expect(isCut).toBe(false)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toEqual([
    '林知远',
    '13800000001',
    '13101202010123456',
    '2024-03-08',
    '是',
    '第一行 第二行',
  ])
  const mapping = guessMapping({ lines, isCut }, columns)
  expect(mapping).toEqual({
    hasHeading: true,
    targets: ['name', 'mobile', 'licenseNumber', 'entryDate', null, null],
  })
  expect(mappedLines({ lines, isCut }, mapping, columns)).toEqual([
    { name: '林知远', mobile: '13800000001', licenseNumber: '13101202010123456', entryDate: '2024-03-08' },
    { name: '周慕白', mobile: '13800000002', entryDate: '2024-03-08' },
  ])
  expect(
    missingColumns(mapping.targets, columns, emptyCells(columns, initialPersonTexts('', translate))).map(
      it => it.name,
    ),
  ).toEqual(['organizationId'])
  expect(assignTarget(mapping.targets, 5, 'name')).toEqual([
    null,
    'mobile',
    'licenseNumber',
    'entryDate',
    null,
    'name',
  ])
})

test('the template can be read, and its choice lists are not cut at 255 characters', async () => {
  const many = Array.from({ length: 60 }, (_, id) => ({ id, name: `砚衡（第${id}）律师事务所` }))
  const { blob } = await templateFile('人员', peopleColumns(many, chinese), translate)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const { lines } = await readSheet(bytes)
  expect(guessMapping({ lines, isCut: false }, columns).targets).toEqual(columns.map(it => it.name))
  const { strFromU8, unzipSync } = await import('fflate')
  const files = unzipSync(bytes)
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
  expect(sheet).toMatch(/<dataValidation[^>]*type="list"/)
  expect(sheet).toContain('$A$2:$A$61')
  expect(strFromU8(files['xl/workbook.xml']!)).toMatch(
    /name="选项"[^>]*state="hidden"|state="hidden"[^>]*name="选项"/,
  )
})

test('wrong rows are returned with the reason and can be read again', async () => {
  const cells = { ...emptyCells(columns, initialPersonTexts('东所', translate)), name: '=1+1', mobile: '138' }
  const { blob } = await faultyRowsFile(
    '人员',
    columns,
    [{ cells, reason: '手机号：请输入正确的手机号' }],
    translate,
  )
  const { lines } = await readSheet(new Uint8Array(await blob.arrayBuffer()))
  expect(lines[0]!.at(-1)).toBe('错误原因')
  expect(lines[1]).toEqual(["'=1+1", '138', '东所', '律师', '', '', '', '', '手机号：请输入正确的手机号'])
  expect(guessMapping({ lines, isCut: false }, columns).targets.at(-1)).toBeNull()
})

test('reading stops at the row limit', async () => {
  const row = (at: number) =>
    `<row r="${at}"><c r="A${at}" t="inlineStr"><is><t>甲</t></is></c><c r="B${at}"><v>${at}</v></c></row>`
  function* rows(count: number) {
    for (let at = 1; at <= count; at += 1000)
      yield Array.from({ length: 1000 }, (_, step) => row(at + step)).join('')
  }
  const { lines, isCut } = await readSheet(hostileWorkbook(rows(100_000)))
  expect([lines.length, isCut]).toEqual([fileLimits.rows + 1, true])
  expect(await refusal(hostileWorkbook(rows(1_000_000)))).toContain('解压后过大')
})

test('a huge cell is abandoned at the size limit, whatever size the file states', async () => {
  const megabyte = ' '.repeat(1024 * 1024)
  function* bomb() {
    yield '<row r="1"><c r="A1" t="inlineStr"><is><t>'
    for (let count = 0; count < 60; count++) yield megabyte
    yield '</t></is></c></row>'
  }
  const bytes = hostileWorkbook(bomb())
  expect(await refusal(bytes)).toContain('解压后过大')
  // The directory of the file may state a small size.
  const lying = bytes.slice()
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 28; at++)
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 10, true)
  expect(await refusal(lying)).toContain('解压后过大')
})

test('the result of a formula is read, and a distant cell costs no memory', async () => {
  const bytes = hostileWorkbook([
    '<row r="1"><c r="A1"><f>HYPERLINK("https://x","y")</f><v>5</v></c><c r="B1" t="str"><f>CMD()</f><v>=1+1</v></c></row>',
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
  ])
  const { lines } = await readSheet(bytes)
  expect(lines[0]).toEqual(['5', '=1+1'])
  expect(lines.every(line => line.length <= fileLimits.columns)).toBe(true)
})

test('a file that is no workbook is refused with advice', async () => {
  expect(await refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))).toBe(
    '这不是Excel文件，请选择.xlsx或.csv文件',
  )
  expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toContain('.xls')
  expect(await refusal(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]))).toContain('另存')
  const completeFile = await workbookOf([['姓名'], ['甲乙']])
  expect(await refusal(completeFile.slice(0, completeFile.length / 2))).toContain('另存')
})

const englishTexts = (): Texts => {
  const read = (part: string): Texts => JSON.parse(readFileSync(`resources/locales/en/${part}.json`, 'utf8'))
  return { ...read('entrance'), ...read('app') }
}

test.each(['手机', '手机号', '手机号码（必填）', '电话', 'Mobile', 'Mobile number'])(
  'a column is recognised by the heading %s',
  async heading => {
    vi.stubGlobal('fetch', async () => Response.json(englishTexts()))
    await loadEnglish()
    vi.unstubAllGlobals()
    const lines = [
      ['姓名', heading],
      ['林知远', '13800000001'],
    ]
    expect(guessMapping({ lines, isCut: false }, columns).targets).toEqual(['name', 'mobile'])
  },
)

test('a template downloaded in English is read in a Chinese interface', async () => {
  const texts = englishTexts()
  vi.stubGlobal('fetch', async () => Response.json(texts))
  const language = languageOf('en-US', texts)
  const english = peopleColumns([{ id: 2, name: '东所' }], language)
  const cells = {
    ...emptyCells(columns, initialPersonTexts('东所', translate)),
    name: '周慕白',
    personType: 'Trainee lawyer',
  }
  const { blob } = await faultyRowsFile(
    '人员',
    english,
    [{ cells, reason: 'Enter mobile number' }],
    language.translate,
  )
  await loadEnglish()
  vi.unstubAllGlobals()
  const { lines } = await readSheet(new Uint8Array(await blob.arrayBuffer()))
  expect(lines[0]).toContain('Mobile number*')
  const mapping = guessMapping({ lines, isCut: false }, columns)
  expect(mapping.targets).toEqual([...columns.map(it => it.name), null])
  const [person] = mappedLines({ lines, isCut: false }, mapping, columns)
  expect(person).toMatchObject({ name: '周慕白', personType: '实习律师', organizationId: '东所' })
})

describe('a CSV file', () => {
  const csv = { rows: 3, characters: 10 }
  const lines = [
    ['姓名', '备注'],
    ['张三', '一,二'],
  ]
  const text = '姓名,备注\r\n张三,"一,二"\r\n'

  test('is read in UTF-8 with and without a byte order mark, and as Excel saves it in Chinese', async () => {
    const gbk = new Uint8Array([
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb1, 0xb8, 0xd7, 0xa2, 0x0d, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0x22,
      0xd2, 0xbb, 0x2c, 0xb6, 0xfe, 0x22,
    ])
    const encoder = new TextEncoder()
    for (const bytes of [encoder.encode(text), encoder.encode(`\uFEFF${text}`), gbk])
      expect(await readSheet(bytes, csv)).toEqual({ lines, isCut: false })
  })

  test('keeps long numbers and leading zeros, and is cut at its limits', async () => {
    const long = `编号,名称\n00123456789012345678,${'长'.repeat(12)}\n2,b\n3,c\n4,d\n`
    expect(await readSheet(new TextEncoder().encode(long), { ...csv, characters: 20 })).toEqual({
      lines: [
        ['编号', '名称'],
        ['00123456789012345678', '长'.repeat(12)],
        ['2', 'b'],
        ['3', 'c'],
      ],
      isCut: true,
    })
  })

  test('is read wherever a workbook is', async () => {
    expect(await readSheet(new TextEncoder().encode(text))).toEqual({ lines, isCut: false })
  })
})

test('the columns of an exported list are found in Chinese and in English, and repeated ids are named', () => {
  const heading = ['职位名称', '状态', '备忘', '记录编号', '记录版本']
  const found = { id: 3, version: 4, unknown: ['备忘'] }
  const sheet = {
    lines: [heading, ['主任', '启用', 'x', '7', '1'], ['律师', '启用', '', '7', '2']],
    isCut: false,
  }
  const columns = sheetColumnsOf(positions, sheet)!
  expect(columns).toMatchObject({
    ...found,
    fields: [
      { name: 'postName', at: 0 },
      { name: 'enabled', at: 1 },
    ],
  })
  expect(sheetLines(sheet, columns)).toEqual(['7\t1\t主任\t启用', '7\t2\t律师\t启用'])
  expect(repeatedLines(sheetLines(sheet, columns))).toEqual([3])
  expect(sheetColumnsOf(positions, { ...sheet, lines: [heading.slice(0, 4)] })).toBeNull()
})
