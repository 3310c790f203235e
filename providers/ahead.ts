import type { Identifier } from 'ra-core'

import { deduped } from './queryClient.ts'

/** Reads of records a step ahead of the click that opens them: whoever asks within two seconds takes the answer, once. */
export const createAhead = <T>(read: (name: string, id: Identifier) => Promise<T>) => {
  const asked = new Map<string, { since: number; answer: Promise<T> }>()
  const keyOf = (name: string, id: Identifier) => `${name}/${id}`
  const fresh = (key: string) => {
    const known = asked.get(key)
    return known && Date.now() - known.since < deduped.staleTime ? known.answer : undefined
  }
  return {
    ask: (name: string, id: Identifier) => {
      const key = keyOf(name, id)
      if (fresh(key)) return
      const answer = read(name, id)
      // Whoever takes it hears of a failure.
      answer.catch(() => {})
      asked.set(key, { since: Date.now(), answer })
    },
    take: (name: string, id: Identifier) => {
      const key = keyOf(name, id)
      const answer = fresh(key)
      asked.delete(key)
      return answer
    },
    /** After a write any of them may be another. */
    forget: () => asked.clear(),
  }
}
