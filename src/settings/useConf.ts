import { useQueryClient } from '@tanstack/react-query'

import { call } from '../../providers/call.ts'
import { callKey, useCall } from '../../providers/useCall.ts'
import type { InputOf } from '../../resources/kit/index.ts'
import type { conf } from '../../resources/settings/app.ts'
import { confKey } from '../shell/sessionContext.ts'

export type ConfPatch = Omit<InputOf<(typeof conf.calls)['updateApp']>, 'version'>

/** The application configuration as it is being changed: fresh, and kept until it is left. */
export const useConf = () =>
  useCall('conf.app', {}, { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false })

/** Replaces parts of it; menu, switches and pictures follow at once. */
export const useWriteConf = () => {
  const client = useQueryClient()
  return async (patch: ConfPatch, version: number) => {
    const saved = await call('conf.updateApp', { ...patch, version })
    client.setQueryData(confKey, saved)
    client.setQueryData(callKey('conf.app', {}), saved)
    return saved
  }
}
