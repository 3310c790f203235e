import type { Identifier } from 'ra-core'

/** The read of a record a step ahead of the click that opens it; it holds `until` then. */
export type Ahead<T> = { asked: { of: string; until: number; answer: Promise<T> } | null }

/** The answer that was asked for ahead, once. */
export const take = <T>(ahead: Ahead<T>, name: string, id: Identifier) => {
  const { asked } = ahead
  ahead.asked = null
  return asked?.of === name + id && Date.now() < asked.until ? asked.answer : null
}
