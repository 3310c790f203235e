import { type RefObject, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { useKept } from '../../views/form/useKept.ts'
import { type Cells, type Choice, columnsFor, names } from './columns.ts'
import type { Person } from './CreatedPeople.tsx'
import { checkerFor, doublesIn, emptyCells, faultsIn, isBlank, mostRows, type Row, rowOf } from './rows.ts'
import { type Outcome, useCreate } from './useCreate.ts'
import { type Change, freshRows, useGrid } from './useGrid.ts'

const cellsFrom = (value: unknown, empty: Cells): Cells => {
  const kept = (value ?? {}) as Record<string, unknown>
  const known = names.filter(name => typeof kept[name] === 'string')
  return { ...empty, ...Object.fromEntries(known.map(name => [name, kept[name]])) }
}

/** The rows as they were kept; nothing where they can't be read any more. */
const restoredFrom = (values: Record<string, unknown> | undefined, empty: Cells): Row[] => {
  const list = values?.['rows']
  return Array.isArray(list) ? list.slice(0, mostRows).map(it => rowOf(cellsFrom(it, empty))) : []
}

const useRows = (offices: readonly Choice[]) => {
  const columns = useMemo(() => columnsFor(offices), [offices])
  const check = useMemo(() => checkerFor(columns), [columns])
  const empty = useMemo(() => emptyCells(offices.length === 1 ? offices[0]!.name : ''), [offices])
  const [{ rows, notice }, change] = useGrid(empty)
  const doubles = useMemo(() => doublesIn(rows, columns), [rows, columns])
  const filled = useMemo(() => rows.filter(it => !isBlank(it, empty)), [rows, empty])
  const isRight = (row: Row) => Object.keys(faultsIn(row, check, doubles.get(row.key))).length === 0
  return { columns, check, empty, rows, notice, change, doubles, filled, isRight }
}

/** Where the focus goes: to what is wrong, or to what was made. */
type Places = { table: RefObject<HTMLTableElement | null>; result: RefObject<HTMLDivElement | null> }

/** Everything the page knows and does: rows, what was kept of them, who was made, and the way to make them. */
export const useNewPeople = (offices: readonly Choice[], { table, result }: Places) => {
  const grid = useRows(offices)
  const { columns, empty, rows, change, filled, isRight } = grid
  const [people, setPeople] = useState<readonly Person[]>([])
  const [isCopied, setCopied] = useState(false)
  const [isAll, setAll] = useState(false)
  const [passed, setPassed] = useState(0)
  const { send, isSending, failure } = useCreate(columns)
  const kept = useMemo(() => (filled.length > 0 ? { rows: filled.map(it => it.cells) } : null), [filled])
  const draft = useKept({ values: kept, version: null })

  const focusWrong = () => table.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

  const settle = ({ people: made, refused }: Outcome) => {
    const rest = rows
      .filter(it => !made.has(it.key))
      .map(it => ({ ...it, isChecked: !isBlank(it, empty), refused: refused.get(it.key) ?? it.refused }))
    const isDone = rest.every(it => isBlank(it, empty))
    flushSync(() => {
      change({ type: 'replace', rows: isDone ? freshRows(empty) : rest })
      if (made.size === 0) return
      setPeople([...people, ...made.values()])
      setCopied(false)
    })
    // The passwords first: they are told once.
    if (made.size > 0) result.current?.querySelector('h2')?.focus()
    else focusWrong()
  }

  const submit = async (isOnlyCheck: boolean) => {
    setPassed(0)
    flushSync(() => change({ type: 'check', keys: new Set(filled.map(it => it.key)) }))
    const right = filled.filter(isRight)
    if (right.length === 0 || (isAll && !isOnlyCheck && right.length < filled.length)) return focusWrong()
    const outcome = await send(right, isAll ? 'all' : 'partial', isOnlyCheck)
    if (!outcome) return
    if (isOnlyCheck && outcome.refused.size === 0) setPassed(right.length)
    settle(outcome)
  }

  return {
    ...grid,
    people,
    hasSecrets: people.length > 0 && !isCopied,
    markCopied: () => setCopied(true),
    closeResult: () => setPeople([]),
    draft: {
      ...draft,
      restore: () => {
        const restored = restoredFrom(draft.offered?.values, empty)
        if (restored.length > 0) change({ type: 'replace', rows: restored })
        draft.close()
      },
    },
    edit: (next: Change) => {
      setPassed(0)
      change(next)
    },
    bar: {
      count: filled.length,
      wrong: filled.filter(it => it.isChecked && !isRight(it)).length,
      passed,
      isAll,
      onAll: setAll,
      isSending,
      failure,
      onCheck: () => void submit(true),
      onCreate: () => void submit(false),
    },
  }
}
