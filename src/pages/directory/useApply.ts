import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useServedCall } from '../../session/useCall.ts'
import type { useCreatedPeople } from '../../grid/created/useCreatedPeople.ts'
import type { RowSelection } from './useSelection.ts'
import type { ShownComparison } from './words.ts'

/** Rows of one request; the server takes no more. */
const portionSize = 100

type FailedRow = { index: number; name: string; reason: string }
export type Outcome = { applied: number; failed: readonly FailedRow[] }

/** Applies the chosen rows, a portion at a time. What was applied before a failure stays applied. */
export const useApply = (created: ReturnType<typeof useCreatedPeople>, onSettled: () => Promise<unknown>) => {
  const applying = useServedCall('lawyers.applyDirectory')
  const [sent, setSent] = useState(0)
  const mutation = useMutation({
    mutationKey: ['lawyers'],
    mutationFn: async ({
      comparison,
      selected,
    }: Pick<RowSelection, 'selected'> & { comparison: ShownComparison }) => {
      const chosen = [...selected].map(([index, fields]) => ({ index, fields: [...fields] }))
      let applied = 0
      const failed: FailedRow[] = []
      let { version } = comparison
      for (let start = 0; start < chosen.length; start += portionSize) {
        setSent(start)
        const portion = chosen.slice(start, start + portionSize)
        const answer = await applying!({ id: comparison.id, version, chosen: portion })
        version = answer.version
        applied += answer.applied
        failed.push(...answer.failed)
        if (answer.passwords.length > 0)
          created.add({
            people: answer.passwords.map(it => ({ ...it, initialPassword: it.initialPassword ?? null })),
            batchId: null,
          })
      }
      return { applied, failed } satisfies Outcome
    },
    onSettled,
  })
  return { ...mutation, sent, isServed: applying !== null }
}
