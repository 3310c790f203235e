import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import { call } from '../../providers/call.ts'
import { useServedCall } from '../session/useCall.ts'

/** Filter for unread messages, whose status is 0 (specification, section 7). */
const unreadFilter = { status: 0 } as const
export const unreadKey = ['logs.msg.count', unreadFilter] as const

const channelName = 'tenant-admin:messages'

/** Tells other tabs the new count, or that messages were read in this one. */
const broadcast = (what: number | 'changed') => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(what)
  channel.close()
}

/** Number of unread messages. Tabs share what each one fetches, so that not every tab has to ask. */
export const useUnread = (initialCount: number) => {
  const client = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data: received }) => {
      if (received === 'changed') return void client.invalidateQueries({ queryKey: unreadKey })
      if (typeof received !== 'number' || received === client.getQueryData(unreadKey)) return
      client.setQueryData(unreadKey, received)
      // The counts by message type have query keys that start with the same key.
      void client.invalidateQueries({
        queryKey: unreadKey,
        predicate: it => it.queryKey.length > unreadKey.length,
      })
    })
    return () => channel.close()
  }, [client])
  // After a reload, the count that the tab showed last is used until the server's answer arrives.
  const received = useRef(initialCount)
  useEffect(() => {
    if (received.current !== initialCount) client.setQueryData(unreadKey, initialCount)
    received.current = initialCount
  }, [client, initialCount])
  const countCall = useServedCall('logs.msg.count')
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => {
      const count = countCall
        ? await countCall(unreadFilter, { signal })
        : (await call('messages.getUnReadStatistics', {}, { signal })).total
      // Only counts from the server are broadcast: repeating another tab's count could overwrite a newer one.
      broadcast(count)
      return count
    },
    initialData: initialCount,
    // Without a call for the count, the user's data does not contain it either, so it is fetched at once.
    ...(!countCall && { initialDataUpdatedAt: 0 }),
    staleTime: 60_000,
    refetchInterval: 60_000,
    // Refreshes the count when the user returns to the tab, at most every 5 s (queryClient.ts).
    refetchOnWindowFocus: 'always',
  })
  return data
}

/** Returns a function to call after messages were read or deleted; it updates the count in all tabs. */
export const useMessagesChanged = () => {
  const client = useQueryClient()
  return useCallback(async () => {
    broadcast('changed')
    await client.invalidateQueries({ queryKey: unreadKey })
  }, [client])
}
