import { type RefObject, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { usePersisted } from '../../views/form/usePersisted.ts'
import { type Choice, columnsFor } from './columns.ts'
import type { Person } from './CreatedPeople.tsx'
import { restoredRows } from './restoredRows.ts'
import { checkerFor, duplicatesIn, emptyCells, errorsIn, isBlank, type Row } from './rows.ts'
import { type Outcome, useCreate } from './useCreate.ts'
import { type Change, freshRows, useGrid } from './useGrid.ts'

const useRows = (offices: readonly Choice[]) => {
  const columns = useMemo(() => columnsFor(offices), [offices])
  const check = useMemo(() => checkerFor(columns), [columns])
  const empty = useMemo(() => emptyCells(offices.length === 1 ? offices[0]!.name : ''), [offices])
  const [{ rows, notice }, change] = useGrid(empty)
  const doubles = useMemo(() => duplicatesIn(rows, columns), [rows, columns])
  const filled = useMemo(() => rows.filter(row => !isBlank(row, empty)), [rows, empty])
  const isRight = (row: Row) => Object.keys(errorsIn(row, check, doubles.get(row.key))).length === 0
  return { columns, check, empty, rows, notice, change, doubles, filled, isRight }
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

/** Those who were created. Their passwords are told once, so that it matters whether they were copied. */
const useCreated = () => {
  const [people, setPeople] = useState<readonly Person[]>([])
  const [isCopied, setCopied] = useState(false)
  return {
    people,
    hasSecrets: people.length > 0 && !isCopied,
    add: (more: Iterable<Person>) => {
      setPeople([...people, ...more])
      setCopied(false)
    },
    markCopied: () => setCopied(true),
    close: () => setPeople([]),
  }
}

/** Where the focus goes: to what is wrong, or to what was created. */
type FocusTargets = { table: RefObject<HTMLTableElement | null>; result: RefObject<HTMLDivElement | null> }

/** Checks the rows or creates their accounts; what the server refuses stays, with the reason at its cell. */
const useSubmit = (grid: Grid, created: ReturnType<typeof useCreated>, { table, result }: FocusTargets) => {
  const { columns, empty, rows, change, filled, isRight } = grid
  const [isAll, setAll] = useState(false)
  const [passed, setPassed] = useState(0)
  const { send, isSending, failure } = useCreate(columns)

  const focusWrong = () => table.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

  const settle = ({ people, refused }: Outcome) => {
    const rest = rows
      .filter(row => !people.has(row.key))
      .map(row => ({ ...row, isChecked: !isBlank(row, empty), refused: refused.get(row.key) ?? row.refused }))
    const isDone = rest.every(row => isBlank(row, empty))
    flushSync(() => {
      change({ type: 'replace', rows: isDone ? freshRows(empty) : rest })
      if (people.size > 0) created.add(people.values())
    })
    // The passwords first: they are told once.
    if (people.size > 0) result.current?.querySelector('h2')?.focus()
    else focusWrong()
  }

  const submit = async (isOnlyCheck: boolean) => {
    setPassed(0)
    flushSync(() => change({ type: 'check', keys: new Set(filled.map(row => row.key)) }))
    const right = filled.filter(isRight)
    if (right.length === 0 || (isAll && !isOnlyCheck && right.length < filled.length)) return focusWrong()
    const outcome = await send(right, isAll ? 'all' : 'partial', isOnlyCheck)
    if (!outcome) return
    if (isOnlyCheck && outcome.refused.size === 0) setPassed(right.length)
    settle(outcome)
  }

  const edit = (next: Change) => {
    setPassed(0)
    change(next)
  }
  const bar = {
    count: filled.length,
    /** So many would be created now. */
    right: isAll && !filled.every(isRight) ? 0 : filled.filter(isRight).length,
    wrong: filled.filter(row => row.isChecked && !isRight(row)).length,
    passed,
    isAll,
    onAll: setAll,
    isSending,
    failure,
    onCheck: () => void submit(true),
    onCreate: () => void submit(false),
  }
  return { edit, bar }
}

/** The grid, what was kept of it, who was created from it, and the way to create them. */
export const useNewPeople = (offices: readonly Choice[], targets: FocusTargets) => {
  const grid = useRows(offices)
  const draft = useDraft(grid)
  const created = useCreated()
  const { edit, bar } = useSubmit(grid, created, targets)
  return { grid, draft, created, edit, bar }
}
