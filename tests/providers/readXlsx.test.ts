import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { readSheets } from '../../src/grid/file/readSheets.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

type Parts = {
  cells: string
  styles?: string
  strings?: string
  prefix?: string
  workbook?: string
  /** The tabs, all of which show the same cells. */
  tabs?: string
  /** Level of compression; 0 stores the parts. */
  level?: 0 | 6
}

/** A workbook whose parts are given as XML. */
const fileOf = async ({
  cells,
  styles = '',
  strings = '',
  prefix = '',
  workbook = '',
  tabs = '<sheet name="a" sheetId="1" r:id="r1"/>',
  level = 6,
}: Parts) => {
  const tag = (name: string, content: string) =>
    `<${prefix}${name} xmlns${prefix ? ':x' : ''}="${main}">${content}</${prefix}${name}>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const files = {
    '_rels/.rels': `<Relationships xmlns="${packaged}">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}">${relation('r1', 'worksheet', '/xl/worksheets/sheet1.xml')}${relation('r2', 'styles', 'styles.xml')}${relation('r3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets>${tabs}</sheets></workbook>`,
    'xl/worksheets/sheet1.xml': tag('worksheet', cells),
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>`,
  }
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
    { level },
  )
  return readSheets(new Blob([new Uint8Array(bytes)]))
}
const linesOf = async (parts: Parts) => (await fileOf(parts)).sheets[0]!.lines

const row = (cells: string) => `<sheetData><row>${cells}</row></sheetData>`

test('cells without a reference follow one another, and elements may have a prefix', async () => {
  const cells =
    '<x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c><x:c><x:v>1</x:v></x:c></x:row></x:sheetData>'
  expect(await linesOf({ cells, prefix: 'x:' })).toEqual([['甲', '1']])
})

test('entities, CDATA, escapes, comments and quoted brackets are read', async () => {
  const cells = row(
    '<c t="inlineStr" x=">"><is><t>a&amp;b&#x4e2d;&#20013;<![CDATA[<&>]]></t></is></c><!-- <c/> --><c t="inlineStr"><is><t>一_x000D_\n二_x005F_x</t></is></c>',
  )
  expect(await linesOf({ cells })).toEqual([['a&b中中<&>', '一 二_x']])
})

/** ECMA-376 part 1, 18.3.1.53: the string item of a cell has the same parts as a shared one. */
test('a text in its cell is read without its phonetic guide', async () => {
  const cells = row('<c t="inlineStr"><is><t>令狐</t><rPh sb="0" eb="2"><t>ling hu</t></rPh></is></c>')
  expect(await linesOf({ cells })).toEqual([['令狐']])
})

test('shared strings are read in several runs, without their phonetic guide', async () => {
  const strings =
    '<si><r><t>王</t></r><r><rPr><b/></rPr><t xml:space="preserve">小明 </t></r><rPh sb="0" eb="1"><t>ワン</t></rPh></si><si><t>乙</t></si>'
  expect(await linesOf({ cells: row('<c t="s"><v>0</v></c><c t="s"><v>1</v></c>'), strings })).toEqual([
    ['王小明', '乙'],
  ])
})

const styles = `<numFmts>
  <numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/>
  <numFmt numFmtId="165" formatCode="0.00&quot;d&quot;"/>
  <numFmt numFmtId="166" formatCode="00000"/>
  <numFmt numFmtId="167" formatCode="[$-804]aaaa;@"/>
  <numFmt numFmtId="168" formatCode="[Red]0;[Red]\\-0"/>
  <numFmt numFmtId="169" formatCode="[h]:mm"/>
  <numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;;@"/>
  <numFmt numFmtId="171" formatCode="[$-804]yyyy/mm"/>
  <numFmt numFmtId="172" formatCode="yyyy/m/d h:mm"/>
  <numFmt numFmtId="173" formatCode="[$-404]e&quot;年&quot;m&quot;月&quot;"/>
  <numFmt numFmtId="174" formatCode="[$-404]gggee/mm"/>
  <numFmt numFmtId="175" formatCode="[$-404]e/m/d"/>
  <numFmt numFmtId="176" formatCode="0.00E+00"/>
  <numFmt numFmtId="177" formatCode="[$-1070000]m/bbbb"/>
</numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs>${[0, 14, 31, 58, 164, 165, 166, 168, 169, 17, 57, 170, 171, 172, 173, 174, 175, 176, 177].map(id => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`

test.each([
  [0, '43952', '43952'],
  [1, '43952', '2020-05-01'],
  [1, '43952.75', '2020-05-01 18:00:00'],
  [1, '43951.999999999', '2020-05-01'],
  [1, '13800000001', '13800000001'],
  [2, '43952', '2020-05-01'],
  [3, '43952', '2020-05-01'],
  [4, '43952', '2020-05-01'],
  [5, '1.5', '1.5'],
  [6, '7', '00007'],
  [7, '43952', '43952'],
  [8, '0.5', '12:00:00'],
  [0, '1.31012020101235E+16', '1.31012E+16'],
  [0, '-1234567890123456', '-1.23457E+15'],
  [0, '1.3800000001E10', '13800000001'],
  [0, '0.1', '0.1'],
  // Excel and WPS keep 2020年5月 as the first of the month and show no day.
  [9, '43952', '2020-05'],
  [10, '43952', '2020-05'],
  [11, '43952', '2020-05'],
  [12, '43952', '2020-05'],
  [12, '43953', '2020-05-02'],
  [11, '43952.75', '2020-05-01 18:00:00'],
  [13, '43952', '2020-05-01'],
  // The year of an era, as Taiwan writes it, is `e`, and that of the Buddhist era is `b` (ECMA-376 part 1, 18.8.31).
  [14, '43952', '2020-05'],
  [15, '43952', '2020-05'],
  [16, '43952', '2020-05-01'],
  [17, '43952', '43952'],
  [18, '43952', '2020-05'],
])('with the style %i, the number %s is read as %s', async (style, value, text) => {
  expect(await linesOf({ cells: row(`<c s="${style}"><v>${value}</v></c>`), styles })).toEqual([[text]])
})

test('hidden and very hidden tabs are named as such, and the tab that was open is known', async () => {
  const tab = (name: string, state: string) => `<sheet name="${name}" ${state} r:id="r1"/>`
  const file = await fileOf({
    cells: row('<c><v>1</v></c>'),
    tabs:
      tab('a', 'state="hidden"') +
      tab('b', 'state="veryHidden"') +
      tab('c', '') +
      tab('d', 'state="visible"'),
    workbook: '<bookViews><workbookView activeTab="3"/></bookViews>',
  })
  expect(file.sheets.map(it => it.isHidden)).toEqual([true, true, false, false])
  expect(file.active).toBe(3)
})

test('characters whose bytes come in two pieces of the archive are read', async () => {
  for (const start of ['', 'a', 'aa']) {
    const texts = Array.from({ length: 5 }, () => start + '王'.repeat(1900))
    const cells = row(texts.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join(''))
    expect(await linesOf({ cells, level: 0 })).toEqual([texts])
  }
})

test('a day of the 1904 date system is four years later', async () => {
  const lines = await linesOf({
    cells: row('<c s="1"><v>42490</v></c>'),
    styles,
    workbook: '<workbookPr date1904="true"/>',
  })
  expect(lines).toEqual([['2020-05-01']])
})

test('an empty formula is empty in a column where others have texts, and a row of formulas only is blank', async () => {
  const formula = (text: string) => `<c t="str"><f>A1</f><v>${text}</v></c>`
  const name = '<c t="inlineStr"><is><t>甲</t></is></c>'
  const rows = [
    name + formula('x') + formula(''),
    name + formula('') + formula(''),
    formula('') + formula(''),
  ]
  expect(
    await linesOf({ cells: `<sheetData>${rows.map(it => `<row>${it}</row>`).join('')}</sheetData>` }),
  ).toEqual([
    ['甲', 'x', '='],
    ['甲', '', '='],
  ])
})

test('a sheet without an end is refused', async () => {
  await expect(linesOf({ cells: `${row('<c><v>1</v></c>')}<!--` })).rejects.toThrow('已损坏')
})

const blanks = (megabytes: number) => ' '.repeat(megabytes * 1024 * 1024)

test.each([0, 6] as const)(
  'stored parts count towards the limit like deflated ones (level %i)',
  async level => {
    const cells = `${row('<c><v>1</v></c>')}${blanks(51)}`
    await expect(linesOf({ cells, level })).rejects.toThrow('解压后过大')
  },
)

test('a part that several tabs refer to counts each time it is read', async () => {
  const tab = '<sheet name="b" sheetId="2" r:id="r1"/>'
  const cells = `${row('<c><v>1</v></c>')}${blanks(18)}`
  expect(await linesOf({ cells, level: 0, workbook: tab })).toEqual([['1']])
  await expect(linesOf({ cells, level: 0, workbook: tab.repeat(2) })).rejects.toThrow('解压后过大')
})
