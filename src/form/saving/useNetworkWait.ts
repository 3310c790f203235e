import { onlineManager } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { whenIdle } from '../../loading/whenIdle.ts'

/** Keeps a command that was given offline, with its setter, and runs it once when the network is back. */
export const useNetworkWait = <T>(run: (pending: T) => void) => {
  const [pending, setPending] = useState<T | null>(null)
  const runPending = useEffectEvent(() => {
    setPending(null)
    // Inputs report the last key presses in an idle callback; this callback runs after theirs.
    if (pending !== null) whenIdle(() => run(pending))
  })
  useEffect(() => {
    if (pending === null) return
    // The network may have come back between the command and this subscription.
    queueMicrotask(() => onlineManager.isOnline() && runPending())
    return onlineManager.subscribe(isOnline => isOnline && runPending())
  }, [pending])
  return [pending, setPending] as const
}
