import type { GetListParams } from 'ra-core'

import type { AnyRecord, AnyEntity } from '../resources/kit/index.ts'
import type { Formats } from '../resources/kit/translate.ts'
import { isBlank } from '../resources/domain/sameness.ts'

const compare = (one: unknown, other: unknown, formats: Formats) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : formats.compare(String(one ?? ''), String(other ?? ''))

/** Filters, searches by title, sorts and pages rows in the browser, for a back-end that answers all at once. */
export const pageOf = (
  { title }: Pick<AnyEntity, 'title'>,
  rows: readonly AnyRecord[],
  { pagination, sort, filter }: GetListParams,
  formats: Formats,
) => {
  const { q, keyword = q, ...equal }: Record<string, unknown> = filter ?? {}
  const wanted = Object.entries(equal).filter(([, value]) => !isBlank(value))
  const found = rows.filter(
    row =>
      wanted.every(([name, value]) => !(name in row) || row[name] === value) &&
      (isBlank(keyword) || String(row[title] ?? '').includes(String(keyword))),
  )
  const direction = sort?.order === 'DESC' ? -1 : 1
  const sorted = sort
    ? found.toSorted((a, b) => direction * compare(a[sort.field], b[sort.field], formats))
    : found
  const { page = 1, perPage = rows.length } = pagination ?? {}
  return { data: sorted.slice((page - 1) * perPage, page * perPage), total: found.length }
}
