import { useRecordForPage } from '../../providers/useRecordForPage.ts'
import type { PreviewArticle } from '../preview/article/article.ts'

/** Loads the article on each visit, because a decision concerns its current version. */
export const useArticle = (id: number) => useRecordForPage<PreviewArticle>('articles', id)
