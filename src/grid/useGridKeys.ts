import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

import { isComposing } from '../fields/useIme.ts'
import { isPressed, useShortcuts } from '../shell/shortcuts.ts'

/** Rows and columns by number; the column after the last is the button that removes the row. */
type Place = { row: number; column: number }

const cells = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-cell]')]

const focusAt = (table: HTMLElement | null, { row, column }: Place) => {
  const line = table?.querySelectorAll('[data-row]')[row]
  const target = line && cells(line)[column]
  target?.focus()
  if (target instanceof HTMLInputElement) target.select()
  return target !== undefined
}

const placeOf = (table: HTMLElement, target: HTMLElement): Place | null => {
  const line = target.closest('[data-row]')
  if (!line || !target.matches('[data-cell]')) return null
  return { row: [...table.querySelectorAll('[data-row]')].indexOf(line), column: cells(line).indexOf(target) }
}

/** Whether the caret has nothing more to pass in that direction; a cell selected as a whole is passed at once. */
const isAtEdge = (target: HTMLElement, by: -1 | 1) => {
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart: from, selectionEnd: to, value } = target
  if (from === 0 && to === value.length) return true
  return from === to && from === (by < 0 ? 0 : value.length)
}

type Options = {
  rowCount: number
  canAdd: boolean
  isLastBlank: () => boolean
  onAdd: () => void
  onFillDown: (place: Place) => void
}

/** Moves through the grid as through a spreadsheet; an open list and an input method keep their keys. */
export const useGridKeys = (
  table: RefObject<HTMLTableElement | null>,
  { rowCount, canAdd, isLastBlank, onAdd, onFillDown }: Options,
) => {
  useShortcuts('fillDown')
  const wanted = useRef<Place | null>(null)
  // A row that was just added is there after the next drawing.
  useLayoutEffect(() => {
    if (wanted.current && focusAt(table.current, wanted.current)) wanted.current = null
  })
  const go = (place: Place) => {
    if (place.row < 0) return
    if (place.row < rowCount) return void focusAt(table.current, place)
    if (!canAdd) return
    wanted.current = place
    onAdd()
  }

  const goBy = (event: KeyboardEvent, { row, column }: Place): Place | null => {
    const { key, shiftKey, target } = event
    if (!(target instanceof HTMLElement)) return null
    if (key === 'Enter') return { row: row + (shiftKey ? -1 : 1), column }
    if (shiftKey) return null
    if (key === 'ArrowUp') return { row: row - 1, column }
    if (key === 'ArrowDown' && row + 1 < rowCount) return { row: row + 1, column }
    if (key === 'ArrowLeft' && column > 0 && isAtEdge(target, -1)) return { row, column: column - 1 }
    if (key === 'ArrowRight' && isAtEdge(target, 1)) return { row, column: column + 1 }
    return null
  }

  const onKeyDownCapture = (event: KeyboardEvent<HTMLTableElement>) => {
    const { target, key } = event
    // A letter goes into its cell: where that stands need not be looked for.
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey
    if (!(target instanceof HTMLElement) || isLetter) return
    const place = placeOf(event.currentTarget, target)
    if (!place || isComposing(event)) return
    const isButton = target instanceof HTMLButtonElement
    if (isPressed(event, 'fillDown') && !isButton) {
      event.preventDefault()
      if (place.row > 0) onFillDown(place)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || target.getAttribute('aria-expanded') === 'true')
      return
    const isLast = place.row === rowCount - 1 && target.matches('[data-last]')
    // From the last cell on a new row begins, unless the last one is still empty: then Tab leads on out of the grid.
    const isTabOn = event.key === 'Tab' && !event.shiftKey && isLast && canAdd && !isLastBlank()
    const next = isTabOn
      ? { row: rowCount, column: 0 }
      : isButton && event.key === 'Enter'
        ? null
        : goBy(event, place)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    go(next)
  }
  return { onKeyDownCapture, focus: (place: Place) => focusAt(table.current, place) }
}
