import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Number of rows for each option of a filter under the other filters, fetched when the filter opens; undefined until
 * then, or if the back-end does not count.
 */
export const useFilterCounts = (resource: string, filter: string, values: Values, isOpen: boolean) => {
  const { filterCounts } = useDataProvider<AdminDataProvider>()
  const others = { ...values, [filter]: undefined }
  const { data } = useQuery({
    queryKey: [resource, 'filterCounts', filter, others],
    queryFn: ({ signal }) => filterCounts(resource, filter, others, signal),
    enabled: isOpen,
    // Options are shown without numbers if counting fails.
    retry: false,
  })
  return data ? new Map(data.map(({ option, count }) => [option, count])) : undefined
}
