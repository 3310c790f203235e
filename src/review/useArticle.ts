import { useGetOne } from 'ra-core'

import { deduped, retry } from '../../providers/queryClient.ts'
import { detail } from '../../providers/recordQuery.ts'
import type { Article } from '../preview/article.ts'

/** Read at every visit: a decision is about what the article is now. */
export const useArticle = (id: number) =>
  useGetOne<Article>('articles', { id }, { ...retry, ...deduped, meta: detail, onError: () => {} })
