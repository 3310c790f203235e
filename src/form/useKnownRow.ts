import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useParams } from 'react-router-dom'

import { isPlain } from '../../resources/kit/objects.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'

/** Finds the row of the record that the address names, as a list has shown it. */
export const useKnownRow = (resource: string) => {
  const { id } = useParams()
  const client = useQueryClient()
  return useCallback(
    () =>
      client
        .getQueriesData<{ data: readonly AnyRecord[] }>({ queryKey: [resource, 'getList'] })
        .flatMap(([, page]) => page?.data ?? [])
        .find(row => isPlain(row) && String(row.id) === id),
    [client, resource, id],
  )
}
