import { useState } from 'react'

import type { Person } from './CreatedPeople.tsx'
import type { MadePeople } from './useCreate.ts'

/** Those who were created. Their passwords are told once, so that it matters whether they were copied. */
export const useCreated = () => {
  const [people, setPeople] = useState<readonly Person[]>([])
  const [batchIds, setBatchIds] = useState<readonly number[]>([])
  const [isCopied, setCopied] = useState(false)
  return {
    people,
    hasSecrets: people.length > 0 && !isCopied,
    batchIds,
    add: ({ people: more, batchId }: MadePeople) => {
      setPeople([...people, ...more])
      if (batchId !== null) setBatchIds([...batchIds, batchId])
      setCopied(false)
    },
    markCopied: () => setCopied(true),
    close: () => {
      setPeople([])
      setBatchIds([])
    },
  }
}
