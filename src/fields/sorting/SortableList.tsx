import { DragDropProvider } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { useTranslate } from 'ra-core'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { icons } from '../../ui/icons.ts'
import { sortingPlugins } from './plugins.ts'

import './sorting.css'

type ArrowsProps = { name: string; canMoveUp: boolean; canMoveDown: boolean; onMove: (by: -1 | 1) => void }

const Arrows = ({ name, canMoveUp, canMoveDown, onMove }: ArrowsProps) => {
  const translate = useTranslate()
  return (
    <span className="sortable-arrows">
      {([-1, 1] as const).map(by => {
        const word = by < 0 ? translate('上移') : translate('下移')
        const isAtEnd = by < 0 ? !canMoveUp : !canMoveDown
        return (
          <button
            key={by}
            type="button"
            className="sortable-arrow"
            data-move={by}
            aria-label={translate('%{verb}%{label}', { verb: word, label: name })}
            title={word}
            // aria-disabled instead of disabled, because a disabled button would lose the focus at the end of the
            // list.
            aria-disabled={isAtEnd}
            onClick={() => !isAtEnd && onMove(by)}
          >
            {by < 0 ? <icons.up /> : <icons.down />}
          </button>
        )
      })}
    </span>
  )
}

/** Controls that a row places itself: its index, the drag handle, and the buttons that move it by one. */
export type RowControls = { index: number; handle: ReactNode; arrows: ReactNode }

type RowProps = {
  id: string
  name: string
  index: number
  /** Number of fixed rows above, which dnd-kit's indices do not count. */
  fixedAbove: number
  className: string
  arrows: ArrowsProps
  render: (moves: RowControls) => ReactNode
}

const Row = ({ id, name, index, fixedAbove, className, arrows, render }: RowProps) => {
  const translate = useTranslate()
  const { ref, handleRef, isDragSource } = useSortable({
    id,
    index: index - fixedAbove,
    data: { name, fixedAbove },
  })
  const handle = (
    <button
      type="button"
      ref={handleRef}
      className="sortable-handle"
      aria-label={translate('拖动%{name}', { name })}
      title={translate('拖动排序；也可按空格拿起，用方向键移动')}
    >
      <icons.drag />
    </button>
  )
  return (
    <li
      ref={ref}
      className={isDragSource ? `${className} is-dragged` : className}
      data-row={id}
      aria-label={name}
    >
      {render({ index, handle, arrows: <Arrows {...arrows} /> })}
    </li>
  )
}

const FixedRow = ({ name, index, className, render }: RowProps) => (
  <li className={className} aria-label={name}>
    {render({ index, handle: null, arrows: null })}
  </li>
)

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T, index: number) => string
  /** Name of a row in announcements for screen readers. */
  nameOf: (item: T, index: number) => string
  onMove: (from: number, to: number) => void
  /** Whether a row cannot be moved; fixed rows come before all others. */
  isFixed?: (item: T) => boolean
  /** Whether the caller provides undo itself. */
  hasOwnUndo?: boolean
  className?: string
  children: (item: T, moves: RowControls) => ReactNode
}

/** History of moves for undo; it is cleared if the number of rows changes otherwise. */
const useUndo = (count: number, onMove: (from: number, to: number) => void) => {
  const [{ size, moves }, setPast] = useState<{ size: number; moves: [number, number][] }>({
    size: count,
    moves: [],
  })
  const past = size === count ? moves : []
  const last = past.at(-1)
  return {
    remember: (from: number, to: number) => setPast({ size: count, moves: [...past, [from, to]] }),
    undo: last && (() => (setPast({ size: count, moves: past.slice(0, -1) }), onMove(last[1], last[0]))),
  }
}

/** Moves rows, announces moves to screen readers, and keeps the focus on the moved row. */
const useRowMoves = <T,>({ items, nameOf, onMove, isFixed }: Props<T>) => {
  const translate = useTranslate()
  const list = useRef<HTMLOListElement>(null)
  const selectorToFocus = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { remember, undo } = useUndo(items.length, onMove)
  const isMovable = (index: number) => items[index] !== undefined && !isFixed?.(items[index])
  const move = (from: number, to: number) => {
    if (from === to || !isMovable(from) || !isMovable(to)) return
    onMove(from, to)
    remember(from, to)
    setAnnouncement(translate('%{name}移到第 %{to} 位', { name: nameOf(items[from]!, from), to: to + 1 }))
  }
  // React moves the row's element, which then loses the focus of its button.
  useLayoutEffect(() => {
    if (selectorToFocus.current) list.current?.querySelector<HTMLElement>(selectorToFocus.current)?.focus()
    selectorToFocus.current = null
  })
  const undoLast =
    undo &&
    (() => {
      undo()
      setAnnouncement(translate('已撤销移动'))
    })
  const arrowsOf = (index: number, id: string): ArrowsProps => ({
    name: nameOf(items[index]!, index),
    canMoveUp: isMovable(index - 1),
    canMoveDown: isMovable(index + 1),
    onMove: by => {
      selectorToFocus.current = `[data-row="${CSS.escape(id)}"] [data-move="${by}"]`
      move(index, index + by)
    },
  })
  return { list, announcement, move, undoLast, arrowsOf }
}

/** Sortable list: rows are dragged with mouse, finger or keyboard, or moved by one with buttons. */
export const SortableList = <T,>(props: Props<T>) => {
  const translate = useTranslate()
  const { items, keyOf, nameOf, isFixed, hasOwnUndo, className = 'sortable', children } = props
  const { list, announcement, move, undoLast, arrowsOf } = useRowMoves(props)
  const plugins = useMemo(() => sortingPlugins(translate), [translate])
  const firstMovable = items.findIndex(item => !isFixed?.(item))
  const fixedAbove = Math.max(firstMovable, 0)
  return (
    <DragDropProvider
      plugins={plugins}
      onDragEnd={({ operation: { source }, canceled }) => {
        if (!canceled && isSortable(source)) move(source.initialIndex + fixedAbove, source.index + fixedAbove)
      }}
    >
      <ol className={className} ref={list}>
        {items.map((item, index) => {
          const id = keyOf(item, index)
          const RowComponent = isFixed?.(item) ? FixedRow : Row
          return (
            <RowComponent
              key={id}
              id={id}
              name={nameOf(item, index)}
              index={index}
              fixedAbove={fixedAbove}
              className="sortable-row"
              arrows={arrowsOf(index, id)}
              render={moves => children(item, moves)}
            />
          )
        })}
      </ol>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {!hasOwnUndo && undoLast && (
        <Button look="quiet" onClick={undoLast}>
          {translate('撤销移动')}
        </Button>
      )}
    </DragDropProvider>
  )
}
