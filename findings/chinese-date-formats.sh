#!/bin/sh
# exceljs 4.4.0 reads a date that is shown in one of the built-in Chinese formats as a plain number, and loses the format when it saves
# the workbook: 2020年5月1日 becomes 43952. ECMA-376 part 1, 18.8.30: for Chinese, Japanese and Korean the ids 27 to 36 and 50 to 58 imply
# formats of dates and times, and a file does not repeat them. The library lists them by language (defaultnumformats.js), but looks for
# one format of all languages, which they do not have. xlsx 0.18.5, hucre 1.0.0 and read-excel-file 9.3.17 read dates. Seen on valid
# input, the serial 43952 with the ids 14, 31 (yyyy"年"m"月"d"日"), 57 (yyyy"年"m"月") and 58 (m"月"d"日"), and the ids after saving:
#   exceljs 2020-05-01 43952 43952 43952, saved as 14 0 0 0
#   xlsx 2020-05-01 2020-05-01 2020-05-01 2020-05-01, and so the two others
# Issues 2893 and 2939 of exceljs/exceljs report it. Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fflate@0.8.3 exceljs@4.4.0 xlsx@0.18.5 hucre@1.0.0 read-excel-file@9.3.17
cat >check.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import Excel from 'exceljs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { readSheet } from 'read-excel-file/node'
import SheetJs from 'xlsx'

const ids = [14, 31, 57, 58]
const open = 'http://schemas.openxmlformats.org'
const main = `${open}/spreadsheetml/2006/main`
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const part = text => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
const relationships = list =>
  part(`<Relationships xmlns="${open}/package/2006/relationships">${list
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${open}/officeDocument/2006/relationships/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`)
const plain = 'fontId="0" fillId="0" borderId="0"'
const cells = ids.map((_, at) => `<c r="${'ABCD'[at]}1" s="${at + 1}"><v>43952</v></c>`).join('')
writeFileSync('dates.xlsx', zipSync({
  '[Content_Types].xml': part(`<Types xmlns="${open}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`),
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/_rels/workbook.xml.rels': relationships([['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']]),
  'xl/workbook.xml': part(`<workbook xmlns="${main}" xmlns:r="${open}/officeDocument/2006/relationships"><sheets><sheet name="people" sheetId="1" r:id="rId1"/></sheets></workbook>`),
  'xl/styles.xml': part(`<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" ${plain}/></cellStyleXfs><cellXfs count="${ids.length + 1}">${[0, ...ids].map(id => `<xf numFmtId="${id}" ${plain} xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`),
  'xl/worksheets/sheet1.xml': part(`<worksheet xmlns="${main}"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`),
}))

const shown = values => values.map(it => (it instanceof Date ? it.toISOString().slice(0, 10) : it)).join(' ')
const book = new Excel.Workbook()
await book.xlsx.readFile('dates.xlsx')
const row = book.worksheets[0].getRow(1)
const read = shown(ids.map((_, at) => row.getCell(at + 1).value))
await book.xlsx.writeFile('saved.xlsx')
const saved = unzipSync(readFileSync('saved.xlsx'))
const formats = strFromU8(saved['xl/styles.xml']).split('<cellXfs')[1].split('</cellXfs>')[0].match(/(?<=numFmtId=")\d+/g)
const styles = strFromU8(saved['xl/worksheets/sheet1.xml']).match(/(?<=<c r="[A-D]1" s=")\d+/g)
const exceljs = `${read}, saved as ${styles.map(it => formats[it]).join(' ')}`

const sheet = SheetJs.readFile('dates.xlsx', { cellDates: true }).Sheets.people
const bytes = readFileSync('dates.xlsx')
const others = {
  // This library makes dates in the time zone of the machine.
  xlsx: shown(ids.map((_, at) => new Date(Math.round(sheet[`${'ABCD'[at]}1`].v.getTime() / 864e5) * 864e5))),
  hucre: shown((await readXlsx(bytes)).sheets[0].rows[0]),
  'read-excel-file': shown((await readSheet('dates.xlsx'))[0]),
}
console.log(`exceljs ${exceljs}`)
for (const [name, text] of Object.entries(others)) console.log(`${name} ${text}`)
const dates = ids.map(() => '2020-05-01').join(' ')
const isSame = exceljs === '2020-05-01 43952 43952 43952, saved as 14 0 0 0' && Object.values(others).every(it => it === dates)
process.exit(isSame ? 0 : 1)
JS
node check.mjs
