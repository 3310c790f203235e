import { useGetOne } from 'ra-core'

import { retry } from '../../../providers/queryClient.ts'
import type { articles } from '../../../resources/articles/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { detail } from '../../views/form/useSave.ts'

export type Article = OutputOf<(typeof articles.calls)['one']> & { id: number }

/** Fresh at every visit: a decision is about what the article is now. */
export const useArticle = (id: number) =>
  useGetOne<Article>('articles', { id }, { ...retry, meta: detail, staleTime: 0, onError: () => {} })
