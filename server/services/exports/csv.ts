import { escapeFormula } from './spreadsheet.ts'

export const csvMime = 'text/csv; charset=utf-8'

/** RFC 4180: a value with a separator, a quote or a line break is quoted. */
const csvCell = (text: string) => {
  const safeText = escapeFormula(text)
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}
const lineOf = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** A CSV file in UTF-8, with a byte order mark for Excel; produced as fast as it is read. */
export async function* csvFile(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
) {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${lineOf(header)}`)
  for await (const page of pages) yield encoder.encode(page.map(lineOf).join(''))
}
