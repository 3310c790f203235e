import { useState } from 'react'

import type { CreatedPerson } from './CreatedPeople.tsx'

type Created = { people: readonly CreatedPerson[]; batchId: number | null }

/**
 * People created on this page. It tracks whether their initial passwords were copied, because they are shown only
 * once.
 */
export const useCreatedPeople = () => {
  const [people, setPeople] = useState<readonly CreatedPerson[]>([])
  const [batchIds, setBatchIds] = useState<readonly number[]>([])
  const [isCopied, setCopied] = useState(false)
  return {
    people,
    hasSecrets: people.length > 0 && !isCopied,
    batchIds,
    add: ({ people: more, batchId }: Created) => {
      setPeople(known => [...known, ...more])
      if (batchId !== null) setBatchIds(known => [...new Set([...known, batchId])])
      setCopied(false)
    },
    markCopied: () => setCopied(true),
    close: () => {
      setPeople([])
      setBatchIds([])
    },
  }
}
