import type { articles } from '../../../resources/articles/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'

/** An article, as stored or while being edited. */
export type PreviewArticle = OutputOf<(typeof articles.calls)['one']> & { id: number }
