import { useState } from 'react'

import type { GridRowData } from './rows.ts'

/** Rows shown at once. Thousands of rows of inputs would need more memory than a phone has for a page. */
export const pageSize = 200

/** Splits the rows of the grid into pages. */
export const useGridPages = (rows: readonly GridRowData[]) => {
  const [chosen, show] = useState(0)
  const count = Math.max(1, Math.ceil(rows.length / pageSize))
  const page = Math.min(chosen, count - 1)
  const first = page * pageSize
  return {
    page,
    count,
    show,
    /** Index of the first row of the page. */
    first,
    rows: rows.slice(first, first + pageSize),
    /** The next page with one of these rows, counted from the given page and beginning anew after the last one. */
    pageWith: (keys: ReadonlySet<number>, from: number) => {
      const pages = new Set(
        rows.flatMap(({ key }, index) => (keys.has(key) ? [Math.floor(index / pageSize)] : [])),
      )
      return (
        Array.from({ length: count }, (_, step) => (from + step) % count).find(it => pages.has(it)) ?? page
      )
    },
  }
}

export type GridPages = ReturnType<typeof useGridPages>
