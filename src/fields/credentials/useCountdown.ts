import { useEffect, useState } from 'react'

/** Countdown in seconds, computed from the clock, because browsers slow down timers of background tabs. */
export const useCountdown = () => {
  // Both come from one reading of the clock: an end computed a millisecond after `now` would leave a second that never
  // passes.
  const [{ end, now }, setTimes] = useState({ end: 0, now: 0 })
  const isRunning = end > now
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setTimes(times => ({ ...times, now: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number) => {
    const started = Date.now()
    setTimes({ end: started + seconds * 1000, now: started })
  }
  return { secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)), start }
}
