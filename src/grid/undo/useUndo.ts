import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ServedCall } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { imports } from '../../../resources/imports.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'

export type UndoCall = ServedCall<'imports.undo'>

/** Undoes one batch after another; if one fails, those before it stay undone. */
export const useUndoBatches = (undoCall: UndoCall | null, batchIds: readonly number[]) => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['imports'],
    mutationFn: async () => {
      const all: Required<OutputOf<typeof imports.calls.undo>> = { removed: 0, kept: [], restored: 0 }
      for (const batchId of batchIds) {
        const { removed, kept, restored = 0 } = await undoCall!({ batchId })
        all.removed += removed
        all.restored += restored
        all.kept.push(...kept)
      }
      return all
    },
    onSettled: () => void refreshRows(client),
  })
}
