import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { isSame } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { useSession } from '../../session/sessionContext.ts'
import { callKey, useCall, useServedCall } from '../../session/useCall.ts'
import { useListViews } from './savedViews.ts'
import type { SharedStart, ViewContent } from './views.ts'

/** Minutes for which the shared views of a list are not asked for again. */
const freshMinutes = 5

/** Whether the user may share views, and the back-end serves them. */
const useMayShare = () => {
  const isServed = useServedCall('sharedViews.list') !== null
  return useSession().self.capabilities.includes('view.share') && isServed
}

const sharedViewsKey = ({ name }: AnyEntity) => callKey('sharedViews.list', { resource: name })

/** The views of a list that are shared with the user, and the calls that change them. */
export const useSharedViews = (resource: AnyEntity) => {
  const client = useQueryClient()
  const mayShare = useMayShare()
  const adding = useServedCall('sharedViews.share')
  const updating = useServedCall('sharedViews.update')
  const removing = useServedCall('sharedViews.remove')
  const query = useCall('sharedViews.list', mayShare ? { resource: resource.name } : null, {
    staleTime: freshMinutes * 60_000,
    refetchOnMount: 'always',
  })
  const refresh = () => client.invalidateQueries({ queryKey: sharedViewsKey(resource) })
  return {
    mayShare: mayShare && adding !== null,
    isPending: mayShare && query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    views: query.data ?? [],
    share: async (input: { name: string; organizationId: number | null; content: ViewContent }) => {
      const answer = await adding!({ resource: resource.name, ...input })
      await refresh()
      return answer
    },
    update: async (input: { id: number; version: number; name?: string; content?: ViewContent }) => {
      try {
        return await updating!(input)
      } finally {
        await refresh()
      }
    },
    remove: async (id: number) => {
      await removing!({ id })
      await refresh()
    },
  }
}

export type SharedView = ReturnType<typeof useSharedViews>['views'][number]

export const startOf = ({
  id,
  version,
  content,
}: Pick<SharedView, 'id' | 'version' | 'content'>): SharedStart => ({
  id,
  version,
  ...content,
})

/**
 * Updates the account's copy of a shared default view after somebody changed it, for the next time that the list
 * opens, and drops the copy after the view was removed.
 */
export const useStartRefresh = (resource: AnyEntity) => {
  const mayShare = useMayShare()
  const { sharedStart, setSharedStart } = useListViews(resource)
  const { data } = useCall('sharedViews.list', mayShare && sharedStart ? { resource: resource.name } : null, {
    staleTime: freshMinutes * 60_000,
  })
  const update = useEffectEvent(() => {
    if (!data || !sharedStart) return
    const present = data.find(({ id }) => id === sharedStart.id)
    const next = present ? startOf(present) : null
    if (!isSame(next, sharedStart)) setSharedStart(next)
  })
  useEffect(() => update(), [data])
}
