import type { OutputOf } from '../../../resources/kit/index.ts'
import type { reviews } from '../../../resources/reviews.ts'

export type Summary = OutputOf<(typeof reviews.calls)['summary']>

/** A list with this filter set, as its own chips would set it. */
export const filtered = (path: string, filter: Readonly<Record<string, unknown>>) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
