import { useEvent, useListContext } from 'ra-core'
import { type ChangeEvent, useRef } from 'react'

import type { AnyRecord } from '../../../resources/kit/index.ts'

export type OnToggle = (id: number, isRange: boolean) => void

/** Whether the Shift key was held: the native event of a checkbox's change is its click. */
export const isRangeClick = ({ nativeEvent }: ChangeEvent) =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true

const between = (ids: readonly number[], one: number, other: number) => {
  const [from, to] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b)
  return from === -1 ? [other] : ids.slice(from, to! + 1)
}

/**
 * Selects and deselects rows of a list. With the Shift key, all rows from the last one that was toggled get the new state of
 * this one. The function is stable, so that memoised rows do not render again.
 */
export const useRowSelection = () => {
  const { data = [], selectedIds, onSelect } = useListContext<AnyRecord>()
  const last = useRef<number | null>(null)
  const onToggle: OnToggle = useEvent((id: number, isRange: boolean) => {
    const pageIds = data.map(it => it.id)
    const range = isRange && last.current !== null ? between(pageIds, last.current, id) : [id]
    last.current = id
    onSelect(
      selectedIds.includes(id)
        ? selectedIds.filter(it => !range.includes(it))
        : [...new Set([...selectedIds, ...range])],
    )
  })
  return { data, selectedIds, onToggle }
}
