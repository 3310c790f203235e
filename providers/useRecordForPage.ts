import type { UseQueryResult } from '@tanstack/react-query'
import { type RaRecord, useGetOne, type UseGetOneOptions } from 'ra-core'
import { useState } from 'react'

import { dedupeOptions } from './queryClient.ts'
import { recordPageMeta } from './recordQuery.ts'

/**
 * react-admin's `useGetOne` for the page of a record: it reads at every visit and shows the cached record until the
 * answer.
 */
export const useRecordForPage = <T extends RaRecord>(
  resource: string,
  id: T['id'] | undefined,
  options?: UseGetOneOptions<T>,
) => useGetOne<T>(resource, { id, meta: recordPageMeta }, { ...dedupeOptions, ...options })

type RecordQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'isPaused' | 'refetch'>

/** The first record that a query has read anew. Once it is there it stays, even if reading it again fails. */
export const useHeldRecord = <T extends RaRecord>(query: RecordQuery<T>, id: T['id']) => {
  const { data, error, isFetching, isPaused, refetch } = query
  const [base, setBase] = useState<T>()
  const isHeld = String(base?.id) === String(id)
  if (!isHeld && data && !isFetching && !isPaused && !error) setBase(data)
  return { data: isHeld ? base : undefined, error, isPaused, refetch }
}

/** The record with which a form starts: always read from the server, never from the cache of an earlier visit. */
export const useFormRecord = <T extends RaRecord>(resource: string, id: T['id']) =>
  useHeldRecord(useRecordForPage<T>(resource, id, { refetchOnWindowFocus: false }), id)
