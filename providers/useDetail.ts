import { type RaRecord, useGetOne, type UseGetOneOptions } from 'ra-core'
import { useState } from 'react'

import { deduped } from './queryClient.ts'
import { detail } from './recordQuery.ts'

/** react-admin's `useGetOne` for a page of the record: read at every visit, and shown as it was known until then. */
export const useDetail = <T extends RaRecord>(
  resource: string,
  id: T['id'] | undefined,
  options?: UseGetOneOptions<T>,
) => useGetOne<T>(resource, { id, meta: detail }, { ...deduped, ...options })

/**
 * The record that a form begins with: what the server has now, never what an earlier visit left in the cache. Once it is
 * there it stands, whatever becomes of reading it again.
 */
export const useFormRecord = <T extends RaRecord>(resource: string, id: T['id']) => {
  const query = useDetail<T>(resource, id, { refetchOnWindowFocus: false })
  const { data, error, isFetching, isPaused, refetch } = query
  const [base, setBase] = useState<T>()
  const isHeld = String(base?.id) === String(id)
  if (!isHeld && data && !isFetching && !isPaused && !error) setBase(data)
  return { data: isHeld ? base : undefined, error, isPaused, refetch }
}
