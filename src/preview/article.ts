import type { articles } from '../../resources/articles/index.ts'
import type { OutputOf } from '../../resources/kit/index.ts'

/** An article as the server answers it, or as it is being written. */
export type Article = OutputOf<(typeof articles.calls)['one']> & { id: number }
