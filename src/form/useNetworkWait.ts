import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { whenIdle } from '../shell/whenIdle.ts'

/** What was pressed without a network, and its setter: it waits here, and is run once when the network is back. */
export const useNetworkWait = <T>(run: (held: T) => void) => {
  const [held, setHeld] = useState<T | null>(null)
  const runHeld = useEffectEvent(() => {
    setHeld(null)
    // Inputs hand over what was typed last when the page is idle; this comes behind them.
    if (held !== null) whenIdle(() => run(held))
  })
  useEffect(() => {
    if (held === null) return
    // The network may have come back between the press and this subscription.
    queueMicrotask(() => onlineManager.isOnline() && runHeld())
    return onlineManager.subscribe(isOnline => isOnline && runHeld())
  }, [held])
  return [held, setHeld] as const
}
