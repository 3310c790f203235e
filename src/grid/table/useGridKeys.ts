import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

import { isComposing } from '../../fields/text/useIme.ts'
import { isPressed, useShortcuts } from '../../routing/shortcuts.ts'
import { pageSize } from '../useGridPages.ts'

/** Row and column indices; the column after the last is the button that removes the row. */
type CellPosition = { row: number; column: number }

const cellsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-cell]')]

const focusAt = (table: HTMLElement | null, { row, column }: CellPosition) => {
  const line = table?.querySelectorAll('[data-row]')[row]
  const target = line && cellsIn(line)[column]
  target?.focus()
  if (target instanceof HTMLInputElement) target.select()
  return target !== undefined
}

const positionOf = (table: HTMLElement, target: HTMLElement): CellPosition | null => {
  const line = target.closest('[data-row]')
  if (!line || !target.matches('[data-cell]')) return null
  return {
    row: [...table.querySelectorAll('[data-row]')].indexOf(line),
    column: cellsIn(line).indexOf(target),
  }
}

/** Whether an arrow key leaves the cell: the caret is at the end of the text, or the whole text is selected. */
const isAtEdge = (target: HTMLElement, by: -1 | 1) => {
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart: from, selectionEnd: to, value } = target
  if (from === 0 && to === value.length) return true
  return from === to && from === (by < 0 ? 0 : value.length)
}

/** The cell to which a key moves the focus, perhaps on another page; null if it does not. */
const targetOf = (
  { key, shiftKey, target }: KeyboardEvent,
  { row, column }: CellPosition,
  hasRowBelow: boolean,
): CellPosition | null => {
  if (!(target instanceof HTMLElement)) return null
  if (key === 'Enter') return { row: row + (shiftKey ? -1 : 1), column }
  if (shiftKey) return null
  if (key === 'ArrowUp') return { row: row - 1, column }
  if (key === 'ArrowDown' && hasRowBelow) return { row: row + 1, column }
  if (key === 'ArrowLeft' && column > 0 && isAtEdge(target, -1)) return { row, column: column - 1 }
  if (key === 'ArrowRight' && isAtEdge(target, 1)) return { row, column: column + 1 }
  return null
}

type Options = {
  /** Number of the rows of the page. */
  rowCount: number
  /** Whether the page has no room for another row, so that the next one is the first of the next page. */
  isFull: boolean
  canAdd: boolean
  isLastBlank: () => boolean
  onAdd: () => void
  /** Show the page before or after; undefined if there is none. */
  onPage: { previous: (() => void) | undefined; next: (() => void) | undefined }
  onFillDown: (position: CellPosition) => void
}

/** Keyboard navigation as in a spreadsheet; does not interfere with open lists and input methods. */
export const useGridKeys = (
  table: RefObject<HTMLTableElement | null>,
  { rowCount, isFull, canAdd, isLastBlank, onAdd, onPage, onFillDown }: Options,
) => {
  useShortcuts('fillDown')
  const pendingFocus = useRef<CellPosition | null>(null)
  // An added row, or one of another page, exists only after the next render.
  useLayoutEffect(() => {
    if (pendingFocus.current && focusAt(table.current, pendingFocus.current)) pendingFocus.current = null
  })
  const moveTo = (position: CellPosition) => {
    const { row, column } = position
    if (row >= 0 && row < rowCount) return void focusAt(table.current, position)
    const change = row < 0 ? onPage.previous : (onPage.next ?? (canAdd ? onAdd : undefined))
    if (!change) return
    const isFirst = row >= 0 && (onPage.next !== undefined || isFull)
    pendingFocus.current = { row: row < 0 ? pageSize - 1 : isFirst ? 0 : row, column }
    change()
  }

  const onKeyDownCapture = (event: KeyboardEvent<HTMLTableElement>) => {
    const { target, key } = event
    // Letters are only typed, so the position need not be looked up.
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey
    if (!(target instanceof HTMLElement) || isLetter) return
    const position = positionOf(event.currentTarget, target)
    if (!position || isComposing(event)) return
    const isButton = target instanceof HTMLButtonElement
    if (isPressed(event, 'fillDown') && !isButton) {
      event.preventDefault()
      if (position.row > 0) onFillDown(position)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || target.getAttribute('aria-expanded') === 'true')
      return
    const isLast = !onPage.next && position.row === rowCount - 1 && target.matches('[data-last]')
    // Tab in the last cell adds a row, unless the last row is still blank: then Tab leaves the grid.
    const isTabOn = event.key === 'Tab' && !event.shiftKey && isLast && canAdd && !isLastBlank()
    const next = isTabOn
      ? { row: rowCount, column: 0 }
      : isButton && event.key === 'Enter'
        ? null
        : targetOf(event, position, position.row + 1 < rowCount || onPage.next !== undefined)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(next)
  }
  return { onKeyDownCapture, focus: (position: CellPosition) => focusAt(table.current, position) }
}
