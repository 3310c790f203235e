import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { deduped } from '../../providers/queryClient.ts'
import { isPlain } from '../../resources/kit/objects.ts'

const versionOf = (record: unknown) => (isPlain(record) ? Number(record['version'] ?? 0) : 0)

const visitOf = (id: unknown) => ({ id, since: Date.now() })

/** As much of react-query's own as is asked here. */
type Read = { state: { data: unknown; dataUpdatedAt: number } }

/**
 * A record that is opened again within two seconds is shown as it was read, and asked for once more when they are over;
 * at once when a list has seen a newer version of it.
 */
export const useDeduped = (resource: string, id: unknown) => {
  const client = useQueryClient()
  const [visit, setVisit] = useState(() => visitOf(id))
  if (visit.id !== id) setVisit(visitOf(id))
  const isOutdated = (record: unknown) =>
    client
      .getQueriesData<{ data: readonly unknown[] }>({ queryKey: [resource, 'getList'] })
      .flatMap(([, page]) => page?.data ?? [])
      .some(row => isPlain(row) && String(row['id']) === String(id) && versionOf(row) > versionOf(record))
  return {
    staleTime: ({ state }: Read) => (state.data && isOutdated(state.data) ? 0 : deduped.staleTime),
    refetchInterval: ({ state: { dataUpdatedAt } }: Read) => {
      const rest = dataUpdatedAt + deduped.staleTime - Date.now()
      return dataUpdatedAt <= visit.since && rest > 0 ? rest : false
    },
  }
}
