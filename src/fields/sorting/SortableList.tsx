import { DragDropProvider } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { useTranslate } from 'ra-core'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { Button } from '../../shell/Button.tsx'
import { icons } from '../../shell/icons.ts'
import { pluginsIn } from './plugins.ts'

import './sorting.css'

type ArrowsProps = { name: string; canRise: boolean; canSink: boolean; onMove: (by: -1 | 1) => void }

const Arrows = ({ name, canRise, canSink, onMove }: ArrowsProps) => {
  const translate = useTranslate()
  return (
    <span className="sortable-arrows">
      {([-1, 1] as const).map(by => {
        const word = by < 0 ? translate('上移') : translate('下移')
        const isAtEnd = by < 0 ? !canRise : !canSink
        return (
          <button
            key={by}
            type="button"
            className="sortable-arrow"
            data-move={by}
            aria-label={translate('%{verb}%{label}', { verb: word, label: name })}
            title={word}
            // Still a place for the focus: a disabled button would drop it at the end of the way.
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

/** What a row draws wherever it likes: the handle to drag it by, and the buttons that move it by one. */
export type Moves = { index: number; handle: ReactNode; arrows: ReactNode }

type RowProps = {
  id: string
  name: string
  index: number
  /** Rows above that stay where they are: dnd-kit counts the movable ones alone. */
  fixedAbove: number
  className: string
  arrows: ArrowsProps
  draw: (moves: Moves) => ReactNode
}

const Row = ({ id, name, index, fixedAbove, className, arrows, draw }: RowProps) => {
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
      {draw({ index, handle, arrows: <Arrows {...arrows} /> })}
    </li>
  )
}

const FixedRow = ({ name, index, className, draw }: RowProps) => (
  <li className={className} aria-label={name}>
    {draw({ index, handle: null, arrows: null })}
  </li>
)

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T, index: number) => string
  /** What a row is called when it is moved. */
  nameOf: (item: T, index: number) => string
  onMove: (from: number, to: number) => void
  /** Rows that stay where they are; those that can be moved stand below them. */
  isFixed?: (item: T) => boolean
  /** The caller takes moves back himself. */
  hasOwnUndo?: boolean
  className?: string
  children: (item: T, moves: Moves) => ReactNode
}

/** The moves that were made, to be taken back one by one; other changes of the list forget them. */
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

/** Moves rows, says so, and brings the focus along. */
const useMoves = <T,>({ items, nameOf, onMove, isFixed }: Props<T>) => {
  const translate = useTranslate()
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  const { remember, undo } = useUndo(items.length, onMove)
  const isFree = (index: number) => items[index] !== undefined && !isFixed?.(items[index])
  const move = (from: number, to: number) => {
    if (from === to || !isFree(from) || !isFree(to)) return
    onMove(from, to)
    remember(from, to)
    setSaid(translate('%{name}移到第 %{to} 位', { name: nameOf(items[from]!, from), to: to + 1 }))
  }
  // A row that is moved in the document loses the focus of its button.
  useLayoutEffect(() => {
    if (focused.current) list.current?.querySelector<HTMLElement>(focused.current)?.focus()
    focused.current = null
  })
  const undoLast =
    undo &&
    (() => {
      undo()
      setSaid(translate('已撤销移动'))
    })
  const arrowsOf = (index: number, id: string): ArrowsProps => ({
    name: nameOf(items[index]!, index),
    canRise: isFree(index - 1),
    canSink: isFree(index + 1),
    onMove: by => {
      focused.current = `[data-row="${CSS.escape(id)}"] [data-move="${by}"]`
      move(index, index + by)
    },
  })
  return { list, said, move, undoLast, arrowsOf }
}

/** A list in an order of its own: dragged with mouse, finger or keyboard, or moved by one with its buttons. */
export const SortableList = <T,>(props: Props<T>) => {
  const translate = useTranslate()
  const { items, keyOf, nameOf, isFixed, hasOwnUndo, className = 'sortable', children } = props
  const { list, said, move, undoLast, arrowsOf } = useMoves(props)
  const plugins = useMemo(() => pluginsIn(translate), [translate])
  const firstFree = items.findIndex(item => !isFixed?.(item))
  const fixedAbove = Math.max(firstFree, 0)
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
          const Look = isFixed?.(item) ? FixedRow : Row
          return (
            <Look
              key={id}
              id={id}
              name={nameOf(item, index)}
              index={index}
              fixedAbove={fixedAbove}
              className="sortable-row"
              arrows={arrowsOf(index, id)}
              draw={moves => children(item, moves)}
            />
          )
        })}
      </ol>
      <p className="hidden-text" role="status">
        {said}
      </p>
      {!hasOwnUndo && undoLast && (
        <Button look="quiet" onClick={undoLast}>
          {translate('撤销移动')}
        </Button>
      )}
    </DragDropProvider>
  )
}
