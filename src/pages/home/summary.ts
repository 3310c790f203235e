import type { OutputOf } from '../../../resources/kit/index.ts'
import type { reviews } from '../../../resources/reviews.ts'

export type Summary = OutputOf<(typeof reviews.calls)['summary']>
