import { type RefObject, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { newLawyer } from '../../../resources/lawyers/index.ts'
import { useShownLanguage } from '../../shell/language/useLanguage.ts'
import { useIdleValue } from '../../fields/useIdleValue.ts'
import { usePersisted } from '../../form/usePersisted.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { type Cells, type NamedChoice, type ImportColumn, columnsFor } from './columns.ts'
import type { Person } from './CreatedPeople.tsx'
import { restoredRows } from './restoredRows.ts'
import {
  type Check,
  checkerFor,
  duplicatesIn,
  emptyCells,
  errorsIn,
  isBlank,
  type Row,
  takenBy,
} from './rows.ts'
import { type CreationOutcome, useCreate } from './useCreate.ts'
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

const useRows = (offices: readonly NamedChoice[]) => {
  const language = useShownLanguage()
  const { translate } = language
  const columns = useMemo(() => columnsFor(offices, language), [offices, language])
  const check = useMemo(() => checkerFor(columns, translate), [columns, translate])
  // In the language it was begun in, as its rows are: in another one they would be no blank ones.
  const [personType] = useState(() => translate(newLawyer.personType.options[0][1]))
  const empty = useMemo(
    () => emptyCells(offices.length === 1 ? offices[0]!.name : '', personType),
    [offices, personType],
  )
  const [{ rows, notice }, change] = useGrid(empty)
  const rules = useMemo(() => ({ columns, check, empty }), [columns, check, empty])
  // All of them are looked at for every key: that comes after it.
  const followed = useIdleValue(rows)
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

/** Those who were created. Their passwords are told once, so that it matters whether they were copied. */
const useCreated = () => {
  const [people, setPeople] = useState<readonly Person[]>([])
  const [batchIds, setBatchIds] = useState<readonly number[]>([])
  const [isCopied, setCopied] = useState(false)
  return {
    people,
    hasSecrets: people.length > 0 && !isCopied,
    batchIds,
    add: ({ people: more, batchId }: CreationOutcome) => {
      setPeople([...people, ...more.values()])
      if (batchId !== null) setBatchIds([...batchIds, batchId])
      setCopied(false)
    },
    markCopied: () => setCopied(true),
    close: () => {
      setPeople([])
      setBatchIds([])
    },
  }
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

/** Those who were not made, with what was said of them. */
const leftAfter = (
  { rows, columns, empty, translate }: Grid,
  { people, refused, hinted }: CreationOutcome,
) => {
  const saidOf = takenBy(
    rows.filter(row => people.has(row.key)),
    columns,
    translate,
  )
  return rows
    .filter(row => !people.has(row.key))
    .map(row => ({
      ...row,
      isChecked: !isBlank(row, empty),
      refused: { ...row.refused, ...refused.get(row.key), ...saidOf(row) },
      hinted: hinted.get(row.key) ?? row.hinted,
    }))
}

/** Checks the rows or creates their accounts; what the server refuses stays, with the reason at its cell. */
const useSubmit = (grid: Grid, created: ReturnType<typeof useCreated>, { table, result }: FocusTargets) => {
  const { columns, empty, change, filled, right, faults, judgeNow } = grid
  const [isAll, setAll] = useState(false)
  const [passed, setPassed] = useState(0)
  const [isFromFile, setFromFile] = useState(false)
  const { send, isSending, done, failure } = useCreate(columns)

  const { focusWrong, focusNextWrong } = wrongFocus(table)

  const settle = (outcome: CreationOutcome) => {
    const { people } = outcome
    const rest = leftAfter(grid, outcome)
    const isDone = rest.every(row => isBlank(row, empty))
    flushSync(() => {
      change({ type: 'replace', rows: isDone ? freshRows(empty) : rest })
      if (people.size > 0) created.add(outcome)
    })
    // The passwords first: they are told once.
    if (people.size > 0) result.current?.querySelector('h2')?.focus()
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

/** The grid, what was kept of it, who was created from it, and the way to create them. */
export const useNewPeople = (offices: readonly NamedChoice[], targets: FocusTargets) => {
  const grid = useRows(offices)
  const draft = useDraft(grid)
  const created = useCreated()
  const { edit, bar } = useSubmit(grid, created, targets)
  return { grid, draft, created, edit, bar }
}
