import { z } from 'zod'

import type { Cells } from './columns.ts'
import { maxRows, type Row, rowOf } from './rows.ts'

const keptRows = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

const cellsFrom = (kept: Record<string, unknown>, empty: Cells): Cells =>
  Object.fromEntries(
    Object.entries(empty).map(([name, text]) => {
      const known = kept[name]
      return [name, typeof known === 'string' ? known : text]
    }),
  )

/** The rows as they were kept; none where they cannot be read any more. */
export const restoredRows = (values: Record<string, unknown> | undefined, empty: Cells): Row[] => {
  const kept = keptRows.safeParse(values)
  return kept.success ? kept.data.rows.slice(0, maxRows).map(row => rowOf(cellsFrom(row, empty))) : []
}
