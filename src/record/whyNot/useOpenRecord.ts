import { useQueryClient } from '@tanstack/react-query'
import { useMatches } from 'react-router-dom'

import { resources } from '../../../resources/index.ts'
import { type AnyEntity, type AnyRecord, isEntity } from '../../../resources/kit/index.ts'
import { useRouteHandle } from '../../routing/routeHandle.ts'

export type OpenRecord = { entity: AnyEntity; record: AnyRecord }

/** The record of the open page as the page has read it; null on other pages and until the page has read it. */
export const useOpenRecord = (): OpenRecord | null => {
  const client = useQueryClient()
  const id = useMatches().at(-1)?.params['id']
  const name = useRouteHandle()?.resource
  const entity = resources.filter(isEntity).find(resource => resource.name === name)
  if (!entity || !id) return null
  const queryKey = [name, 'getOne']
  const read = client.getQueriesData<AnyRecord>({ queryKey })
  const record = read.map(([, data]) => data).findLast(data => data && String(data.id) === id)
  return record ? { entity, record } : null
}
