import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { callAddition } from '../../../providers/call.ts'
import { callKey, useCallAddition } from '../../../providers/useCall.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { useAddition, useSession } from '../../session/sessionContext.ts'
import { useListViews } from './savedViews.ts'
import type { SharedStart, ViewContent } from './views.ts'

/** Minutes for which the shared views of a list are not asked for again. */
const freshMinutes = 5

/** Whether the user may share views, and the back-end serves them. */
const useSharing = () => {
  const { self } = useSession()
  const served = useAddition('sharedViews.list')
  return self.capabilities.includes('view.share') ? served : null
}

const sharedViewsKey = ({ name }: AnyEntity) => callKey('sharedViews.list', { resource: name })

/** The views of a list that are shared with the user, and the calls that change them. */
export const useSharedViews = (resource: AnyEntity) => {
  const client = useQueryClient()
  const served = useSharing()
  const adding = useAddition('sharedViews.share')
  const updating = useAddition('sharedViews.update')
  const removing = useAddition('sharedViews.remove')
  const query = useCallAddition(
    served,
    { resource: resource.name },
    { staleTime: freshMinutes * 60_000, refetchOnMount: 'always' },
  )
  const refresh = () => client.invalidateQueries({ queryKey: sharedViewsKey(resource) })
  return {
    mayShare: served !== null && adding !== null,
    isPending: served !== null && query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    views: query.data ?? [],
    share: async (input: { name: string; organizationId: number | null; content: ViewContent }) => {
      const answer = await callAddition(adding!, { resource: resource.name, ...input })
      await refresh()
      return answer
    },
    update: async (input: { id: number; version: number; name?: string; content?: ViewContent }) => {
      try {
        return await callAddition(updating!, input)
      } finally {
        await refresh()
      }
    },
    remove: async (id: number) => {
      await callAddition(removing!, { id })
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
  const served = useSharing()
  const { sharedStart, setSharedStart } = useListViews(resource)
  const { data } = useCallAddition(served, sharedStart ? { resource: resource.name } : null, {
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
