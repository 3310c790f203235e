import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import { CallError, unreachableFailure } from '../../providers/envelope.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { failureOf } from '../form/saving/failure.ts'
import { isBlankRow, type GridRowData, type CellMessages, uniqueValueErrors } from './rows.ts'
import { type GridChange, createInitialRows } from './useGrid.ts'
import type { CheckedRows } from './useCheckedRows.ts'
import type { GridPages } from './useGridPages.ts'

/** Where the focus moves after checking or creating. */
type FocusTargets = { table: RefObject<HTMLTableElement | null>; result: RefObject<HTMLDivElement | null> }

const wrongCellsIn = (table: FocusTargets['table']) => [
  ...(table.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []),
]

type FocusTarget = 'result' | 'firstWrong'

/** Moves the focus in an effect, because the same render marks invalid cells or shows the created records. */
const useFocusTarget = (grid: CheckedRows, pages: GridPages, { table, result }: FocusTargets) => {
  const [focusTarget, setFocusTarget] = useState<{ target: FocusTarget } | null>(null)
  const isAwaited = useRef(false)
  const showWrong = (page: number) => {
    if (page === pages.page) return wrongCellsIn(table)[0]?.focus()
    isAwaited.current = true
    pages.show(page)
  }
  useEffect(() => {
    if (!isAwaited.current) return
    isAwaited.current = false
    wrongCellsIn(table)[0]?.focus()
  }, [pages.page, table])
  const focus = useEffectEvent(({ target }: { target: FocusTarget }) => {
    if (target === 'result') result.current?.querySelector('h2')?.focus()
    else showWrong(pages.pageWith(grid.checkNow().wrongKeys, 0))
  })
  useEffect(() => {
    if (focusTarget) focus(focusTarget)
  }, [focusTarget])
  /** Focuses the next invalid cell after the focused one, and continues with the next page and then with the first. */
  const focusNextWrong = () => {
    const focused = document.activeElement
    const isAfter = (it: HTMLElement) =>
      focused !== null && (focused.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    const isInTable = table.current?.contains(focused) ?? false
    const wrong = wrongCellsIn(table)
    const next = isInTable ? wrong.find(isAfter) : wrong[0]
    if (next) next.focus()
    else showWrong(pages.pageWith(grid.checkNow().wrongKeys, pages.page + 1))
  }
  return { setFocusTarget: (target: FocusTarget) => setFocusTarget({ target }), focusNextWrong }
}

export type BatchOutcome = {
  /** Keys of the rows whose records were created. */
  made: ReadonlySet<number>
  refused: ReadonlyMap<number, CellMessages>
  hinted: ReadonlyMap<number, CellMessages>
  /** Error that stopped sending after some records had been created. */
  error?: unknown
}

export type BatchOptions = {
  mode: 'partial' | 'all'
  isOnlyCheck: boolean
  isFromFile: boolean
  left: number
}

type Attempt = { rows: readonly GridRowData[]; how: BatchOptions }

export type BatchSender<O extends BatchOutcome> = {
  /** Sends rows to be checked or created; rejects if nothing was created. */
  send: (rows: readonly GridRowData[], how: BatchOptions) => Promise<O>
  /** Number of rows sent so far. */
  sentCount: number
  /** Message if the server did not answer, so that records may have been created. */
  noAnswer: string
}

/** Sends rows. If a request got no answer, the records may have been created, except by a check. */
const useSend = <O extends BatchOutcome>(
  { send, sentCount, noAnswer }: BatchSender<O>,
  translate: Translate,
) => {
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: ({ rows, how }: Attempt) => send(rows, how),
  })
  const cause = error ?? data?.error
  const isUnanswered = cause instanceof CallError && cause.code === unreachableFailure.code
  const failure = cause ? failureOf(cause, translate) : null
  return {
    mutate,
    isSending: isPending,
    sentCount,
    failure:
      failure && isUnanswered && !variables?.how.isOnlyCheck ? { ...failure, message: noAnswer } : failure,
  }
}

/** The rows that were not created, with the server's messages. */
const remainingRows = (
  { rows, columns, empty, translate }: CheckedRows,
  { made, refused, hinted }: BatchOutcome,
) => {
  const takenErrors = uniqueValueErrors(
    rows.filter(row => made.has(row.key)),
    columns,
    translate,
  )
  return rows
    .filter(row => !made.has(row.key))
    .map(row => ({
      ...row,
      isChecked: !isBlankRow(row, empty),
      refused: { ...row.refused, ...refused.get(row.key), ...takenErrors(row) },
      hinted: hinted.get(row.key) ?? row.hinted,
    }))
}

export type SubmitOptions<O extends BatchOutcome> = FocusTargets & {
  sending: BatchSender<O>
  /** Called after records were created and their rows removed. */
  onMade: (outcome: O) => void
  /** Whether all rows are created in one transaction, so that an error in one of them creates none. */
  isAllOnly: boolean
}

/** Checks the rows or creates their records; rows that the server refuses stay, with the reasons at their cells. */
export const useSubmit = <O extends BatchOutcome>(
  grid: CheckedRows,
  pages: GridPages,
  { sending, onMade, isAllOnly, ...focusTargets }: SubmitOptions<O>,
) => {
  const { empty, change, filled, valid, faultyRows, checkNow } = grid
  const [isAll, setAll] = useState(isAllOnly)
  const [passedCount, setPassedCount] = useState(0)
  const [isFromFile, setFromFile] = useState(false)
  const { mutate, ...state } = useSend(sending, grid.translate)
  const { setFocusTarget, focusNextWrong } = useFocusTarget(grid, pages, focusTargets)

  const showOutcome = (outcome: O) => {
    const rest = remainingRows(grid, outcome)
    const isDone = rest.every(row => isBlankRow(row, empty))
    change({ type: 'replace', rows: isDone ? createInitialRows(empty) : rest })
    if (outcome.made.size > 0) onMade(outcome)
    // Created records get the focus, because their initial passwords are shown only once.
    setFocusTarget(outcome.made.size > 0 ? 'result' : 'firstWrong')
  }

  const submit = (isOnlyCheck: boolean) => {
    setPassedCount(0)
    const { filled, valid } = checkNow()
    change({ type: 'check', keys: new Set(filled.map(row => row.key)) })
    if (valid.length === 0 || (isAll && !isOnlyCheck && valid.length < filled.length))
      return setFocusTarget('firstWrong')
    const mode = isAll ? 'all' : 'partial'
    mutate(
      { rows: valid, how: { mode, isOnlyCheck, isFromFile, left: filled.length - valid.length } },
      {
        onSuccess: outcome => {
          if (isOnlyCheck && outcome.refused.size === 0) setPassedCount(valid.length)
          showOutcome(outcome)
        },
      },
    )
  }

  const edit = (next: GridChange) => {
    setPassedCount(0)
    setFromFile(before => before || next.type === 'import')
    change(next)
  }
  const barProps = {
    count: filled.length,
    /** Number of rows that would be created now. */
    validCount: isAll && valid.length < filled.length ? 0 : valid.length,
    invalidCount: faultyRows.length,
    passedCount,
    isAll,
    onAll: setAll,
    ...state,
    onNextWrong: focusNextWrong,
    onDiscard: () => edit({ type: 'replace', rows: createInitialRows(empty) }),
    onCheck: () => submit(true),
    onCreate: () => submit(false),
  }
  return { edit, barProps }
}
