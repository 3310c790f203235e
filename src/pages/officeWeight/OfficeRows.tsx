import { useLayoutEffect, useRef, useState } from 'react'

import { type Arrangement, type Facts, type Item, moved, ordered, replaced } from './arrangement.ts'
import { OfficeRow } from './OfficeRow.tsx'
import { useDrag } from './useDrag.ts'

type Props = { arrangement: Arrangement; facts: Facts; onChange: (items: Item[]) => void }

/** The rows that may be moved, and how; those that are pinned stand above them. */
const useMoves = ({ arrangement, facts, onChange }: Props) => {
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  const isPinned = (it: Item) => arrangement.pinMain === 1 && facts.get(it.organizationId)?.isMain === 1
  const rows = ordered(arrangement, facts)
  const pinned = rows.filter(isPinned)
  const free = rows.filter(it => !isPinned(it))
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= free.length) return
    onChange(replaced(arrangement.items, moved(free, from, to)))
    setSaid(`${free[from]!.name}移到第 ${pinned.length + to + 1} 位`)
  }
  const drag = useDrag(list, '.weight-row.is-free', move)
  // A row that is moved in the document loses the focus of its button.
  useLayoutEffect(() => {
    if (focused.current) list.current?.querySelector<HTMLElement>(focused.current)?.focus()
    focused.current = null
  })
  const dragged = drag.from === null ? undefined : free[drag.from]
  const shown =
    dragged && drag.from !== null ? free.toSpliced(drag.from, 1).toSpliced(drag.to!, 0, dragged) : free
  const movesOf = (item: Item) => {
    const from = free.indexOf(item)
    if (arrangement.mode !== 1 || from < 0) return null
    return {
      isFirst: from === 0,
      isLast: from === free.length - 1,
      onStart: drag.start(from),
      onMove: (by: -1 | 1) => {
        focused.current = `[data-office="${item.organizationId}"] [data-move="${by}"]`
        move(from, from + by)
      },
    }
  }
  return { list, said, dragged, rows: [...pinned, ...shown], isPinned, movesOf }
}

/** The offices in their order, to be moved by pointer, by key, or by number. */
export const OfficeRows = (props: Props) => {
  const { arrangement, facts, onChange } = props
  const { list, said, dragged, rows, isPinned, movesOf } = useMoves(props)
  const isByHand = arrangement.mode === 1
  const marksOf = (it: Item) =>
    [isPinned(it) ? '置顶' : '', facts.has(it.organizationId) ? '' : '已停用'].filter(Boolean)
  return (
    <section className="form-section weight-offices" aria-label="律所顺序">
      <h2>律所顺序</h2>
      <div className="weight-head" aria-hidden>
        <span>权重</span>
        <span>小程序</span>
      </div>
      <ol ref={list} className={isByHand ? 'weight-rows is-by-hand' : 'weight-rows'}>
        {rows.map((item, index) => (
          <OfficeRow
            key={item.organizationId}
            item={item}
            place={index + 1}
            marks={marksOf(item)}
            isDragged={item === dragged}
            isByHand={isByHand}
            moves={movesOf(item)}
            onChange={next => onChange(replaced(arrangement.items, [next]))}
          />
        ))}
      </ol>
      <p className="weight-said" role="status">
        {said}
      </p>
    </section>
  )
}
