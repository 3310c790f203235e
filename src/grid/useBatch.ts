import { useTranslate } from 'ra-core'
import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { usePersisted } from '../form/usePersisted.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { Cells, ImportColumn } from './columns.ts'
import { restoredRows } from './restoredRows.ts'
import {
  type Check,
  checkerFor,
  duplicatesIn,
  errorsIn,
  isBlank,
  type Row,
  type Said,
  takenBy,
} from './rows.ts'
import type { SaveFailure } from '../form/failure.ts'
import { type Change, freshRows, useGrid } from './useGrid.ts'

type Rules = { columns: readonly ImportColumn[]; check: Check; empty: Cells }

/** Who was written into the rows, and what is wrong with them. */
const judge = (rows: readonly Row[], { columns, check, empty }: Rules, translate: Translate) => {
  const doubles = duplicatesIn(rows, columns, translate)
  const filled = rows.filter(row => !isBlank(row, empty))
  const judged = filled.map(row => ({ row, wrong: errorsIn(row, check, doubles.get(row.key), translate) }))
  const right = judged.filter(({ wrong }) => Object.keys(wrong).length === 0).map(({ row }) => row)
  /** As a file tells them: the cells, and a sentence with what is wrong in each. */
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

const useRows = (columns: readonly ImportColumn[], empty: Cells) => {
  const translate = useTranslate()
  const check = useMemo(() => checkerFor(columns, translate), [columns, translate])
  const [{ rows, notice }, change] = useGrid(empty)
  const rules = useMemo(() => ({ columns, check, empty }), [columns, check, empty])
  // All of them are looked at for every key: that comes after it.
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

type Grid = ReturnType<typeof useRows>

/** What was typed, kept in this browser until the accounts exist. */
const useDraft = ({ filled, empty, change }: Grid) => {
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

/** Where the focus goes: to what is wrong, or to what was created. */
type FocusTargets = { table: RefObject<HTMLTableElement | null>; result: RefObject<HTMLDivElement | null> }

const wrongFocus = (table: FocusTargets['table']) => {
  const wrongCells = () => [...(table.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
  const focusWrong = () => wrongCells()[0]?.focus()
  /** The first below the one that has the focus, and from the last on the first again. */
  const focusNextWrong = () => {
    const all = wrongCells()
    const here = document.activeElement
    const isAfter = (it: HTMLElement) =>
      here !== null && (here.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    const isInTable = table.current?.contains(here) ?? false
    ;((isInTable && all.find(isAfter)) || all[0])?.focus()
  }
  return { focusWrong, focusNextWrong }
}

/** What came of sending rows. */
export type BatchOutcome = {
  /** The rows that were made, by their keys. */
  made: ReadonlySet<number>
  refused: ReadonlyMap<number, Said>
  hinted: ReadonlyMap<number, Said>
}

export type How = { mode: 'partial' | 'all'; isOnlyCheck: boolean; isFromFile: boolean; left: number }

/** Sends rows to be checked or made; answers null when no answer came, and `failure` says why. */
export type Sending<O extends BatchOutcome> = {
  send: (rows: readonly Row[], how: How) => Promise<O | null>
  isSending: boolean
  /** So many rows were sent. */
  done: number
  failure: SaveFailure | null
}

/** The rows that were not made, with what was said of them. */
const leftAfter = ({ rows, columns, empty, translate }: Grid, { made, refused, hinted }: BatchOutcome) => {
  const saidOf = takenBy(
    rows.filter(row => made.has(row.key)),
    columns,
    translate,
  )
  return rows
    .filter(row => !made.has(row.key))
    .map(row => ({
      ...row,
      isChecked: !isBlank(row, empty),
      refused: { ...row.refused, ...refused.get(row.key), ...saidOf(row) },
      hinted: hinted.get(row.key) ?? row.hinted,
    }))
}

type Options<O extends BatchOutcome> = FocusTargets & {
  sending: Sending<O>
  /** Called while the rows that were made leave the grid. */
  onMade: (outcome: O) => void
  /** A faulty row keeps all others from being made. */
  isAllOnly: boolean
}

/** Checks the rows or makes records of them; what the server refuses stays, with the reason at its cell. */
const useSubmit = <O extends BatchOutcome>(grid: Grid, options: Options<O>) => {
  const { sending, onMade, isAllOnly, table, result } = options
  const { empty, change, filled, right, faults, judgeNow } = grid
  const [isAll, setAll] = useState(isAllOnly)
  const [passed, setPassed] = useState(0)
  const [isFromFile, setFromFile] = useState(false)
  const { send, isSending, done, failure } = sending

  const { focusWrong, focusNextWrong } = wrongFocus(table)

  const settle = (outcome: O) => {
    const rest = leftAfter(grid, outcome)
    const isDone = rest.every(row => isBlank(row, empty))
    flushSync(() => {
      change({ type: 'replace', rows: isDone ? freshRows(empty) : rest })
      if (outcome.made.size > 0) onMade(outcome)
    })
    // What was made first: passwords are told once.
    if (outcome.made.size > 0) result.current?.querySelector('h2')?.focus()
    else focusWrong()
  }

  const submit = async (isOnlyCheck: boolean) => {
    setPassed(0)
    const { filled, right } = judgeNow()
    flushSync(() => change({ type: 'check', keys: new Set(filled.map(row => row.key)) }))
    if (right.length === 0 || (isAll && !isOnlyCheck && right.length < filled.length)) return focusWrong()
    const outcome = await send(right, {
      mode: isAll ? 'all' : 'partial',
      isOnlyCheck,
      isFromFile,
      left: filled.length - right.length,
    })
    if (!outcome) return
    if (isOnlyCheck && outcome.refused.size === 0) setPassed(right.length)
    settle(outcome)
  }

  const edit = (next: Change) => {
    setPassed(0)
    setFromFile(before => before || next.type === 'import')
    change(next)
  }
  const bar = {
    count: filled.length,
    /** So many would be created now. */
    right: isAll && right.length < filled.length ? 0 : right.length,
    wrong: faults.length,
    passed,
    isAll,
    onAll: setAll,
    isSending,
    done,
    failure,
    onNextWrong: focusNextWrong,
    onCheck: () => void submit(true),
    onCreate: () => void submit(false),
  }
  return { edit, bar }
}

/** The grid, what was kept of it, and the way to make records of its rows. */
export const useBatch = <O extends BatchOutcome>(
  columns: readonly ImportColumn[],
  empty: Cells,
  options: Options<O>,
) => {
  const grid = useRows(columns, empty)
  const draft = useDraft(grid)
  const { edit, bar } = useSubmit(grid, options)
  return { grid, draft, edit, bar }
}
export type Batch = ReturnType<typeof useBatch>
