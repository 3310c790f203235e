#!/bin/sh
# hucre 1.0.0 and exceljs 4.4.0 read the phonetic guide of a cell (拼音指南 in Excel, ふりがな in Japan) as part of its text if the
# text is stored in the cell itself: the surname 令狐 becomes 令狐ling hu. From the shared strings both read it without the guide,
# and xlsx 0.18.5 and read-excel-file 5.8.8 leave it out in both places. ECMA-376 part 1, 18.4.6 (rPh) and 18.3.1.53 (is): a
# string item of either place may have such a guide, which is no part of the text. Exits with 1 if the output changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fflate@0.8.3 hucre@1.0.0 exceljs@4.4.0 xlsx@0.18.5 read-excel-file@5.8.8
cat >check.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import Excel from 'exceljs'
import { strToU8, zipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import readExcelFile from 'read-excel-file/node'
import SheetJs from 'xlsx'

const open = 'http://schemas.openxmlformats.org'
const item = '<t>令狐</t><rPh sb="0" eb="2"><t>ling hu</t></rPh>'
const part = text => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
const relationships = list =>
  part(`<Relationships xmlns="${open}/package/2006/relationships">${list
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${open}/officeDocument/2006/relationships/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`)
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const kinds = { '/xl/workbook.xml': 'sheet.main', '/xl/worksheets/sheet1.xml': 'worksheet', '/xl/sharedStrings.xml': 'sharedStrings', '/xl/styles.xml': 'styles' }
const bytes = zipSync({
  '[Content_Types].xml': part(
    `<Types xmlns="${open}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(kinds)
      .map(([name, kind]) => `<Override PartName="${name}" ContentType="${main}.${kind}+xml"/>`)
      .join('')}</Types>`,
  ),
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': part(
    `<workbook xmlns="${open}/spreadsheetml/2006/main" xmlns:r="${open}/officeDocument/2006/relationships"><sheets><sheet name="people" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  'xl/_rels/workbook.xml.rels': relationships([['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml'], ['styles', 'styles.xml']]),
  'xl/sharedStrings.xml': part(`<sst xmlns="${open}/spreadsheetml/2006/main" count="1" uniqueCount="1"><si>${item}</si></sst>`),
  'xl/styles.xml': part(
    `<styleSheet xmlns="${open}/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`,
  ),
  'xl/worksheets/sheet1.xml': part(
    `<worksheet xmlns="${open}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is>${item}</is></c></row></sheetData></worksheet>`,
  ),
})
writeFileSync('people.xlsx', bytes)
const book = await new Excel.Workbook().xlsx.load(bytes)
const seen = {
  hucre: (await readXlsx(bytes)).sheets[0].rows[0],
  exceljs: ['A1', 'B1'].map(name => book.worksheets[0].getCell(name).text),
  xlsx: SheetJs.utils.sheet_to_json(SheetJs.read(bytes).Sheets.people, { header: 1 })[0],
  'read-excel-file': (await readExcelFile('people.xlsx'))[0],
}
const expected = { hucre: '令狐,令狐ling hu', exceljs: '令狐,令狐ling hu', xlsx: '令狐,令狐', 'read-excel-file': '令狐,令狐' }
for (const [name, row] of Object.entries(seen)) console.log(`${name}: shared ${row[0]}, in the cell ${row[1]}`)
process.exit(Object.entries(seen).every(([name, row]) => row.join() === expected[name]) ? 0 : 1)
JS
node check.mjs
