import { useRecordForPage } from '../../providers/useRecordForPage.ts'
import type { Article } from '../preview/article.ts'

/** Read at every visit: a decision is about what the article is now. */
export const useArticle = (id: number) => useRecordForPage<Article>('articles', id)
