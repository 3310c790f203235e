import { pageOf } from '../../../providers/pageOf.ts'
import {
  type AnyEntity,
  type AnyRecord,
  type Call,
  foldForSearch,
  listedValues,
  searchForms,
} from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { columnOf, rowTest } from '../filters.ts'
import { listCallOf } from '../lists.ts'
import { inputKey, pathNames, type RecordedRow, type Values } from '../recording.ts'
import type { DemoStore } from './store.ts'

// Lists of the demo: filtered, searched, sorted, paged and counted in memory.

type Source = { store: DemoStore; account: string }

const pick = (values: Values, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, values[name]]))

/** The recorded rows of a list; undefined where this account has none. */
const rowsFor = async ({ store, account }: Source, call: Call, values: Values) => {
  const answers = await store.answersOf(account, call.path)
  const found = answers[inputKey(pick(values, pathNames(call)))]
  return found && 'rows' in found ? found.rows : undefined
}

/** Columns by which people are found although nobody reads them. */
const readingColumns = ['namePinyin', 'nameInitials']

/** The server searches more than the title; the demo searches the texts that a row shows. */
const searchedColumns = ({ title, fields, list, searchFields = [] }: AnyEntity) => {
  const texts = list.filter(name => fields[name]?.kind === 'text')
  return [...new Set([title, ...searchFields, ...texts, ...readingColumns])]
}

const searchTest = (entity: AnyEntity, keyword: unknown) => {
  const forms = searchForms(String(keyword ?? ''))
  if (forms.length === 0) return () => true
  const columns = searchedColumns(entity)
  return (row: Values) =>
    columns.some(name => forms.some(form => foldForSearch(String(row[name] ?? '')).includes(form)))
}

const idTest = ({ id }: AnyEntity, ids: unknown) =>
  Array.isArray(ids) ? (row: Values) => ids.includes(row[id]) : () => true

/** The rows that meet filters, keyword and ids of an input. */
const matchingRows = async (source: Source, entity: AnyEntity, values: Values) => {
  const call = listCallOf(entity)!
  const recorded = await rowsFor(source, call, values)
  if (!recorded) return undefined
  const rows = recorded.map(it => it.row)
  const byFilter = await source.store.filtersOf(call.path)
  const tests = [
    rowTest(call.filters ?? {}, values, { rows, id: entity.id, recorded: byFilter }),
    searchTest(entity, values['keyword']),
    idTest(entity, values['ids']),
  ]
  return recorded.filter(({ row }) => tests.every(test => test(row)))
}

type Sort = { field: string; order: 'ASC' | 'DESC' }

/** Rows in the order of the server: empty values at the end, and equal ones by id in the same direction. */
const sorted = async (entity: AnyEntity, rows: readonly AnyRecord[], sort: Sort) => {
  const direction = sort.order === 'DESC' ? -1 : 1
  const byId = rows.toSorted((one, other) => direction * (Number(one[entity.id]) - Number(other[entity.id])))
  const held = byId.filter(it => !isBlank(it[sort.field]))
  const all = { pagination: { page: 1, perPage: held.length }, sort, filter: {} }
  const { data } = await pageOf(entity, held, all, chinese.formats)
  return [...data, ...byId.filter(it => isBlank(it[sort.field]))]
}

const numberIn = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

/** The sentences of a page, with their places in it. */
const sentencesOf = (page: readonly RecordedRow[]) =>
  Object.fromEntries(
    page.flatMap(({ sentences = {} }, index) =>
      Object.entries(sentences).map(([at, it]) => [`/records/${index}${at}`, it]),
    ),
  )

/** One page of a list, with the keys of its sentences. */
export const pageFor = async (source: Source, entity: AnyEntity, values: Values) => {
  const found = await matchingRows(source, entity, values)
  if (!found) return undefined
  const [page, perPage] = [numberIn(values['pageNum'], 1), numberIn(values['pageSize'], 10)]
  const { sortField, sortOrder } = values
  const order = sortOrder === 'desc' ? ('DESC' as const) : ('ASC' as const)
  // The rows are records of this entity under the declared name of their id.
  const rows = found.map(it => it.row as AnyRecord)
  const records =
    typeof sortField === 'string' ? await sorted(entity, rows, { field: sortField, order }) : rows
  const data = records.slice((page - 1) * perPage, page * perPage)
  const total = records.length
  const byRow = new Map(found.map(it => [it.row, it]))
  const answer = { records: data, total, current: page, size: perPage, pages: Math.ceil(total / perPage) }
  return { data: answer, sentences: sentencesOf(data.map(row => byRow.get(row)!)) }
}

type Counted = { entity: AnyEntity; tabs: NonNullable<AnyEntity['tabs']> }

const countOf = async (source: Source, entity: AnyEntity, values: Values) =>
  (await matchingRows(source, entity, values))?.length ?? 0

/** The numbers of the tabs of a list, under the other filters. */
export const tabCounts = async (source: Source, { entity, tabs }: Counted, values: Values) => {
  const counts = await Promise.all(
    Object.entries<string>(tabs.counts).map(async ([option, key]) => {
      const value = (listedValues(entity.fields[tabs.field]!) ?? []).find(it => String(it) === option)
      const asked = option === 'all' ? values : { ...values, [tabs.field]: value }
      return [key, await countOf(source, entity, asked)] as const
    }),
  )
  return Object.fromEntries(counts)
}

/** The number of rows for each option of a filter, given the others. */
export const optionCountsFor = async (source: Source, entity: AnyEntity, values: Values) => {
  const { count: name, [String(values['count'])]: _own, ...others } = values
  const call = listCallOf(entity)!
  const filter = entity.filters[String(name)]!
  const asked = { ...entity.fixed, ...others }
  const rows = (await rowsFor(source, call, asked)) ?? []
  const recorded = (await source.store.filtersOf(call.path))[String(name)]
  const held = rows.flatMap(({ row }) => [row[columnOf(String(name), filter)]].flat())
  const found = recorded ? Object.keys(recorded).map(it => (/^\d+$/.test(it) ? Number(it) : it)) : held
  const options = [...new Set(listedValues(filter.field) ?? found)].filter(
    it => it !== null && it !== undefined,
  )
  return Promise.all(
    options.map(async option => ({
      option: String(option),
      count: await countOf(source, entity, { ...asked, [String(name)]: option }),
    })),
  )
}
