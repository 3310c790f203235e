import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { strToU8, Zip, ZipDeflate } from 'fflate'

import type { SheetFile } from '../../src/grid/file/sheet.ts'

/** A workbook like those that people make. */
export const workbookOf = async (rows: CellValue[][]) =>
  new Uint8Array(await writeXlsx({ sheets: [{ name: '人员', rows }] }))

/** A file with one sheet of these lines, as it is read. */
export const sheetFileOf = (lines: string[][]): SheetFile => ({
  sheets: [
    {
      name: '人员',
      isHidden: false,
      lines,
      rows: lines.map((_, at) => at + 1),
      spans: [],
      copies: [],
      is1904: false,
      unread: { rows: 0, columns: 0, cut: 0 },
    },
  ],
  active: 0,
})

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** A malicious workbook whose sheet XML is passed in pieces. */
export const hostileWorkbook = (pieces: Iterable<string>) => {
  const chunks: Uint8Array[] = []
  const zip = new Zip((_, chunk) => chunks.push(chunk))
  for (const [path, text] of Object.entries(parts)) {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(strToU8(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 })
  zip.add(sheet)
  sheet.push(strToU8(`<worksheet xmlns="${main}"><sheetData>`))
  for (const piece of pieces) sheet.push(strToU8(piece))
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  return new Uint8Array(Buffer.concat(chunks))
}
