import { useGetManyAggregate } from 'ra-core'

import type { AnyRecord } from '../../resources/kit/index.ts'
import type { Article } from './article.ts'

/** What rows of another resource are called in the article's language, as far as they have an English name. */
export const useLocalizedNames = (
  to: string,
  ids: readonly number[],
  { language }: Pick<Article, 'language'>,
  names: readonly [name: string, english: string],
) => {
  const { data } = useGetManyAggregate<AnyRecord>(to, { ids: [...ids] }, { enabled: ids.length > 0 })
  const [name, english] = names
  return (data ?? []).flatMap(row =>
    row ? [{ id: row.id, name: String((language === 'EN' && row[english]) || row[name]) }] : [],
  )
}
