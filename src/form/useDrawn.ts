import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const isTyped = ({ key, ctrlKey, metaKey }: KeyboardEvent) => /^.$/u.test(key) && !ctrlKey && !metaKey
/**
 * What is pressed may lead to a part that is not drawn yet: to a section, to what is wrong in it. When it is let go: what
 * moves under the finger would lose the press.
 */
const leadsOn = (event: Event) =>
  event instanceof KeyboardEvent
    ? !isTyped(event)
    : event.target instanceof Element && event.target.closest('a, button') !== null

/** The address whose page stands there whole: one that takes its place, after a save, is drawn like it. */
let whole: string | null = null

/**
 * How many of the parts of a long page are drawn: the first at once, each further one in a task of its own behind the
 * paint of the one before; all of them as soon as something leads there. `limit` is where it rests.
 */
export const useDrawn = (count: number, limit = count) => {
  const [drawn, setDrawn] = useState(() => (whole === location.pathname ? count : 1))
  useEffect(() => {
    if (drawn < limit) startTransition(() => setDrawn(drawn + 1))
  }, [drawn, limit])
  const isWhole = drawn >= count
  useEffect(() => {
    if (isWhole) {
      whole = location.pathname
      return () => {
        whole = null
      }
    }
    const control = new AbortController()
    const drawAll = (event: Event) => leadsOn(event) && flushSync(() => setDrawn(count))
    for (const type of ['keydown', 'click'])
      document.addEventListener(type, drawAll, { capture: true, signal: control.signal })
    return () => control.abort()
  }, [isWhole, count])
  return drawn
}
