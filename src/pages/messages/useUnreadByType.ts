import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { call } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { messages } from '../../../resources/messages.ts'
import { unreadKey } from '../../shell/unread.ts'

export type Message = OutputOf<typeof messages.calls.one>
type Statistics = OutputOf<typeof messages.calls.getUnReadStatistics>

/** Inside of the badge's key, so that whatever changes the badge, in any tab, changes these numbers too. */
const statisticsKey = [...unreadKey, 'types'] as const
const listsKey = ['messages', 'getList'] as const

const lowered = ({ total, types }: Statistics, type: Message['type']): Statistics => ({
  total: total - 1,
  types: types.map(entry => (entry.type === type ? { ...entry, unread: entry.unread - 1 } : entry)),
})

type Rows = { data: Message[] } | undefined

/**
 * How many are unread of each type. The list is asked again when that changes elsewhere; a message opened here is only
 * marked in it, so that it does not vanish from among the unread ones while it is being read.
 */
export const useUnreadByType = () => {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: statisticsKey,
    queryFn: ({ signal }) => call('messages.getUnReadStatistics', {}, { signal }),
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  const known = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (known.current !== undefined && data && data.total !== known.current)
      void client.invalidateQueries({ queryKey: listsKey })
    known.current = data?.total
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
    // What is on the screen stays as it is; what is looked at next is asked for again.
    void client.invalidateQueries({ queryKey: listsKey, refetchType: 'none' })
    if (known.current !== undefined) known.current--
    client.setQueryData<Statistics>(statisticsKey, old => old && lowered(old, type))
    client.setQueryData<number>(unreadKey, count => count && count - 1)
  }
  return { statistics: data, markRead }
}
