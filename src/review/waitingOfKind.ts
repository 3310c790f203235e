import type { OutputOf } from '../../resources/kit/index.ts'
import type { ReviewKind, reviews } from '../../resources/reviews.ts'

const noneWaiting = { all: 0, overdue: 0, oldest: null }

/** The numbers of one kind; zero where a back-end does not have this kind. */
export const waitingOfKind = (counts: OutputOf<(typeof reviews.calls)['count']>, kind: ReviewKind) =>
  counts[kind] ?? noneWaiting
