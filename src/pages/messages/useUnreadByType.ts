import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { call } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { messages } from '../../../resources/messages.ts'
import { unreadKey } from '../../notices/unread.ts'

export type Message = OutputOf<typeof messages.calls.one>
type Statistics = OutputOf<typeof messages.calls.getUnReadStatistics>

/** Starts with the badge's query key, so that invalidating the badge invalidates these counts too. */
const statisticsKey = [...unreadKey, 'types'] as const
const listsKey = ['messages', 'getList'] as const

const decrementUnread = ({ total, types }: Statistics, type: Message['type']): Statistics => ({
  total: total - 1,
  types: types.map(entry => (entry.type === type ? { ...entry, unread: entry.unread - 1 } : entry)),
})

type Rows = { data: Message[] } | undefined

/**
 * Number of unread messages by type. The list is reloaded if it changes elsewhere. Opening a message only marks it as read
 * in the cached list, so that it does not disappear from a list of unread messages while it is being read.
 */
export const useUnreadByType = () => {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: statisticsKey,
    queryFn: ({ signal }) => call('messages.getUnReadStatistics', {}, { signal }),
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  const lastTotal = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (lastTotal.current !== undefined && data && data.total !== lastTotal.current)
      void client.invalidateQueries({ queryKey: listsKey })
    lastTotal.current = data?.total
  }, [data, client])

  const markRead = ({ id, type }: Pick<Message, 'id' | 'type'>) => {
    const isListed = client
      .getQueriesData<Rows>({ queryKey: listsKey })
      .some(([, rows]) => rows?.data.some(row => row.id === id && row.status === 0))
    if (!isListed) return
    client.setQueriesData<Rows>(
      { queryKey: listsKey },
      rows => rows && { ...rows, data: rows.data.map(row => (row.id === id ? { ...row, status: 1 } : row)) },
    )
    // Visible lists stay as they are; others are reloaded when they are next shown.
    void client.invalidateQueries({ queryKey: listsKey, refetchType: 'none' })
    if (lastTotal.current !== undefined) lastTotal.current--
    client.setQueryData<Statistics>(statisticsKey, old => old && decrementUnread(old, type))
    client.setQueryData<number>(unreadKey, count => count && count - 1)
  }
  return { statistics: data, markRead }
}
