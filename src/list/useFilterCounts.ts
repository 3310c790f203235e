import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'

import type { AdminDataProvider } from '../../providers/dataProvider.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * How many rows each option of a filter would leave under the other filters, asked when its options are looked at;
 * undefined while it is not known, or where the back-end does not count.
 */
export const useFilterCounts = (resource: string, filter: string, values: Values, isOpen: boolean) => {
  const { filterCounts } = useDataProvider<AdminDataProvider>()
  const others = { ...values, [filter]: undefined }
  const { data } = useQuery({
    queryKey: [resource, 'filterCounts', filter, others],
    queryFn: ({ signal }) => filterCounts(resource, filter, others, signal),
    enabled: isOpen,
    // Options are shown without numbers where they cannot be had.
    retry: false,
  })
  return data ? new Map(data.map(({ option, count }) => [option, count])) : undefined
}
