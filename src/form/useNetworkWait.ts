import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

/** What was pressed without a network, and its setter: it waits here, and is run once when the network is back. */
export const useNetworkWait = <T>(run: (held: T) => void) => {
  const [held, setHeld] = useState<T | null>(null)
  const runHeld = useEffectEvent(() => {
    setHeld(null)
    if (held !== null) run(held)
  })
  useEffect(() => {
    if (held === null) return
    // The network may have come back between the press and this subscription.
    queueMicrotask(() => onlineManager.isOnline() && runHeld())
    return onlineManager.subscribe(isOnline => isOnline && runHeld())
  }, [held])
  return [held, setHeld] as const
}
