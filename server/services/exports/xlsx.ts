import { strToU8, Zip, ZipDeflate } from 'fflate'

import { worksheetName } from '../../../resources/kit/worksheets.ts'
import { escapeFormula } from './spreadsheet.ts'
import { threadedDeflate } from './threadedDeflate.ts'

// The workbook is written by hand, row by row, with a zip library. write-excel-file 4.1.1 builds the sheet in
// memory (100,000 rows of 14 columns took 996 MB), and exceljs is unmaintained.

/** Excel's limit for the characters of a cell. */
const maxCellLength = 32_767

// oxlint-disable-next-line no-control-regex -- XML 1.0 has no way to write these
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string) =>
  // oxlint-disable-next-line texts/whole-characters -- spreadsheet programs count these units, and a half goes
  text
    .slice(0, maxCellLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replaceAll(unwritable, '')
    .replaceAll(/[&<>"]/g, it => entities[it]!)

/** The name of a column by its index: 0 is A, 26 is AA. */
const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26))

const cellXml = (text: string, at: string, style: number) => {
  if (text === '') return ''
  // Formulas are escaped although the cell is text, in case the sheet is later saved as CSV.
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(escapeFormula(text))}</t></is></c>`
}

const rowXml = (cells: readonly string[], row: number, style = 0) =>
  `<row r="${row}">${cells.map((text, column) => cellXml(text, `${columnName(column)}${row}`, style)).join('')}</row>`

/** The width in characters; Han characters are twice as wide as Latin ones. */
const widthOf = (text: string) =>
  [...(text.split('\n')[0] ?? '')].reduce((sum, it) => sum + (it > '\u2E7F' ? 2 : 1), 0)

const columnsXml = (sample: readonly (readonly string[])[]) => {
  const widths = (sample[0] ?? []).map((_, column) =>
    Math.max(...sample.map(cells => widthOf(cells[column] ?? ''))),
  )
  const columns = widths.map(
    (width, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.min(60, width + 3)}" customWidth="1"/>`,
  )
  return `<cols>${columns.join('')}</cols>`
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The parts of the workbook besides the sheet. All cells have the text format, so that a number typed into
 * one is kept as typed.
 */
const workbookParts = (title: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipsNamespace}"><sheets><sheet name="${escapeXml(worksheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
})

const frozenHeaderXml =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

type Rows = readonly (readonly string[])[]

/** The sheet in pieces; the widths are computed from the header and the first rows. */
async function* sheetXml(header: readonly string[], pages: AsyncIterable<Rows>) {
  let row = 1
  for await (const page of pages) {
    if (row === 1) yield sheetStart(header, page)
    yield page.map(cells => rowXml(cells, ++row)).join('')
  }
  yield row === 1 ? `${sheetStart(header, [])}</sheetData></worksheet>` : '</sheetData></worksheet>'
}

const sheetStart = (header: readonly string[], sample: Rows) =>
  `${xmlDeclaration}<worksheet xmlns="${mainNamespace}">${frozenHeaderXml}${columnsXml([header, ...sample])}<sheetData>${rowXml(header, 1, 1)}`

export const xlsxMime = `${contentTypePrefix}.sheet`

/** A workbook of one sheet, with its rows as text below a fixed header; produced as fast as it is read. */
export async function* xlsxFile(title: string, header: readonly string[], pages: AsyncIterable<Rows>) {
  let readyChunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    readyChunks.push(chunk)
  })
  for (const [path, content] of Object.entries(workbookParts(title))) {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(strToU8(xmlDeclaration + content), true)
  }
  const sheet = threadedDeflate('xl/worksheets/sheet1.xml')
  zip.add(sheet.file)
  try {
    for await (const piece of sheetXml(header, pages)) {
      await sheet.push(piece)
      yield* readyChunks
      readyChunks = []
    }
    await sheet.end()
    zip.end()
    yield* readyChunks
  } finally {
    sheet.close()
  }
}
