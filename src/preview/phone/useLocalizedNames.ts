import { useGetManyAggregate } from 'ra-core'

import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { PreviewArticle } from '../article/article.ts'

/** Names of records in the article's language; Chinese if a record has no English name. */
export const useLocalizedNames = (
  to: string,
  ids: readonly number[],
  { language }: Pick<PreviewArticle, 'language'>,
  names: readonly [name: string, english: string],
) => {
  const { data } = useGetManyAggregate<AnyRecord>(to, { ids: [...ids] }, { enabled: ids.length > 0 })
  const [name, english] = names
  return (data ?? []).flatMap(row =>
    row ? [{ id: row.id, name: String((language === 'EN' && row[english]) || row[name]) }] : [],
  )
}
