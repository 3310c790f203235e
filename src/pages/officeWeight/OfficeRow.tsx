import type { PointerEvent } from 'react'

import type { Item } from './arrangement.ts'
import { WeightInput } from './WeightInput.tsx'

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

/** How a row can be moved: not at all where the order comes by itself or the office is pinned. */
export type Moves = {
  isFirst: boolean
  isLast: boolean
  onStart: (event: PointerEvent<HTMLElement>) => void
  onMove: (by: -1 | 1) => void
}

const MoveButton = ({
  by,
  name,
  isAtEnd,
  onMove,
}: { by: -1 | 1; name: string; isAtEnd: boolean } & Pick<Moves, 'onMove'>) => {
  const word = by < 0 ? '上移' : '下移'
  return (
    <button
      type="button"
      className="weight-arrow"
      data-move={by}
      aria-label={`${word}${name}`}
      title={word}
      // Still a place for the focus: a disabled button would drop it at the end of the way.
      aria-disabled={isAtEnd}
      onClick={() => onMove(by)}
    >
      <Arrow isUp={by < 0} />
    </button>
  )
}

type Props = {
  item: Item
  place: number
  marks: readonly string[]
  isDragged: boolean
  isByHand: boolean
  moves: Moves | null
  onChange: (item: Item) => void
}

export const OfficeRow = ({ item, place, marks, isDragged, isByHand, moves, onChange }: Props) => {
  const { name, weight, showStatus } = item
  const classes = [
    'weight-row',
    moves && 'is-free',
    isDragged && 'is-dragged',
    showStatus === 0 && 'is-hidden',
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')} data-office={item.organizationId}>
      {isByHand && (
        <span className="weight-handle" {...(moves && { title: '拖动排序', onPointerDown: moves.onStart })}>
          {moves && <Grip />}
        </span>
      )}
      <span className="weight-place" aria-hidden>
        {place}
      </span>
      <span className="weight-name">
        {name}
        {marks.map(mark => (
          <span key={mark} className="chip">
            {mark}
          </span>
        ))}
      </span>
      {isByHand && (
        <span className="weight-arrows">
          {moves && <MoveButton by={-1} name={name} isAtEnd={moves.isFirst} onMove={moves.onMove} />}
          {moves && <MoveButton by={1} name={name} isAtEnd={moves.isLast} onMove={moves.onMove} />}
        </span>
      )}
      <WeightInput name={name} weight={weight} onChange={next => onChange({ ...item, weight: next })} />
      <label className="weight-show">
        <input
          type="checkbox"
          // The state of a checkbox is its own; repeating it in ARIA is forbidden.
          // eslint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          className="switch"
          aria-label={`展示${name}`}
          checked={showStatus === 1}
          onChange={({ target }) => onChange({ ...item, showStatus: target.checked ? 1 : 0 })}
        />
        <span aria-hidden>{showStatus ? '展示' : '隐藏'}</span>
      </label>
    </li>
  )
}
