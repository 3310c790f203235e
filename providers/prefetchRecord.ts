import type { AdminDataProvider } from './dataProvider.ts'
import { deduped } from './queryClient.ts'

/** Asks for a record that is about to be opened: whoever reads it until two seconds after the answer takes that. */
export const prefetchRecord = ({ prefetched, getOne }: AdminDataProvider, name: string, id: string) => {
  const of = name + id
  if (prefetched.asked?.of === of && Date.now() < prefetched.asked.until) return
  const asked = { of, until: Infinity, answer: getOne(name, { id }) }
  prefetched.asked = asked
  const hold = () => void (asked.until = Date.now() + deduped.staleTime)
  // Whoever takes it hears of a failure.
  asked.answer.then(hold, hold)
}
