import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Whether there is a network, according to react-query. */
export const useOnline = () => useSyncExternalStore(subscribe, () => onlineManager.isOnline())
