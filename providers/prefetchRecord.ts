import type { AdminDataProvider } from './dataProvider.ts'
import { deduped } from './queryClient.ts'

/** Asks for a record that is about to be opened: whoever reads it within two seconds takes this answer. */
export const prefetchRecord = ({ prefetched, getOne }: AdminDataProvider, name: string, id: string) => {
  const of = name + id
  if (prefetched.asked?.of === of && Date.now() < prefetched.asked.until) return
  const answer = getOne(name, { id })
  // Whoever takes it hears of a failure.
  answer.catch(() => {})
  prefetched.asked = { of, until: Date.now() + deduped.staleTime, answer }
}
