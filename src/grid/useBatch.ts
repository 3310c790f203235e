import { useMemo } from 'react'

import { usePersisted } from '../form/drafts/usePersisted.ts'
import type { CellTexts, ImportColumn } from './columns.ts'
import { restoreRows } from './restoreRows.ts'
import { type CheckedRows, useCheckedRows } from './useCheckedRows.ts'
import { useGridPages } from './useGridPages.ts'
import { type BatchOutcome, type SubmitOptions, useSubmit } from './useSubmit.ts'

/** The unsaved rows as a draft in this browser. */
const useDraft = ({ filled, empty, change }: CheckedRows) => {
  const values = useMemo(
    () => (filled.length > 0 ? { rows: filled.map(({ cells }) => cells) } : null),
    [filled],
  )
  const { offered, close, keep, forget } = usePersisted({ values, version: null })
  const restore = () => {
    const rows = restoreRows(offered?.values, empty)
    if (rows.length > 0) change({ type: 'replace', rows })
    close()
  }
  return { offered, restore, keep, forget }
}

/** State of a page that creates records in a grid: rows, draft and submission. */
export const useBatch = <O extends BatchOutcome>(
  columns: readonly ImportColumn[],
  empty: CellTexts,
  options: SubmitOptions<O>,
) => {
  const grid = useCheckedRows(columns, empty)
  const draft = useDraft(grid)
  const pages = useGridPages(grid.rows)
  const { edit, barProps } = useSubmit(grid, pages, options)
  return { grid, pages, draft, edit, barProps }
}
export type Batch = ReturnType<typeof useBatch>
