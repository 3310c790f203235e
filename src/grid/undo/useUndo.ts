import { useMutation, useQueryClient } from '@tanstack/react-query'

import { callAddition } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { imports } from '../../../resources/imports.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import type { useAddition } from '../../shell/sessionContext.ts'

export type Undoing = NonNullable<ReturnType<typeof useAddition<'imports.undo'>>>

/** One batch after the other; what was done of them before a failure stays done. */
export const useUndo = (undoing: Undoing | null, batchIds: readonly number[]) => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['imports'],
    mutationFn: async () => {
      const all: OutputOf<typeof imports.calls.undo> = { removed: 0, kept: [] }
      for (const batchId of batchIds) {
        const { removed, kept } = await callAddition(undoing!, { batchId })
        all.removed += removed
        all.kept.push(...kept)
      }
      return all
    },
    onSettled: () => void refreshRows(client),
  })
}
