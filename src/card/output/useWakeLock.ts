import { useEffect } from 'react'

/** Keeps the screen on while the component is mounted, if the browser supports it. */
export const useWakeLock = () =>
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    // The browser releases the lock whenever the page is hidden, and may refuse it when the battery is low.
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      const granted = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) void granted?.release()
      else lock = granted
    }
    const onVisible = () => void request()
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
