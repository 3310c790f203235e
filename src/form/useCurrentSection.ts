import { useEffect, useState } from 'react'

/** The section that is being read: the last one whose top has passed the upper third of the window. */
export const useCurrentSection = (count: number, idOf: (index: number) => string) => {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const topOf = (index: number) => document.getElementById(idOf(index))?.getBoundingClientRect().top
      const passed = Array.from(Array(count).keys(), topOf).findLastIndex(
        top => top !== undefined && top <= line,
      )
      setCurrent(Math.max(0, passed))
    }
    document.addEventListener('scroll', look, { passive: true })
    return () => document.removeEventListener('scroll', look)
  }, [count, idOf])
  return current
}
