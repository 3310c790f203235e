import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { type Arrangement, type Facts, type Item, moved, ordered, replaced } from './arrangement.ts'
import { useDrag } from './useDrag.ts'
import { WeightInput } from './WeightInput.tsx'

type Props = { arrangement: Arrangement; facts: Facts; onChange: (items: Item[]) => void }

const Arrow = ({ isUp = false }) => (
  <svg viewBox="0 0 16 16" aria-hidden>
    <path d={isUp ? 'm4 10 4-4 4 4' : 'm4 6 4 4 4-4'} />
  </svg>
)

const Grip = () => (
  <svg viewBox="0 0 16 16" aria-hidden>
    <path d="M6 4v.01M6 8v.01M6 12v.01M10 4v.01M10 8v.01M10 12v.01" />
  </svg>
)

type RowProps = {
  item: Item
  place: number
  marks: readonly string[]
  isDragged: boolean
  isFree: boolean
  /** Handle and arrows, where the order is by hand. */
  handles: ReactNode
  arrows: ReactNode
  onChange: (item: Item) => void
}

const Row = ({ item, place, marks, isDragged, isFree, handles, arrows, onChange }: RowProps) => (
  <li
    className={`weight-row${isFree ? ' is-free' : ''}${isDragged ? ' is-dragged' : ''}${item.showStatus ? '' : ' is-hidden'}`}
    data-office={item.organizationId}
  >
    {handles}
    <span className="weight-place" aria-hidden>
      {place}
    </span>
    <span className="weight-name">
      {item.name}
      {marks.map(mark => (
        <span key={mark} className="chip">
          {mark}
        </span>
      ))}
    </span>
    {arrows}
    <WeightInput name={item.name} weight={item.weight} onChange={weight => onChange({ ...item, weight })} />
    <label className="weight-show">
      <input
        type="checkbox"
        // The state of a checkbox is its own; repeating it in ARIA is forbidden.
        // eslint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        className="switch"
        aria-label={`展示${item.name}`}
        checked={item.showStatus === 1}
        onChange={({ target }) => onChange({ ...item, showStatus: target.checked ? 1 : 0 })}
      />
      <span aria-hidden>{item.showStatus ? '展示' : '隐藏'}</span>
    </label>
  </li>
)

/** The offices in their order, to be moved by pointer, by key, or by number. */
export const OfficeRows = ({ arrangement, facts, onChange }: Props) => {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)
  const rows = ordered(arrangement, facts)
  const isPinned = (it: Item) => arrangement.pinMain === 1 && facts.get(it.organizationId)?.isMain === 1
  const isByHand = arrangement.mode === 1
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
  const shown =
    drag.to === null ? free : free.toSpliced(drag.from!, 1).toSpliced(drag.to, 0, free[drag.from!]!)

  const button = (item: Item, by: -1 | 1) => {
    const from = free.indexOf(item)
    const word = by < 0 ? '上移' : '下移'
    const isAtEnd = from + by < 0 || from + by >= free.length
    return (
      <button
        type="button"
        className="weight-arrow"
        data-move={by}
        aria-label={`${word}${item.name}`}
        title={word}
        // Still a place for the focus: a disabled button would drop it at the end of the way.
        aria-disabled={isAtEnd}
        onClick={() => {
          focused.current = `[data-office="${item.organizationId}"] [data-move="${by}"]`
          move(from, from + by)
        }}
      >
        <Arrow isUp={by < 0} />
      </button>
    )
  }

  const draw = (item: Item, index: number) => {
    const isFixed = isPinned(item)
    const office = facts.get(item.organizationId)
    const marks = [isFixed ? '置顶' : '', office ? '' : '已停用'].filter(Boolean)
    return (
      <Row
        key={item.organizationId}
        item={item}
        place={index + 1}
        marks={marks}
        isDragged={drag.to !== null && free[drag.from!] === item}
        isFree={!isFixed}
        handles={
          isByHand && (
            <span
              className="weight-handle"
              title={isFixed ? undefined : '拖动排序'}
              {...(!isFixed && { onPointerDown: drag.start(free.indexOf(item)) })}
            >
              {!isFixed && <Grip />}
            </span>
          )
        }
        arrows={
          isByHand && (
            <span className="weight-arrows">
              {!isFixed && button(item, -1)}
              {!isFixed && button(item, 1)}
            </span>
          )
        }
        onChange={next => onChange(replaced(arrangement.items, [next]))}
      />
    )
  }

  return (
    <section className="form-section weight-offices" aria-label="律所顺序">
      <h2>律所顺序</h2>
      <div className={isByHand ? 'weight-head is-by-hand' : 'weight-head'} aria-hidden>
        <span>权重</span>
        <span>小程序</span>
      </div>
      <ol ref={list} className={isByHand ? 'weight-rows is-by-hand' : 'weight-rows'}>
        {[...pinned, ...shown].map(draw)}
      </ol>
      <p className="weight-said" role="status">
        {said}
      </p>
    </section>
  )
}
