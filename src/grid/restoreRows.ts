import { z } from 'zod'

import type { CellTexts } from './columns.ts'
import { filledNames, maxRows, type GridRowData, createRow } from './rows.ts'

const draftSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

const textsFrom = (stored: Record<string, unknown>, empty: CellTexts): CellTexts =>
  Object.fromEntries(
    Object.entries(empty).map(([name, initialText]) => {
      const text = stored[name]
      return [name, typeof text === 'string' ? text : initialText]
    }),
  )

/** A draft does not say who wrote a cell, so that only texts that differ from the initial ones count as given. */
const restoredRow = (cells: CellTexts, empty: CellTexts) =>
  createRow(cells, new Set([...filledNames(cells)].filter(name => cells[name] !== empty[name])))

/** Rows of a stored draft; none if it cannot be read. */
export const restoreRows = (values: Record<string, unknown> | undefined, empty: CellTexts): GridRowData[] => {
  const draft = draftSchema.safeParse(values)
  return draft.success
    ? draft.data.rows.slice(0, maxRows).map(row => restoredRow(textsFrom(row, empty), empty))
    : []
}
