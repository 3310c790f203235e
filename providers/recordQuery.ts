import type { DataProvider } from 'ra-core'

import { dedupeOptions } from './queryClient.ts'

/**
 * `meta` of reads for record pages. It gives them a query key of their own, so that react-admin does not fill a page
 * with a list row, which lacks some fields.
 */
export const recordPageMeta = { detail: true }

/** The query key of the record that `useRecordForPage` reads. */
export const recordKey = (resource: string, id: string | number) => [
  resource,
  'getOne',
  { id: String(id), meta: recordPageMeta },
]

/** The query with which `useRecordForPage` reads a record, for prefetching. */
export const recordQuery = (dataProvider: DataProvider, resource: string, id: string) => ({
  queryKey: recordKey(resource, id),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await dataProvider.getOne(resource, { id, meta: recordPageMeta, signal })
    return data
  },
  ...dedupeOptions,
})
