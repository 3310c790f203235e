import { useQueryClient } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import type { InputOf } from '../../resources/kit/index.ts'
import type { conf } from '../../resources/settings/app.ts'
import { confKey } from '../session/sessionContext.ts'
import { callKey, useCall } from '../session/useCall.ts'

export type ConfPatch = Omit<InputOf<(typeof conf.calls)['updateApp']>, 'version'>

/** The application configuration for editing: fetched on each visit, and not refetched while it is being edited. */
export const useConf = () =>
  useCall('conf.app', {}, { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false })

/** Updates parts of the configuration; the cached configuration, which menu and switches use, is updated too. */
export const useUpdateConf = () => {
  const client = useQueryClient()
  return async (patch: ConfPatch, version: number) => {
    const saved = await call('conf.updateApp', { ...patch, version })
    client.setQueryData(confKey, saved)
    client.setQueryData(callKey('conf.app', {}), saved)
    return saved
  }
}
