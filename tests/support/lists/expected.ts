import {
  cellsOf,
  compareValues,
  hasColumn,
  isList,
  meaningOf,
  queryFor,
  sortValueOf,
  valuesFor,
} from '../../../providers/check/expected.ts'
import { entities } from '../../../resources/entities.ts'
import { type Call, type Fields, mayBeEmpty, mayBeNot, takesSeveral } from '../../../resources/kit/index.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { assessedYear } from '../../../server/services/lawyers/due.ts'
import { nameReader } from '../../../server/services/directory/pinyin.ts'
import type { TestApp } from '../app.ts'
import type { Values } from '../asking.ts'
import type { FilledLists } from './fill.ts'
import { testDay } from './moments.ts'
import { hiddenLawyerValues } from './people.ts'
import { shownRun } from './records.ts'

// Computes the expected rows of a list for a filter and an order from the rows of the unfiltered list.

/** The expected matches and sample values of a filter that cannot be derived from the row's fields. */
type FilterExpectation = {
  holds: (row: Values, value: never, filled: FilledLists) => boolean
  values: (filled: FilledLists) => readonly unknown[]
}
type ListExpectation = {
  /** The account that reads the list; the main administrator by default. */
  by?: string
  /** Parameters that the list requires. */
  params?: (app: TestApp) => Values
  witnesses?: Readonly<Record<string, FilterExpectation>>
  /** The sort values of columns that are not sorted by the field's own value. */
  sortedBy?: Readonly<Record<string, (row: Values) => unknown>>
  /** The office that a row belongs to, if the row does not contain it. */
  officeOf?: (row: Values, filled: FilledLists) => unknown
  /** Whether a row is a lawyer's own, for rights that reach no further. */
  isOwn?: (row: Values, lawyerId: number) => boolean
  /** Columns in which no two rows are equal. */
  distinct?: readonly string[]
}

const bySound = (row: Values) => nameReader.sortKey(String(row['name']))
const hiddenOf = (row: Values) =>
  hiddenLawyerValues.get(Number(row['id'])) ?? { postCodes: [], assessments: [] }
const hasProfession =
  (type: 'self' | 'official') =>
  (row: Values, id: number): boolean =>
    (row['professions'] as { type: string; id: number }[]).some(it => it.type === type && it.id === id)
const doneBy =
  (population: number) =>
  (row: Values, id: number): boolean =>
    row['operatorType'] === population && row['operatorId'] === id

const ofLogs: ListExpectation = {
  officeOf: row => row['targetOrgId'],
  isOwn: (row, id) => doneBy(2)(row, id) || (row['targetType'] === 'lawyers' && row['targetId'] === id),
  witnesses: {
    adminId: { holds: doneBy(1), values: () => [1, 2] },
    lawyerId: { holds: doneBy(2), values: () => [1, 2] },
  },
}
const firstLawyer = '13800000001'

const specialLists: Readonly<Record<string, ListExpectation>> = {
  'offices.pageList': {
    sortedBy: { name: row => nameReader.textSortKey(String(row['name'])) },
    distinct: ['name'],
  },
  'lawyers.pageList': {
    isOwn: (row, id) => row['id'] === id,
    sortedBy: { name: bySound },
    distinct: ['employeeNo'],
    witnesses: {
      postCode: {
        holds: (row, code: string) => hiddenOf(row).postCodes.includes(code),
        values: ({ posts }) => [...posts.values()].slice(0, 3),
      },
      // The list contains two people of this name.
      similar: { holds: row => row['name'] === '单于飞', values: () => [2] },
      missing: {
        holds: (row, what: string) =>
          row['status'] === 1 &&
          row['personType'] === 1 &&
          (what === 'licence'
            ? !row['licenseNumber']
            : !hiddenOf(row).assessments.some(it => it.year === assessedYear(new Date()))),
        values: () => ['licence', 'assessment'],
      },
      assessYear: {
        holds: (row, year: number) => hiddenOf(row).assessments.some(it => it.year === year),
        values: () => [2024, 2025],
      },
      assessResult: {
        holds: (row, result: number) => hiddenOf(row).assessments.some(it => it.result === result),
        values: () => [3, 4],
      },
    },
  },
  'recycled.page': { sortedBy: { name: bySound } },
  'recycledCards.page': { sortedBy: { name: bySound } },
  'recycledArticles.page': { isOwn: row => String(row['title']).endsWith('自写') },
  'cards.pageList': {
    isOwn: (row, id) => row['lawyerId'] === id,
    sortedBy: { name: bySound },
    witnesses: {
      postCode: {
        holds: (row, code: string) => (row['workPosition'] as { postCode: string }).postCode === code,
        values: ({ posts }) => [...posts.values()].slice(0, 3),
      },
      postId: {
        holds: (row, id: number, { posts }) =>
          (row['workPosition'] as { postCode: string }).postCode === posts.get(id),
        values: ({ posts }) => [...posts.keys()].slice(0, 4),
      },
      englishState: {
        holds: ({ language, lawyerId }, state: number, { englishStates }) =>
          language === 'EN' && englishStates.get(Number(lawyerId)) === state,
        values: () => [1, 2],
      },
      professionId: { holds: hasProfession('self'), values: () => [1, 2, 3] },
      officialId: { holds: hasProfession('official'), values: () => [1, 2, 9] },
    },
  },
  'authors.page': { sortedBy: { name: bySound } },
  'articles.getUserList': {
    by: firstLawyer,
    params: ({ world }) => ({ lawyerId: world.people.get(firstLawyer)!.id }),
  },
  'categories.page': { distinct: ['typeName'] },
  'announcements.page': { officeOf: (row, { announced }) => announced.get(Number(row['batchId'])) },
  'receivers.page': { officeOf: (row, { announced }) => announced.get(Number(row['batchId'])) },
  'bulkRows.page': { params: () => ({ runId: shownRun.id }) },
  'messages.page': { by: firstLawyer },
  'logs.getPageList': { ...ofLogs, by: firstLawyer },
  'logs.getAdminLogPageList': ofLogs,
}

const declaredBy = (call: Call) =>
  entities.find(({ calls, crud }) => crud.list !== undefined && calls[crud.list] === call)!

/** Every paged list that is served. */
export const lists = servedCalls.flatMap(({ name, call }) => {
  if (!isList(call)) return []
  const { id, title, fields, unique = [], searchFields = [] } = declaredBy(call)
  const {
    by = 'admin',
    params = () => ({}),
    officeOf = (row: Values): unknown => row['organizationId'],
    isOwn,
    distinct = [],
    witnesses = {},
    sortedBy = {},
  } = specialLists[name] ?? {}
  return {
    name,
    call,
    key: id,
    title,
    fields: fields as Fields,
    searched: searchFields,
    by,
    params,
    witnesses,
    sortedBy,
    officeOf,
    isOwn,
    distinct: [...distinct, ...unique, id],
  }
})
export type List = (typeof lists)[number]

export type FilterTrial = { query: Values; holds: (row: Values) => boolean }

/** Sample values for a filter, each with the rows that it should match. */
export const trialsOf = (
  list: List,
  name: string,
  rows: readonly Values[],
  filled: FilledLists,
): FilterTrial[] => {
  const filter = list.call.filters[name]!
  const meaning = list.witnesses[name]
  if (!meaning && !hasColumn(name, filter, rows))
    throw new Error(
      `${list.name}: no field has the meaning of the filter ${name}; it needs an entry in witnesses`,
    )
  const values = meaning ? meaning.values(filled) : valuesFor(filter, cellsOf(name, filter, rows), testDay)
  const isMeant = meaningOf(list.call, name)
  return values.map(value => ({
    query: queryFor(name, filter, value),
    holds: row => (meaning ? meaning.holds(row, value as never, filled) : isMeant(row, value)),
  }))
}

const isBlankCell = (cell: unknown) =>
  cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.length === 0)

/** Combinations of a filter's values, 不是 and 空, each with the rows that it should match. */
export const combinedTrialsOf = (
  list: List,
  name: string,
  rows: readonly Values[],
  filled: FilledLists,
): FilterTrial[] => {
  const filter = list.call.filters[name]!
  const single = trialsOf(list, name, rows, filled)
  const [first, second] = single
  const { column = name } = filter
  const trials: FilterTrial[] = []
  if (takesSeveral(filter) && filter.compare !== 'oneOf' && first && second)
    trials.push({
      query: { [name]: [first.query[name], second.query[name]] },
      holds: row => first.holds(row) || second.holds(row),
    })
  if (mayBeEmpty(filter)) {
    const isEmpty = (row: Values) => isBlankCell(row[column])
    trials.push({ query: { empty: [name] }, holds: isEmpty })
    if (first)
      trials.push({
        query: { ...first.query, empty: [name] },
        holds: row => first.holds(row) || isEmpty(row),
      })
  }
  if (!mayBeNot(filter)) return trials
  return [...(first ? [first] : []), ...trials].flatMap(({ query, holds }) => [
    { query, holds },
    { query: { ...query, not: [name] }, holds: row => !holds(row) },
  ])
}

/** The value by which the list sorts a row. */
export const sortedByOf = (list: List, field: string) => sortValueOf(list.call, field, list.sortedBy[field])

/** The rows sorted by a column: empty values last, equal values by their key in the same direction. */
export const sortedRows = (list: List, rows: readonly Values[], field: string, order: 'asc' | 'desc') => {
  const sign = order === 'asc' ? 1 : -1
  const valueOf = sortedByOf(list, field)
  return rows.toSorted((a, b) => {
    const [firstValue, secondValue] = [valueOf(a) ?? null, valueOf(b) ?? null]
    if (firstValue === secondValue) return sign * (Number(a[list.key]) - Number(b[list.key]))
    if (firstValue === null) return 1
    if (secondValue === null) return -1
    return sign * compareValues(firstValue, secondValue)
  })
}
