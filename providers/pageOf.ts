import type { GetListParams } from 'ra-core'

import { loadNameReadings, nameOrder } from './nameOrder.ts'
import type { AnyRecord, AnyEntity } from '../resources/kit/index.ts'
import type { Formats } from '../resources/kit/translate.ts'
import { isBlank } from '../resources/domain/sameness.ts'

type Compare = (one: string, other: string) => number

/** Names of people are sorted as our server does; the dictionary is loaded for that. */
const textOrder = async (
  { fields }: Pick<AnyEntity, 'fields'>,
  name: string,
  formats: Formats,
): Promise<Compare> => {
  const field = fields[name]
  const isName = field !== undefined && 'isPersonName' in field && field.isPersonName === true
  const names = isName ? await loadNameReadings().catch(() => null) : null
  return names ? nameOrder(names, true) : formats.compare
}

const compare = (one: unknown, other: unknown, compareTexts: Compare) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareTexts(String(one ?? ''), String(other ?? ''))

/** Filters, searches by title, sorts and pages rows in the browser, for a back-end that answers all at once. */
export const pageOf = async (
  { title, fields }: Pick<AnyEntity, 'title' | 'fields'>,
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
  const compareTexts = sort ? await textOrder({ fields }, sort.field, formats) : formats.compare
  const sorted = sort
    ? found.toSorted((a, b) => direction * compare(a[sort.field], b[sort.field], compareTexts))
    : found
  const { page = 1, perPage = rows.length } = pagination ?? {}
  return { data: sorted.slice((page - 1) * perPage, page * perPage), total: found.length }
}
