import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

import { additionOf } from './backend/additions.ts'
import { callAddition } from './call.ts'

/**
 * Saves one preference on the account, after those before it; offline it waits for the network. What fails for good, or
 * a back-end without this addition, leaves it in this browser alone.
 */
export const savePreference = (client: QueryClient, name: string, given: unknown) => {
  const saving = additionOf('session.setPreference')
  if (!saving) return
  const value: z.core.util.JSONType = JSON.parse(JSON.stringify(given ?? null))
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => callAddition(saving, { name, value }),
    retry: 3,
    scope: { id: 'preferences' },
  })
  mutation.execute(undefined).catch(() => {})
}
