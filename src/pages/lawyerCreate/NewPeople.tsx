import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { DraftOffer } from '../../views/form/DraftOffer.tsx'
import { LeaveGuard } from '../../views/form/LeaveGuard.tsx'
import { useKept } from '../../views/form/useKept.ts'
import { type Cells, type Choice, columnsFor, names } from './columns.ts'
import { CreateBar } from './CreateBar.tsx'
import { CreatedPeople, type Person } from './CreatedPeople.tsx'
import { GridTable } from './GridTable.tsx'
import { checkerFor, doublesIn, emptyCells, faultsIn, isBlank, mostRows, type Row, rowOf } from './rows.ts'
import { type Outcome, useCreate } from './useCreate.ts'
import { freshRows, useGrid } from './useGrid.ts'

const cellsFrom = (value: unknown, empty: Cells): Cells => {
  const kept = (value ?? {}) as Record<string, unknown>
  const known = names.filter(name => typeof kept[name] === 'string')
  return { ...empty, ...Object.fromEntries(known.map(name => [name, kept[name]])) }
}

/** The grid with everything around it: what was kept, what was made, and the way to make it. */
export const NewPeople = ({ offices }: { offices: readonly Choice[] }) => {
  const columns = useMemo(() => columnsFor(offices), [offices])
  const check = useMemo(() => checkerFor(columns), [columns])
  const empty = useMemo(() => emptyCells(offices.length === 1 ? offices[0]!.name : ''), [offices])
  const [{ rows, notice }, change] = useGrid(empty)
  const [people, setPeople] = useState<readonly Person[]>([])
  const [isCopied, setCopied] = useState(false)
  const [isAll, setAll] = useState(false)
  const [passed, setPassed] = useState(0)
  const { send, isSending, failure } = useCreate(columns)
  const table = useRef<HTMLTableElement>(null)
  const result = useRef<HTMLDivElement>(null)

  const filled = rows.filter(it => !isBlank(it, empty))
  const doubles = useMemo(() => doublesIn(rows, columns), [rows, columns])
  const isRight = (row: Row) => Object.keys(faultsIn(row, check, doubles.get(row.key))).length === 0
  const wrong = filled.filter(it => it.isChecked && !isRight(it)).length

  const kept = useMemo(() => {
    const written = rows.filter(it => !isBlank(it, empty)).map(it => it.cells)
    return written.length > 0 ? { rows: written } : null
  }, [rows, empty])
  const draft = useKept({ values: kept, version: null })
  const restore = () => {
    const list = draft.offered?.values['rows']
    const restored = Array.isArray(list) ? list.slice(0, mostRows).map(it => rowOf(cellsFrom(it, empty))) : []
    if (restored.length > 0) change({ type: 'replace', rows: restored })
    draft.close()
  }

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

  return (
    <div className="new-people">
      <div ref={result}>
        {people.length > 0 && (
          <CreatedPeople people={people} onCopied={() => setCopied(true)} onClose={() => setPeople([])} />
        )}
      </div>
      {draft.offered && <DraftOffer offered={draft.offered} restore={restore} forget={draft.forget} />}
      <p className="grid-hint">
        可从 Excel 或 WPS 复制多行后直接粘贴,首行是表头时按表头填入。
        <span className="grid-keys">回车到下一行,方向键移动,Ctrl+D 填入上一行的内容。</span>
      </p>
      <GridTable
        table={table}
        rows={rows}
        columns={columns}
        check={check}
        empty={empty}
        isBusy={isSending}
        onChange={next => {
          setPassed(0)
          change(next)
        }}
      />
      <div className="grid-foot">
        <button
          type="button"
          className="button"
          disabled={rows.length >= mostRows}
          onClick={() => change({ type: 'add', empty })}
        >
          添加一行
        </button>
        <p role="status">
          {notice?.text}
          {notice?.before && (
            <button type="button" className="button button-link" onClick={() => change({ type: 'undo' })}>
              撤销
            </button>
          )}
        </p>
      </div>
      <CreateBar
        count={filled.length}
        wrong={wrong}
        passed={passed}
        isAll={isAll}
        onAll={setAll}
        isSending={isSending}
        failure={failure}
        onCheck={() => void submit(true)}
        onCreate={() => void submit(false)}
      />
      <Guards
        hasRows={filled.length > 0}
        hasSecrets={people.length > 0 && !isCopied}
        onLeave={draft.forget}
      />
    </div>
  )
}

type GuardProps = { hasRows: boolean; hasSecrets: boolean; onLeave: () => void }

const Guards = ({ hasRows, hasSecrets, onLeave }: GuardProps) =>
  hasSecrets ? (
    <LeaveGuard
      isChanged
      onLeave={onLeave}
      title="初始密码还没有复制"
      text="离开后不能再次查看这些初始密码,只能逐个重置。"
    />
  ) : (
    <LeaveGuard isChanged={hasRows} onLeave={onLeave} />
  )
