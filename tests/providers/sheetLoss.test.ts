import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { arrangeSheets } from '../../src/grid/file/arrange.ts'
import { fileLimits } from '../../src/grid/file/limits.ts'
import { divisionOf, guessMapping, mappedLines } from '../../src/grid/file/mapping.ts'
import { readSheets } from '../../src/grid/file/readSheets.ts'
import { peopleColumns } from '../../src/pages/lawyerCreate/peopleColumns.ts'

// Every cell with content is either in a record, or in something that the dialog names as not read: a line above or below
// the table, a column that is not imported, another sheet, or what is beyond the limits.

const columns = peopleColumns([{ id: 1, name: '总所' }], chinese)
const headings = ['姓名', '手机号', '所属律所', '人员类别', '邮箱', '备注', '座位']

type Table = { name: string; hidden: boolean; rows: (string | null)[][]; merges: Merge[]; texts: string[] }
type Merge = { startRow: number; endRow: number; startCol: number; endCol: number }

const word = fc.stringMatching(/^[一-十甲乙丙丁]{2,4}$/)
const recordUpTo = (maxLength: number) => fc.array(fc.option(word, { freq: 3 }), { minLength: 1, maxLength })
const record = recordUpTo(headings.length)

/** Tables that are laid out for printing, which are read as one. */
const layouts = ['one', 'beside', 'below', 'surnames'] as const
const headingsOf = (layout: (typeof layouts)[number]) =>
  layout === 'surnames' ? ['姓', '名', ...headings.slice(1)] : headings

const tableOf = fc
  .record({
    hidden: fc.boolean(),
    titles: fc.array(word, { maxLength: 3 }),
    isHeaded: fc.boolean(),
    isMergedTitle: fc.boolean(),
    records: fc.array(record, { maxLength: 12 }),
    gaps: fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
    office: fc.option(word),
    hidesValues: fc.boolean(),
    footer: fc.option(word),
    layout: fc.constantFrom(...layouts),
    // Wider than their heading by up to two cells.
    otherRecords: fc.array(recordUpTo(headings.length + 2), { minLength: 1, maxLength: 5 }),
    farColumn: fc.option(fc.integer({ min: fileLimits.columns, max: fileLimits.columns + 30 })),
  })
  .map(
    (
      {
        hidden,
        titles,
        isHeaded,
        isMergedTitle,
        records,
        gaps,
        office,
        hidesValues,
        footer,
        layout,
        otherRecords,
        farColumn,
      },
      index = 0,
    ) => {
      const rows: (string | null)[][] = titles.map(title => [title])
      const merges: Merge[] = isMergedTitle
        ? titles.map((_, at) => ({ startRow: at, endRow: at, startCol: 0, endCol: 5 }))
        : []
      const own = headingsOf(layout)
      const start = rows.length + (isHeaded ? 1 : 0)
      if (isHeaded) rows.push(layout === 'beside' ? [...own, ...own] : [...own])
      for (const [at, cells] of records.entries()) {
        rows.push([...cells])
        rows.push(...Array.from({ length: gaps[at]! }, () => []))
      }
      // An office that is merged downwards over all records; cells below it may have values that the program hides.
      const end = rows.length - 1
      if (office !== null && end > start) {
        for (const [at, row] of rows.entries())
          if (at >= start && row.length > 0) {
            while (row.length < 3) row.push(null)
            row[2] = at === start ? office : hidesValues ? row[2]! : null
          }
        merges.push({ startRow: start, endRow: end, startCol: 2, endCol: 2 })
      }
      if (layout === 'beside')
        for (const [at, cells] of otherRecords.entries()) {
          const row = (rows[start + at] ??= [])
          while (row.length < headings.length) row.push(null)
          row.push(...cells)
        }
      if (layout === 'below') rows.push(headings.toReversed(), ...otherRecords)
      if (farColumn !== null && rows.length > 0) {
        const row = rows.at(-1)!
        while (row.length < farColumn) row.push(null)
        row[farColumn] = '远处'
      }
      if (footer !== null) rows.push([], [`填表人：${footer}`])
      return { name: `表${index}`, hidden, rows, merges }
    },
  )

const workbookOf = fc
  .array(tableOf, { minLength: 1, maxLength: 3 })
  .map((tables): Omit<Table, 'texts'>[] => tables.map((table, at) => ({ ...table, name: `表${at}` })))

const countTexts = (rows: readonly (readonly (string | null | undefined)[])[]) => {
  const counts = new Map<string, number>()
  for (const text of rows.flat()) if (text) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

test('every cell with content is read or named as not read', async () => {
  await fc.assert(
    fc.asyncProperty(workbookOf, async tables => {
      const bytes = await writeXlsx({ sheets: tables })
      const file = await readSheets(new Blob([new Uint8Array(bytes)]))
      // All sheets are read, so that those that are not imported can be named.
      expect(file.sheets.map(it => [it.name, it.isHidden])).toEqual(tables.map(it => [it.name, it.hidden]))
      for (const [index, { lines, rows, unread }] of file.sheets.entries()) {
        const near = tables[index]!.rows.map(row => row.slice(0, fileLimits.columns))
        const written = countTexts(near)
        const found = countTexts(lines)
        for (const [text, count] of written) expect(found.get(text) ?? 0).toBeGreaterThanOrEqual(count)
        const far = new Set(
          tables[index]!.rows.flatMap(row =>
            row.flatMap((text, at) => (text && at >= fileLimits.columns ? [at] : [])),
          ),
        )
        expect(unread).toEqual({ rows: 0, columns: far.size, cut: 0 })
        // Each line is where it is in the file.
        for (const [at, row] of rows.entries())
          expect(
            lines[at]!.filter((text, column) => near[row - 1]![column] && near[row - 1]![column] !== text),
          ).toEqual([])
      }
      // Arranging tables moves cells, and loses none.
      const arranged = arrangeSheets(file, columns)
      for (const [index, { lines }] of file.sheets.entries()) {
        const kept = countTexts(arranged.sheets[index]!.lines)
        for (const [text, count] of countTexts(lines))
          if (!headings.includes(text)) expect(kept.get(text) ?? 0).toBeGreaterThanOrEqual(count)
      }
      // The lines of the chosen sheet are divided without a rest.
      const mapping = guessMapping(arranged, columns)
      const { above, notes, blank, records } = divisionOf(arranged, mapping)
      const { lines } = arranged.sheets[mapping.sheet]!
      const { heading } = mapping
      const inHeading = heading
        ? lines.slice(heading.first, heading.last + 1).map((_, at) => heading.first + at)
        : []
      expect([...above, ...inHeading, ...notes, ...blank, ...records].toSorted((a, b) => a - b)).toEqual(
        lines.map((_, at) => at),
      )
      // A record has the text of each imported column, and so has the row of the grid.
      const imported = mappedLines(arranged, mapping, columns)
      expect(imported.length).toBe(records.length)
      for (const [at, line] of records.entries())
        for (const [column, name] of mapping.targets.entries())
          if (name && lines[line]![column]) expect(imported[at]![name]).toBeTruthy()
    }),
    { numRuns: 100 },
  )
})
