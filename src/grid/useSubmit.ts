import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'

import type { SaveFailure } from '../form/failure.ts'
import { isBlank, type Row, type Said, takenBy } from './rows.ts'
import { type Change, freshRows } from './useGrid.ts'
import type { JudgedRows } from './useJudgedRows.ts'

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

/** The result of sending rows. */
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
  /** How many rows were sent. */
  done: number
  failure: SaveFailure | null
}

/** The rows that were not made, with what was said of them. */
const leftAfter = (
  { rows, columns, empty, translate }: JudgedRows,
  { made, refused, hinted }: BatchOutcome,
) => {
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

export type SubmitOptions<O extends BatchOutcome> = FocusTargets & {
  sending: Sending<O>
  /** Called when created rows are removed from the grid. */
  onMade: (outcome: O) => void
  /** The rows are created in one transaction: an error in one of them creates none. */
  isAllOnly: boolean
}

/** Checks the rows or makes records of them; what the server refuses stays, with the reason at its cell. */
export const useSubmit = <O extends BatchOutcome>(grid: JudgedRows, options: SubmitOptions<O>) => {
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
    // Created records stand first, because their initial passwords are shown only once.
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
    /** How many rows would be created now. */
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
