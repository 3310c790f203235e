import type { DataProvider } from 'ra-core'

import { deduped } from './queryClient.ts'

/** `meta` of reads for pages: its own query key keeps react-admin from filling a page with the row of a list, which lacks some fields. */
export const detail = { detail: true }

/** The query by which react-admin's `useGetOne` reads the record of a page, to be asked ahead of the page. */
export const recordQuery = (dataProvider: DataProvider, resource: string, id: string) => ({
  queryKey: [resource, 'getOne', { id, meta: detail }],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await dataProvider.getOne(resource, { id, meta: detail, signal })
    return data
  },
  ...deduped,
})
