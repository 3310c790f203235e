import { useTranslate } from 'ra-core'
import { useDeferredValue, useMemo } from 'react'

import type { Translate } from '../../resources/kit/translate.ts'
import type { CellTexts, ImportColumn } from './columns.ts'
import {
  type RowCheck,
  createRowCheck,
  findDuplicateRows,
  rowErrors,
  isBlankRow,
  type GridRowData,
} from './rows.ts'
import { useGrid } from './useGrid.ts'

type Rules = { columns: readonly ImportColumn[]; check: RowCheck; empty: CellTexts }

/** The filled rows, those of them that are valid, and the errors of the others. */
const checkRows = (rows: readonly GridRowData[], { columns, check, empty }: Rules, translate: Translate) => {
  const duplicates = findDuplicateRows(rows, columns, translate)
  const filled = rows.filter(row => !isBlankRow(row, empty))
  const results = filled.map(row => ({
    row,
    errors: rowErrors(row, check, duplicates.get(row.key), translate),
  }))
  const valid = results.filter(({ errors }) => Object.keys(errors).length === 0).map(({ row }) => row)
  /** Faulty rows for the file to download: their texts, and a sentence with all errors. */
  const faultyRows = results.flatMap(({ row, errors }) => {
    const sentences = columns.flatMap(({ name, label }) =>
      errors[name] ? [translate('%{label}：%{text}', { label: label, text: errors[name] })] : [],
    )
    return row.isChecked && sentences.length > 0
      ? [{ cells: row.cells, reason: sentences.join(translate('；')) }]
      : []
  })
  const wrongKeys = new Set(
    results.flatMap(({ row, errors }) => (row.isChecked && Object.keys(errors).length > 0 ? [row.key] : [])),
  )
  return { duplicates, filled, valid, faultyRows, wrongKeys }
}

/**
 * Rows with their errors. Errors are computed with a delay (`useDeferredValue`); `checkNow` computes them for the
 * current rows.
 */
export const useCheckedRows = (columns: readonly ImportColumn[], empty: CellTexts) => {
  const translate = useTranslate()
  const check = useMemo(() => createRowCheck(columns, translate), [columns, translate])
  const [{ rows, notice }, change] = useGrid(empty)
  const rules = useMemo(() => ({ columns, check, empty }), [columns, check, empty])
  // All rows are checked after each key press, so the check is deferred until the key is painted.
  const deferredRows = useDeferredValue(rows)
  const results = useMemo(() => checkRows(deferredRows, rules, translate), [deferredRows, rules, translate])
  return {
    ...rules,
    ...results,
    checkNow: () => checkRows(rows, rules, translate),
    rows,
    notice,
    change,
    translate,
  }
}

export type CheckedRows = ReturnType<typeof useCheckedRows>
