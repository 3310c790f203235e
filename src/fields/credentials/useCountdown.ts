import { useEffect, useState } from 'react'

/** Countdown in seconds, computed from the clock, because browsers slow down timers of background tabs. */
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
  return { secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)), start }
}
