import type { GetListParams } from 'ra-core'

import { loadNameReadings, comparePeopleBy } from './nameOrder.ts'
import type { AnyRecord, AnyEntity } from '../resources/kit/index.ts'
import type { Formats } from '../resources/kit/translate.ts'
import { isBlank } from '../resources/domain/sameness.ts'
import { foldForSearch, searchForms } from '../resources/kit/index.ts'

type Compare = (one: AnyRecord, other: AnyRecord) => number

const textIn = (row: AnyRecord, name: string) => String(row[name] ?? '')

/**
 * Names of people are sorted as our server does; the dictionary is loaded for that. A person's own spelling of `name`
 * is in `namePinyin`.
 */
const orderBy = async (
  { fields }: Pick<AnyEntity, 'fields'>,
  name: string,
  formats: Formats,
): Promise<Compare> => {
  const field = fields[name]
  const isName = field !== undefined && 'isPersonName' in field && field.isPersonName === true
  const readings = isName ? await loadNameReadings().catch(() => null) : null
  if (readings) {
    const compare = comparePeopleBy(readings)
    const personIn = (row: AnyRecord) => ({
      name: textIn(row, name),
      namePinyin: textIn(row, `${name}Pinyin`),
    })
    return (one, other) => compare(personIn(one), personIn(other))
  }
  return (one, other) => {
    const [first, second] = [one[name], other[name]]
    return typeof first === 'number' && typeof second === 'number'
      ? first - second
      : formats.compare(textIn(one, name), textIn(other, name))
  }
}

/** Filters, searches by title, sorts and pages rows in the browser, for a back-end that answers all at once. */
export const pageOf = async (
  { title, fields }: Pick<AnyEntity, 'title' | 'fields'>,
  rows: readonly AnyRecord[],
  { pagination, sort, filter }: GetListParams,
  formats: Formats,
) => {
  const { q, keyword = q, ...equal }: Record<string, unknown> = filter ?? {}
  const wanted = Object.entries(equal).filter(([, value]) => !isBlank(value))
  const forms = searchForms(String(keyword ?? ''))
  const found = rows.filter(
    row =>
      wanted.every(([name, value]) => !(name in row) || row[name] === value) &&
      (isBlank(keyword) || forms.some(form => foldForSearch(textIn(row, title)).includes(form))),
  )
  const direction = sort?.order === 'DESC' ? -1 : 1
  const compare = sort && (await orderBy({ fields }, sort.field, formats))
  const sorted = compare ? found.toSorted((one, other) => direction * compare(one, other)) : found
  const { page = 1, perPage = rows.length } = pagination ?? {}
  return { data: sorted.slice((page - 1) * perPage, page * perPage), total: found.length }
}
