import type { Identifier } from 'ra-core'

/** The read of a record a step ahead of the click that opens it; it holds `until` then. */
export type Prefetched<T> = { asked: { of: string; until: number; answer: Promise<T> } | null }

/** The answer that was asked for ahead, once. */
export const takePrefetched = <T>(prefetched: Prefetched<T>, name: string, id: Identifier) => {
  const { asked } = prefetched
  prefetched.asked = null
  return asked?.of === name + id && Date.now() < asked.until ? asked.answer : null
}
