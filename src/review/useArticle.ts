import { useGetOne } from 'ra-core'

import { retry } from '../../providers/queryClient.ts'
import { useDeduped } from '../loading/useDeduped.ts'
import type { Article } from '../preview/article.ts'
import { detail } from '../views/form/useSave.ts'

/** Fresh at every visit: a decision is about what the article is now. */
export const useArticle = (id: number) =>
  useGetOne<Article>(
    'articles',
    { id },
    { ...retry, meta: detail, ...useDeduped('articles', id), onError: () => {} },
  )
