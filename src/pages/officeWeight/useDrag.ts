import { type PointerEvent, type RefObject, useRef, useState } from 'react'

type Drag = { from: number; to: number }

/** Rows moved by their handles, with mouse, pen or finger; leaves it to the caller what a move means. */
export const useDrag = (
  list: RefObject<HTMLElement | null>,
  rowSelector: string,
  onMove: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef<Drag | null>(null)
  const show = (next: Drag | null) => {
    latest.current = next
    setDrag(next)
  }

  const start = (from: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const rows = [...(list.current?.querySelectorAll(rowSelector) ?? [])]
    // As they stood at the start: rows that make room must not change the decision.
    const centers = rows.map(it => {
      const { top, height } = it.getBoundingClientRect()
      return top + height / 2 + window.scrollY
    })
    const control = new AbortController()
    const { signal } = control
    const onPointerMove = ({ clientY }: globalThis.PointerEvent) => {
      const y = clientY + window.scrollY
      show({ from, to: centers.filter((center, index) => index !== from && center < y).length })
    }
    const end = (isDone: boolean) => () => {
      control.abort()
      const done = latest.current
      show(null)
      if (isDone && done) onMove(done.from, done.to)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end(false)()
    }
    window.addEventListener('pointermove', onPointerMove, { signal })
    window.addEventListener('pointerup', end(true), { signal })
    window.addEventListener('pointercancel', end(false), { signal })
    window.addEventListener('keydown', onKey, { signal })
  }
  return { from: drag?.from ?? null, to: drag?.to ?? null, start }
}
