import { servedCall } from './call.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

/**
 * Saves one preference in the account, in the order of the calls. Offline it waits for the network. If it fails
 * finally, or the back-end lacks this call, the preference stays in this browser only.
 */
export const savePreference = (client: QueryClient, name: string, given: unknown) => {
  const saving = servedCall('session.setPreference')
  if (!saving) return
  const value: z.core.util.JSONType = JSON.parse(JSON.stringify(given ?? null))
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => saving({ name, value }),
    retry: 3,
    scope: { id: 'preferences' },
  })
  mutation.execute(undefined).catch(() => {})
}
