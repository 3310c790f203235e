import { resources } from '../../../resources/index.ts'
import {
  type Call,
  type Comparison,
  type Fields,
  type Filter,
  type Filters,
  parametersOf,
} from '../../../resources/kit/index.ts'
import { served } from '../../../server/engine/served.ts'
import { assessYearAt } from '../../../server/services/lawyers/due.ts'
import { pinyinOf } from '../../../server/services/pinyin.ts'
import type { TestApp } from '../app.ts'
import type { Values } from '../asking.ts'
import type { Filled } from './fill.ts'
import { day } from './moments.ts'
import { hidden } from './people.ts'

// What a list has to show for a filter and an order, worked out from the rows that it answers without them.

export type ListCall = Call & { filters: Filters; sortable: readonly string[] }
const isList = (call: Call): call is ListCall => call.filters !== undefined && call.sortable !== undefined

/** Of a filter that no field of the row tells: which rows it means, and values to try. */
type Witness = {
  holds: (row: Values, value: never, filled: Filled) => boolean
  values: (filled: Filled) => readonly unknown[]
}
type Particulars = {
  /** Who reads it; the main administrator where absent. */
  by?: string
  /** What it cannot do without. */
  params?: (app: TestApp) => Values
  witnesses?: Readonly<Record<string, Witness>>
  /** What it is sorted by, where that is not the field's own value. */
  sortedBy?: Readonly<Record<string, (row: Values) => unknown>>
  /** The office that a row belongs to, where it does not say so. */
  officeOf?: (row: Values, filled: Filled) => unknown
  /** Whether a row is a lawyer's own, where his right reaches no further. */
  isOwn?: (row: Values, lawyerId: number) => boolean
  /** Columns of which no two rows are alike. */
  distinct?: readonly string[]
}

const bySound = (row: Values) => pinyinOf(String(row['name'])).full
const hiddenOf = (row: Values) => hidden.get(Number(row['id'])) ?? { postCodes: [], assessments: [] }
const hasProfession =
  (type: 'self' | 'official') =>
  (row: Values, id: number): boolean =>
    (row['professions'] as { type: string; id: number }[]).some(it => it.type === type && it.id === id)
const doneBy =
  (population: number) =>
  (row: Values, id: number): boolean =>
    row['operatorType'] === population && row['operatorId'] === id

const ofLogs: Particulars = {
  officeOf: row => row['targetOrgId'],
  isOwn: (row, id) => doneBy(2)(row, id) || (row['targetType'] === 'lawyers' && row['targetId'] === id),
  witnesses: {
    adminId: { holds: doneBy(1), values: () => [1, 2] },
    lawyerId: { holds: doneBy(2), values: () => [1, 2] },
  },
}
const firstLawyer = '13800000001'

const particulars: Readonly<Record<string, Particulars>> = {
  'offices.pageList': { sortedBy: { name: bySound }, distinct: ['name'] },
  // 锁定 is no state of the row: a locked account stands among the enabled ones.
  'admins.pageList': { sortedBy: { status: row => Math.min(1, Number(row['status'])) } },
  'lawyers.pageList': {
    isOwn: (row, id) => row['id'] === id,
    sortedBy: { name: bySound },
    distinct: ['employeeNo'],
    witnesses: {
      postCode: {
        holds: (row, code: string) => hiddenOf(row).postCodes.includes(code),
        values: ({ posts }) => [...posts.values()].slice(0, 3),
      },
      // Of those who are alike the list has two of one name.
      similar: { holds: row => row['name'] === '单于飞', values: () => [2] },
      missing: {
        holds: (row, what: string) =>
          row['status'] === 1 &&
          row['personType'] === 1 &&
          (what === 'licence'
            ? !row['licenseNumber']
            : !hiddenOf(row).assessments.some(it => it.year === assessYearAt(new Date()))),
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
      professionId: { holds: hasProfession('self'), values: () => [1, 2, 3] },
      officialId: { holds: hasProfession('official'), values: () => [1, 2, 9] },
    },
  },
  'authors.page': { sortedBy: { name: bySound } },
  'articles.getList': {
    witnesses: {
      // A published one stands among those that wait, too, when a change of it does.
      status: {
        holds: (row, status: number) =>
          row['status'] === status || (status === 1 && row['revisionStatus'] === 1),
        values: () => [0, 1, 2],
      },
    },
  },
  'articles.getUserList': {
    by: firstLawyer,
    params: ({ world }) => ({ lawyerId: world.people.get(firstLawyer)!.id }),
  },
  'categories.page': { distinct: ['typeName'] },
  'announcements.page': { officeOf: (row, { announced }) => announced.get(Number(row['batchId'])) },
  'receivers.page': { officeOf: (row, { announced }) => announced.get(Number(row['batchId'])) },
  'messages.page': { by: firstLawyer },
  'logs.getPageList': { ...ofLogs, by: firstLawyer },
  'logs.getAdminLogPageList': ofLogs,
}

const declaredBy = (call: Call) =>
  resources.find(({ calls, crud }) => crud.list !== undefined && calls[crud.list] === call)!

/** Every paged list that is served. */
export const lists = served.flatMap(({ name, call }) => {
  if (!isList(call)) return []
  const { id, title, fields, unique = [] } = declaredBy(call)
  const {
    by = 'admin',
    params = () => ({}),
    officeOf = (row: Values): unknown => row['organizationId'],
    isOwn,
    distinct = [],
    witnesses = {},
    sortedBy = {},
  } = particulars[name] ?? {}
  return {
    name,
    call,
    key: id,
    title,
    fields: fields as Fields,
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

/** A moment of a row as the day it is in China; a day is what it is. */
const dayOf = (cell: string) =>
  cell.length === 10 ? cell : new Date(Date.parse(cell) + 8 * 3_600_000).toISOString().slice(0, 10)

type Days = { from?: string; to?: string }
/** A list may travel as the text of its JSON. */
const listIn = (cell: readonly unknown[] | string) =>
  typeof cell === 'string' ? (JSON.parse(cell) as unknown[]) : cell

const comparisons: Record<Comparison, (cell: never, value: never) => boolean> = {
  equal: (cell: unknown, value: unknown) => cell === value,
  oneOf: (cell: unknown, values: readonly unknown[]) => values.includes(cell),
  contains: (cell: string, text: string) => cell.toLowerCase().includes(text.toLowerCase()),
  includes: (cell: readonly unknown[] | string, value: unknown) => listIn(cell).includes(value),
  atMost: (cell: number, value: number) => cell <= value,
  days: (cell: string, { from = '', to = '9' }: Days) => dayOf(cell) >= from && dayOf(cell) <= to,
}

const withWildcards = (text: string) => [
  text,
  text.slice(1),
  text.replace(/.$/, '_'),
  text.replace(/.$/, '%'),
]

/** Values to try, out of what the rows hold. */
const valuesFor = ({ compare }: Filter, cells: readonly unknown[]): unknown[] => {
  const values = compare === 'includes' ? cells.map(it => listIn(it as string | readonly unknown[])) : cells
  const distinct = [...new Set(values.flat())]
  if (compare === 'oneOf') return [distinct.slice(0, 1), distinct.slice(0, 2)]
  if (compare === 'contains') return distinct.flatMap(it => withWildcards(String(it)))
  if (compare === 'days') return [{ from: day, to: day }, { from: day }, { to: day }]
  return distinct.slice(0, 3)
}

export type Trial = { query: Values; holds: (row: Values) => boolean }

/** What may be asked of a filter, and which rows each value means. */
export const trialsOf = (list: List, name: string, rows: readonly Values[], filled: Filled): Trial[] => {
  const filter = list.call.filters[name]!
  const witness = list.witnesses[name]
  const field = filter.column ?? name
  if (!witness && !rows.some(row => field in row))
    throw new Error(`${list.name}: no field tells what the filter ${name} means; it needs a witness`)
  const cells = rows.flatMap(row => (row[field] == null ? [] : [row[field]]))
  const values = witness ? witness.values(filled) : valuesFor(filter, cells)
  const parameters = parametersOf(name, filter)
  return values.map(value => ({
    query: parameters.length > 1 ? daysIn(filter, value as Days) : { [name]: value },
    holds: row =>
      witness
        ? witness.holds(row, value as never, filled)
        : row[field] != null && comparisons[filter.compare](row[field] as never, value as never),
  }))
}

const daysIn = ({ from, to }: Filter, range: Days): Values => ({
  ...(range.from !== undefined && { [from!]: range.from }),
  ...(range.to !== undefined && { [to!]: range.to }),
})

const before = (one: unknown, other: unknown) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1

/** The rows in the order of a column: none at the end, and those alike by their key in the same direction. */
export const sortedRows = (list: List, rows: readonly Values[], field: string, order: 'asc' | 'desc') => {
  const sign = order === 'asc' ? 1 : -1
  const valueOf = list.sortedBy[field] ?? ((row: Values) => row[field])
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a) ?? null, valueOf(b) ?? null]
    if (one === other) return sign * (Number(a[list.key]) - Number(b[list.key]))
    if (one === null) return 1
    if (other === null) return -1
    return sign * before(one, other)
  })
}
