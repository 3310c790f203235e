import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useServedCall } from '../../session/useCall.ts'
import type { useCreatedPeople } from '../../grid/created/useCreatedPeople.ts'
import type { Selection } from './useSelection.ts'
import type { Comparison } from './words.ts'

/** Rows of one request; the server takes no more. */
const portionSize = 100

export type Outcome = {
  applied: number
  failed: readonly { index: number; name: string; reason: string }[]
}

/** Applies the chosen rows, a portion at a time. What was applied before a failure stays applied. */
export const useApply = (created: ReturnType<typeof useCreatedPeople>, onSettled: () => Promise<unknown>) => {
  const applying = useServedCall('lawyers.applyDirectory')
  const [sent, setSent] = useState(0)
  const mutation = useMutation({
    mutationKey: ['lawyers'],
    mutationFn: async ({
      comparison,
      selected,
    }: Pick<Selection, 'selected'> & { comparison: Comparison }) => {
      const chosen = [...selected].map(([index, fields]) => ({ index, fields: [...fields] }))
      const outcome = { applied: 0, failed: [] as { index: number; name: string; reason: string }[] }
      let { version } = comparison
      for (let start = 0; start < chosen.length; start += portionSize) {
        setSent(start)
        const portion = chosen.slice(start, start + portionSize)
        const answer = await applying!({ id: comparison.id, version, chosen: portion })
        version = answer.version
        outcome.applied += answer.applied
        outcome.failed.push(...answer.failed)
        if (answer.passwords.length > 0)
          created.add({
            people: answer.passwords.map(it => ({ ...it, initialPassword: it.initialPassword ?? null })),
            batchId: null,
          })
      }
      return outcome satisfies Outcome
    },
    onSettled,
  })
  return { ...mutation, sent, isServed: applying !== null }
}
