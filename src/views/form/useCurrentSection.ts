import { useEffect, useState } from 'react'

/** The section that is being read: the last one whose top has passed the upper third of the window. */
export const useCurrentSection = (count: number, idOf: (index: number) => string) => {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const tops = Array.from(
        { length: count },
        (_, index) => document.getElementById(idOf(index))?.getBoundingClientRect().top ?? Infinity,
      )
      setCurrent(
        Math.max(
          0,
          tops.findLastIndex(it => it <= line),
        ),
      )
    }
    document.addEventListener('scroll', look, { passive: true })
    return () => document.removeEventListener('scroll', look)
  }, [count, idOf])
  return current
}
