import { useGetOne } from 'ra-core'

import { retry } from '../../providers/queryClient.ts'
import { useDeduped } from '../shell/useDeduped.ts'
import type { Article } from '../preview/article.ts'
import { detail } from '../form/useSave.ts'

/** Fresh at every visit: a decision is about what the article is now. */
export const useArticle = (id: number) =>
  useGetOne<Article>(
    'articles',
    { id },
    { ...retry, meta: detail, ...useDeduped('articles', id), onError: () => {} },
  )
