import { useTranslate } from 'ra-core'
import { useDeferredValue, useMemo } from 'react'

import type { Translate } from '../../resources/kit/translate.ts'
import type { Cells, ImportColumn } from './columns.ts'
import { type Check, checkerFor, duplicatesIn, errorsIn, isBlank, type Row } from './rows.ts'
import { useGrid } from './useGrid.ts'

type Rules = { columns: readonly ImportColumn[]; check: Check; empty: Cells }

/** The filled rows as records to create, and the errors of their cells. */
const judge = (rows: readonly Row[], { columns, check, empty }: Rules, translate: Translate) => {
  const doubles = duplicatesIn(rows, columns, translate)
  const filled = rows.filter(row => !isBlank(row, empty))
  const judged = filled.map(row => ({ row, wrong: errorsIn(row, check, doubles.get(row.key), translate) }))
  const right = judged.filter(({ wrong }) => Object.keys(wrong).length === 0).map(({ row }) => row)
  /** Faulty rows for the downloaded file: the cells, and one sentence that names each error. */
  const faults = judged.flatMap(({ row, wrong }) => {
    const sentences = columns.flatMap(({ name, label }) =>
      wrong[name] ? [translate('%{label}：%{text}', { label: label, text: wrong[name] })] : [],
    )
    return row.isChecked && sentences.length > 0
      ? [{ cells: row.cells, reason: sentences.join(translate('；')) }]
      : []
  })
  return { doubles, filled, right, faults }
}

/** State of the rows with the errors of their cells. Errors lag behind typing (`useDeferredValue`); `judgeNow` computes them for the current rows. */
export const useJudgedRows = (columns: readonly ImportColumn[], empty: Cells) => {
  const translate = useTranslate()
  const check = useMemo(() => checkerFor(columns, translate), [columns, translate])
  const [{ rows, notice }, change] = useGrid(empty)
  const rules = useMemo(() => ({ columns, check, empty }), [columns, check, empty])
  // Every row is checked again after each key press, so the check is deferred until the key is painted.
  const followed = useDeferredValue(rows)
  const judged = useMemo(() => judge(followed, rules, translate), [followed, rules, translate])
  return {
    ...rules,
    ...judged,
    judgeNow: () => judge(rows, rules, translate),
    rows,
    notice,
    change,
    translate,
  }
}

export type JudgedRows = ReturnType<typeof useJudgedRows>
