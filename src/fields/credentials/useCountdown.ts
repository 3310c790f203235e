import { useEffect, useState } from 'react'

/** Seconds that are left, by the clock: a tab in the background ticks less often. */
export const useCountdown = () => {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (end <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end, now])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1000)
  }
  return { left: Math.max(0, Math.ceil((end - now) / 1000)), start }
}
