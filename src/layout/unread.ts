import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

import { call } from '../../providers/call.ts'

/** The customer's key of the count, with 0 meaning unread (specification, section 7). */
const unread = { status: 0 } as const
export const unreadKey = ['logs.msg.count', unread] as const

const channelName = 'tenant-admin:messages'

/** How many messages are unread; asked again when this tab or another says that they changed. */
export const useUnread = (known: number) => {
  const client = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => void client.invalidateQueries({ queryKey: unreadKey }))
    return () => channel.close()
  }, [client])
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call('logs.msg.count', unread, { signal }),
    initialData: known,
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  return data
}

/** To be called when messages were read or deleted here: the badge follows, in every tab. */
export const useMessagesChanged = () => {
  const client = useQueryClient()
  return useCallback(async () => {
    const channel = new BroadcastChannel(channelName)
    channel.postMessage('changed')
    channel.close()
    await client.invalidateQueries({ queryKey: unreadKey })
  }, [client])
}
