import { firstCharacters } from '../../../resources/kit/clean.ts'
import { fileLimits } from './limits.ts'
import type { Sheet } from './sheet.ts'

/** Characters that may still be read from the file. */
export type Budget = { characters: number }

/** Collects the lines of a sheet up to its limits, and counts what is beyond them. */
export const lineCollector = (maxLines: number, budget: Budget) => {
  const lines: string[][] = []
  const rows: number[] = []
  const farColumns = new Set<number>()
  const unread = { rows: 0, columns: 0, cut: 0 }
  const take = (cells: ReadonlyMap<number, string>) => {
    const line: string[] = []
    for (const [at, text] of cells) {
      if (text === '') continue
      if (at >= fileLimits.columns) {
        farColumns.add(at)
        continue
      }
      while (line.length < at) line.push('')
      line[at] = firstCharacters(text, fileLimits.cell)
      if (line[at].length < text.length) unread.cut += 1
      budget.characters -= line[at].length
    }
    return line
  }
  return {
    /** Adds a row by its number in the file; one without content is left out. */
    add: (row: number, cells: ReadonlyMap<number, string>) => {
      if (![...cells.values()].some(Boolean)) return
      if (lines.length >= maxLines || budget.characters < 0) {
        unread.rows += 1
        return
      }
      const line = take(cells)
      if (line.length === 0) return
      lines.push(line)
      rows.push(row)
    },
    result: (): Pick<Sheet, 'lines' | 'rows' | 'unread'> => ({
      lines,
      rows,
      unread: { ...unread, columns: farColumns.size },
    }),
  }
}
