import { useEffect, useState } from 'react'

/** Index of the section being read: the last one whose top has passed the upper third of the window. */
export const useCurrentSection = (count: number, idOf: (index: number) => string) => {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const update = () => {
      const threshold = window.innerHeight / 3
      const topOf = (index: number) => document.getElementById(idOf(index))?.getBoundingClientRect().top
      const passed = Array.from(Array(count).keys(), topOf).findLastIndex(
        top => top !== undefined && top <= threshold,
      )
      setCurrent(Math.max(0, passed))
    }
    document.addEventListener('scroll', update, { passive: true })
    return () => document.removeEventListener('scroll', update)
  }, [count, idOf])
  return current
}
