import { textAlone } from './spreadsheet.ts'

export const csvMime = 'text/csv; charset=utf-8'

/** RFC 4180: what holds a separator, a quote or the end of a line stands in quotes. */
const cell = (text: string) => {
  const safe = textAlone(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const lineOf = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** In UTF-8 with a byte order mark, by which Excel knows it; made as fast as it is read. */
export async function* csv(header: readonly string[], pages: AsyncIterable<readonly (readonly string[])[]>) {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${lineOf(header)}`)
  for await (const page of pages) yield encoder.encode(page.map(lineOf).join(''))
}
