import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

import { CallError, unreachableFailure } from '../../providers/envelope.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { failureOf } from '../form/failure.ts'
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

/** Moves the focus in an effect, since the same render marks the cells as wrong or shows what was created. */
const useFocusTarget = ({ table, result }: FocusTargets) => {
  const { focusWrong, focusNextWrong } = wrongFocus(table)
  const [focusTarget, setFocusTarget] = useState<{ isResult: boolean } | null>(null)
  const focus = useEffectEvent(({ isResult }: { isResult: boolean }) =>
    isResult ? result.current?.querySelector('h2')?.focus() : focusWrong(),
  )
  useEffect(() => {
    if (focusTarget) focus(focusTarget)
  }, [focusTarget])
  return { setFocusTarget, focusNextWrong }
}

/** The result of sending rows. */
export type BatchOutcome = {
  /** The rows that were made, by their keys. */
  made: ReadonlySet<number>
  refused: ReadonlyMap<number, Said>
  hinted: ReadonlyMap<number, Said>
  /** Why the rest was not sent, after a part had been made. */
  error?: unknown
}

export type How = { mode: 'partial' | 'all'; isOnlyCheck: boolean; isFromFile: boolean; left: number }

type Attempt = { rows: readonly Row[]; how: How }

export type Sending<O extends BatchOutcome> = {
  /** Sends rows to be checked or made; rejects when nothing came of it. */
  send: (rows: readonly Row[], how: How) => Promise<O>
  /** How many rows were sent. */
  done: number
  /** What to tell the user when the server did not answer, and so may have made records. */
  noAnswer: string
}

/** Sends rows; a request that got no answer may have been carried out, unless it was for a check only. */
const useSend = <O extends BatchOutcome>({ send, done, noAnswer }: Sending<O>, translate: Translate) => {
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: ({ rows, how }: Attempt) => send(rows, how),
  })
  const cause = error ?? data?.error
  const isUnanswered = cause instanceof CallError && cause.code === unreachableFailure.code
  const failure = cause ? failureOf(cause, translate) : null
  return {
    mutate,
    isSending: isPending,
    done,
    failure:
      failure && isUnanswered && !variables?.how.isOnlyCheck ? { ...failure, message: noAnswer } : failure,
  }
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
  const { mutate, ...state } = useSend(sending, grid.translate)
  const { setFocusTarget, focusNextWrong } = useFocusTarget({ table, result })

  const settle = (outcome: O) => {
    const rest = leftAfter(grid, outcome)
    const isDone = rest.every(row => isBlank(row, empty))
    change({ type: 'replace', rows: isDone ? freshRows(empty) : rest })
    if (outcome.made.size > 0) onMade(outcome)
    // Created records stand first, because their initial passwords are shown only once.
    setFocusTarget({ isResult: outcome.made.size > 0 })
  }

  const submit = (isOnlyCheck: boolean) => {
    setPassed(0)
    const { filled, right } = judgeNow()
    change({ type: 'check', keys: new Set(filled.map(row => row.key)) })
    if (right.length === 0 || (isAll && !isOnlyCheck && right.length < filled.length))
      return setFocusTarget({ isResult: false })
    const left = filled.length - right.length
    const how = { mode: isAll ? 'all' : 'partial', isOnlyCheck, isFromFile, left } as const
    mutate(
      { rows: right, how },
      {
        onSuccess: outcome => {
          if (isOnlyCheck && outcome.refused.size === 0) setPassed(right.length)
          settle(outcome)
        },
      },
    )
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
    ...state,
    onNextWrong: focusNextWrong,
    onDiscard: () => edit({ type: 'replace', rows: freshRows(empty) }),
    onCheck: () => submit(true),
    onCreate: () => submit(false),
  }
  return { edit, bar }
}
