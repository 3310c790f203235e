import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import { call, callAddition } from '../../providers/call.ts'
import { useAddition } from './sessionContext.ts'

/** The customer's key of the count, with 0 meaning unread (specification, section 7). */
const unread = { status: 0 } as const
export const unreadKey = ['logs.msg.count', unread] as const

const channelName = 'tenant-admin:messages'

/** To the other tabs: the count that this one has learnt, or that messages were read here. */
const broadcast = (what: number | 'changed') => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(what)
  channel.close()
}

/** How many messages are unread; what one tab learns all show, so that they need not ask one by one. */
export const useUnread = (known: number) => {
  const client = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data: told }) => {
      if (told === 'changed') return void client.invalidateQueries({ queryKey: unreadKey })
      if (typeof told !== 'number' || told === client.getQueryData(unreadKey)) return
      client.setQueryData(unreadKey, told)
      // The numbers by type are kept below the same key.
      void client.invalidateQueries({
        queryKey: unreadKey,
        predicate: it => it.queryKey.length > unreadKey.length,
      })
    })
    return () => channel.close()
  }, [client])
  // After a reload it is first what the tab showed last, and then what is answered.
  const told = useRef(known)
  useEffect(() => {
    if (told.current !== known) client.setQueryData(unreadKey, known)
    told.current = known
  }, [client, known])
  const counting = useAddition('logs.msg.count')
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => {
      const count = counting
        ? await callAddition(counting, unread, { signal })
        : (await call('messages.getUnReadStatistics', {}, { signal })).total
      // Only what the server has just said is told on: an echo could overtake what was read meanwhile.
      broadcast(count)
      return count
    },
    initialData: known,
    // Who does not count them does not say so with the user either.
    ...(!counting && { initialDataUpdatedAt: 0 }),
    staleTime: 60_000,
    refetchInterval: 60_000,
    // Whoever comes back to a tab sees what has arrived meanwhile; at most every 5 s (queryClient.ts).
    refetchOnWindowFocus: 'always',
  })
  return data
}

/** To be called when messages were read or deleted here: the badge follows, in every tab. */
export const useMessagesChanged = () => {
  const client = useQueryClient()
  return useCallback(async () => {
    broadcast('changed')
    await client.invalidateQueries({ queryKey: unreadKey })
  }, [client])
}
