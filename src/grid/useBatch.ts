import { useMemo } from 'react'

import { usePersisted } from '../form/usePersisted.ts'
import type { Cells, ImportColumn } from './columns.ts'
import { restoredRows } from './restoredRows.ts'
import { type JudgedRows, useJudgedRows } from './useJudgedRows.ts'
import { type BatchOutcome, type SubmitOptions, useSubmit } from './useSubmit.ts'

/** What was typed, kept in this browser until the accounts exist. */
const useDraft = ({ filled, empty, change }: JudgedRows) => {
  const values = useMemo(
    () => (filled.length > 0 ? { rows: filled.map(({ cells }) => cells) } : null),
    [filled],
  )
  const { offered, close, forget } = usePersisted({ values, version: null })
  const restore = () => {
    const rows = restoredRows(offered?.values, empty)
    if (rows.length > 0) change({ type: 'replace', rows })
    close()
  }
  return { offered, restore, forget }
}

/** The grid, what was kept of it, and the way to make records of its rows. */
export const useBatch = <O extends BatchOutcome>(
  columns: readonly ImportColumn[],
  empty: Cells,
  options: SubmitOptions<O>,
) => {
  const grid = useJudgedRows(columns, empty)
  const draft = useDraft(grid)
  const { edit, bar } = useSubmit(grid, options)
  return { grid, draft, edit, bar }
}
export type Batch = ReturnType<typeof useBatch>
