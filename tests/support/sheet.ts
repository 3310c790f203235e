import { strFromU8, unzipSync } from 'fflate'

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The rows of a workbook's only sheet; every cell must be text. */
export const rowsIn = (bytes: Uint8Array) => {
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: string[] = []
    for (const [, column, type, text] of row!.matchAll(
      /<c r="([A-Z]+)\d+" s="\d" t="(\w+)"><is><t[^>]*>(.*?)<\/t>/gs,
    )) {
      if (type !== 'inlineStr') throw new Error(`A cell is no text: ${type}`)
      const at = [...column!].reduce((sum, it) => sum * 26 + it.codePointAt(0)! - 64, 0) - 1
      cells[at] = text!.replaceAll(/&\w+;/g, it => entities[it]!)
    }
    return Array.from(cells, it => it ?? '')
  })
}
