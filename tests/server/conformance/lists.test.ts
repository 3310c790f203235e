import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Envelope } from '../../support/app.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  boundCall,
  callNames,
  mayCall,
  reachOf,
  resourceOf,
  inputFieldsOf,
  type Values,
} from '../../support/asking.ts'
import { mayBeEmpty, mayBeNot, takesSeveral } from '../../../resources/kit/index.ts'
import {
  combinedTrialsOf,
  type List,
  lists,
  sortedByOf,
  sortedRows,
  trialsOf,
} from '../../support/lists/expected.ts'
import { fillLists, type FilledLists } from '../../support/lists/fill.ts'
import { daysAround, dayEdges } from '../../support/lists/moments.ts'
import { statementsOf } from '../../support/statements.ts'

let app: TestApp
let filledLists: FilledLists
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  filledLists = await fillLists(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

const rangesOf = ({ call }: List) => Object.entries(call.filters).filter(([, it]) => it.compare === 'days')

type Page = { records: Values[]; total: number; current: number; size: number; pages: number }

const readWith = (list: List, query: Values): Promise<Envelope> =>
  ask(list.call, list.by, { ...list.params(app), ...query })
const pageOf = async (list: List, query: Values = {}) => {
  const answer = await readWith(list, { pageSize: 200, ...query })
  expect(answer).toMatchObject({ code: '200' })
  return answer.data as Page
}

const rowsByList = new Map<string, Promise<Values[]>>()
/** All rows of a list, read once per test file. */
const allRows = (list: List) => {
  const rows = rowsByList.get(list.name) ?? pageOf(list).then(it => it.records)
  rowsByList.set(list.name, rows)
  return rows
}
const idsOf = (list: List, rows: readonly Values[]) => rows.map(it => Number(it[list.key]))
const sortedIds = (list: List, rows: readonly Values[]) => idsOf(list, rows).toSorted((a, b) => a - b)

/** The log asks for its newest months first, and for the others only when those have too few rows. */
const limitOf = ({ name }: List) => (name === 'logs.getPageList' ? 6 : 4)

test.each(lists.map(it => [it.name, limitOf(it), it] as const))(
  '%s takes at most %i statements, including the session',
  async (_, limit, list) => {
    await pageOf(list)
    const sentStatements = await statementsOf(app.database.pool, () => pageOf(list, { pageSize: 5 }))
    expect(sentStatements.length).toBeLessThanOrEqual(limit)
  },
)

const recordCalls = lists.flatMap(list => {
  const { calls, crud } = resourceOf(list.name)!
  const recordCall = calls[crud.one ?? '']
  // Opening a message marks it as read, which would affect other tests.
  return recordCall && !recordCall.writes ? [[list.name, list, recordCall] as const] : []
})
test.each(recordCalls)('a record of %s takes at most four statements', async (_, list, one) => {
  const [row] = await allRows(list)
  const open = async () =>
    expect(await ask(one, list.by, { [list.key]: row![list.key] })).toMatchObject({ code: '200' })
  await open()
  expect((await statementsOf(app.database.pool, open)).length).toBeLessThanOrEqual(4)
})

test.each(lists.filter(it => rangesOf(it).length > 0).map(it => [it.name, it] as const))(
  '%s has rows at both ends of a day',
  async (_, list) => {
    const rows = await allRows(list)
    for (const [name, { column = name }] of rangesOf(list)) {
      const cells = rows.map(row => row[column])
      const isOfDays = cells.some(it => typeof it === 'string' && it.length === 10)
      const needed = isOfDays
        ? Object.values(daysAround)
        : Object.values(dayEdges).map(it => it.toISOString())
      expect(needed.filter(it => !cells.includes(it))).toEqual([])
    }
  },
)

/** The call that counts the rows of a list under the same filters. */
const countOf = ({ name, call }: List) => {
  const filters = inputFieldsOf(call).filter(it => !/^(page\w+|sort\w+|ids)$/.test(it))
  const group = name.split('.')[0]!
  return callNames
    .filter(it => it.startsWith(`${group}.`))
    .map(it => boundCall(it).call)
    .find(listCall => {
      const inputFields = inputFieldsOf(listCall)
      return (
        listCall.method === 'GET' &&
        listCall !== call &&
        inputFields.length === filters.length &&
        filters.every(name => inputFields.includes(name))
      )
    })
}

describe.each(lists.map(it => [it.name, it] as const))('%s', (_, list) => {
  const { call, fields, searched, title } = list

  test('answers consecutive pages without gaps or repetitions', async () => {
    const { records: all, total } = await pageOf(list)
    expect(all).toHaveLength(total)
    const size = Math.ceil(total / 3)
    const pages: Page[] = []
    for (const pageNum of [1, 2, 3]) pages.push(await pageOf(list, { pageNum, pageSize: size }))
    expect(pages.flatMap(it => idsOf(list, it.records))).toEqual(idsOf(list, all))
    for (const [at, page] of pages.entries())
      expect(page).toMatchObject({ total, size, current: at + 1, pages: Math.ceil(total / size) })
    expect((await pageOf(list, { pageNum: 4, pageSize: size })).records).toEqual([])
  })

  test('accepts pages of 1 to 200 rows up to page 10,000, and refuses others', async () => {
    for (const page of [{ pageSize: 1 }, { pageSize: 200 }, { pageNum: 10_000 }]) await pageOf(list, page)
    for (const page of [
      { pageNum: 0 },
      { pageSize: 0 },
      { pageSize: 201 },
      { pageNum: 10_001 },
      { pageSize: 'x' },
    ])
      expect((await readWith(list, page)).code).toBe('4220')
  })

  test.each(Object.keys(call.filters))('filtered by %s, shows exactly the matching rows', async name => {
    const rows = await allRows(list)
    const trials = trialsOf(list, name, rows, filledLists)
    const isDiscriminating = trials.some(({ holds }) => rows.some(holds) && !rows.every(holds))
    expect(isDiscriminating, `no value of ${name} shows one row and hides another`).toBe(true)
    const count = countOf(list)
    for (const { query, holds } of trials) {
      const { records, total } = await pageOf(list, query)
      const expected = rows.filter(holds)
      expect(sortedIds(list, records), JSON.stringify(query)).toEqual(sortedIds(list, expected))
      expect(total).toBe(expected.length)
      if (count) {
        const { data } = await ask(count, list.by, { ...list.params(app), ...query })
        expect(data).toMatchObject({ all: total })
      }
    }
  })

  const combinable = Object.keys(call.filters).filter(
    name =>
      takesSeveral(call.filters[name]!) || mayBeNot(call.filters[name]!) || mayBeEmpty(call.filters[name]!),
  )
  test.each(combinable)('filtered by several values of %s, by none, or by all but these', async name => {
    const rows = await allRows(list)
    for (const { query, holds } of combinedTrialsOf(list, name, rows, filledLists)) {
      const { records, total } = await pageOf(list, query)
      const expected = rows.filter(holds)
      expect(sortedIds(list, records), JSON.stringify(query)).toEqual(sortedIds(list, expected))
      expect(total).toBe(expected.length)
    }
  })

  test('combines filters with AND', async () => {
    const rows = await allRows(list)
    const trials = Object.keys(call.filters).flatMap(name => trialsOf(list, name, rows, filledLists))
    const [row] = rows
    const chosen = trials.filter(({ holds }) => holds(row!))
    const query = Object.assign({}, ...chosen.map(it => it.query)) as Values
    const sentFilters = chosen.filter(it =>
      Object.entries(it.query).every(([name, value]) => query[name] === value),
    )
    const { records } = await pageOf(list, query)
    expect(sortedIds(list, records)).toEqual(
      sortedIds(
        list,
        rows.filter(it => sentFilters.every(({ holds }) => holds(it))),
      ),
    )
  })

  test.each(call.sortable)('sorts by %s in both directions, with ties and nulls', async sortField => {
    const rows = await allRows(list)
    const valueOf = sortedByOf(list, sortField)
    const values = rows.map(row => valueOf(row) ?? null)
    const present = values.filter(it => it !== null)
    expect(values).not.toContain(undefined)
    expect(new Set(present).size, 'all rows are alike').toBeGreaterThan(1)
    if (!list.distinct.includes(sortField))
      expect(new Set(present).size, 'no two rows are alike').toBeLessThan(present.length)
    if (fields[sortField]?.isRequired === false) expect(values, 'no row has none').toContain(null)
    for (const sortOrder of ['asc', 'desc'] as const) {
      if (sortField === 'isTop' && sortOrder === 'desc' && call.sortable[0] === 'isTop') continue
      const expected = idsOf(list, sortedRows(list, rows, sortField, sortOrder))
      expect(idsOf(list, (await pageOf(list, { sortField, sortOrder })).records), sortOrder).toEqual(expected)
      const size = Math.ceil(rows.length / 2)
      const pages: number[] = []
      for (const pageNum of [1, 2])
        pages.push(
          ...idsOf(list, (await pageOf(list, { sortField, sortOrder, pageNum, pageSize: size })).records),
        )
      expect(pages).toEqual(expected)
    }
  })

  test('refuses names that are no filters of the list in not and empty', async () => {
    for (const name of ['nonsense', 'keyword', '__proto__'])
      for (const parameter of ['not', 'empty'])
        expect((await readWith(list, { [parameter]: [name] })).code).toBe('4220')
  })

  test('refuses other sort fields and unknown parameters', async () => {
    for (const sortField of ['passwordHash', 'firmId', '__proto__', 'getSQL'])
      expect((await readWith(list, { sortField })).code).toBe('4220')
    expect(await readWith(list, { nonsense: 1 })).toMatchObject({
      code: '4220',
      data: { errors: { nonsense: expect.any(String) as string } },
    })
  })

  test('finds rows by their ids', async () => {
    const rows = await allRows(list)
    const ids = idsOf(list, rows).slice(1, 3)
    expect(sortedIds(list, (await pageOf(list, { ids })).records)).toEqual(ids.toSorted((a, b) => a - b))
  })

  test.each(searched)('finds rows by %s, which the entity declares as searched', async name => {
    for (const row of (await allRows(list)).filter(it => it[name])) {
      const { records } = await pageOf(list, { keyword: String(row[name]).slice(0, 50) })
      expect(idsOf(list, records)).toContain(Number(row[list.key]))
    }
  })

  test('searches keywords literally', async () => {
    const rows = await allRows(list)
    const [id, text] = [Number(rows[0]![list.key]), String(rows[0]![title]).slice(0, 50)]
    const found = await pageOf(list, { keyword: text })
    expect(idsOf(list, found.records)).toContain(id)
    expect(found.total).toBeLessThan(rows.length)
    const first = text.slice(0, 2)
    for (const sign of ['%', '_']) {
      const keyword = `${first.slice(0, 1)}${sign}`
      const literal = rows.filter(row => JSON.stringify(row).toLowerCase().includes(keyword.toLowerCase()))
      const { records } = await pageOf(list, { keyword })
      expect(sortedIds(list, records), keyword).toEqual(sortedIds(list, literal))
      expect((await pageOf(list, { keyword: `${sign}${sign}` })).total).toBe(0)
    }
    for (const keyword of ['\\', "'"]) await pageOf(list, { keyword })
    expect((await readWith(list, { keyword: 'x'.repeat(51) })).code).toBe('4220')
  })
})

const idsFor = async (list: List, account: string) => {
  const { code, data } = await ask(list.call, account, { ...list.params(app), pageSize: 200 })
  return code === '4040' ? [] : sortedIds(list, (data as Page).records)
}

describe.each(lists.filter(it => reachOf(it.call, 'L3') === 'office').map(it => [it.name, it] as const))(
  '%s',
  (_, list) => {
    test.each(['branch', 'branch2'])('shows %s only their own office', async account => {
      // Callers whose scope is their own records are covered by the calls about single records
      // (ownership.test.ts).
      const level = account === 'branch' ? 'L3' : 'L4'
      if (!mayCall(list.call, level) || reachOf(list.call, level) === 'own') return
      const rows = await allRows(list)
      const { organizationId } = app.world.people.get(account)!
      const own = rows.filter(row => list.officeOf(row, filledLists) === organizationId)
      expect(own.length).toBeGreaterThan(0)
      expect(own.length).toBeLessThan(rows.length)
      expect(await idsFor(list, account)).toEqual(sortedIds(list, own))
    })
  },
)

/**
 * Lists in which a lawyer also sees other people's records: published articles, colleagues' names, the firm's
 * categories.
 */
const forAllLawyers = ['articles.getUserList', 'authors.page', 'categories.page']

test.each(lists.filter(it => reachOf(it.call, 'lawyer') === 'self').map(it => [it.name, it] as const))(
  '%s shows a lawyer only their own rows',
  async (name, list) => {
    if (forAllLawyers.includes(name)) return expect(list.isOwn).toBeUndefined()
    const rows = await allRows(list)
    const { id } = app.world.people.get('13800000002')!
    const own = rows.filter(row => list.isOwn!(row, id))
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(rows.length)
    expect(await idsFor(list, '13800000002')).toEqual(sortedIds(list, own))
  },
)

test.each(lists.map(it => [it.name, it] as const))(
  '%s shows another firm nothing of this one',
  async (_, list) => {
    const rows = new Set(idsOf(list, await allRows(list)))
    expect(rows.size).toBeGreaterThan(1)
    const strangers = [['other-admin', 'L1'] as const, ['other-13800000001', 'lawyer'] as const]
    const foundIds: number[] = []
    for (const [account] of strangers.filter(([, level]) => mayCall(list.call, level)))
      foundIds.push(...(await idsFor(list, account)))
    expect(foundIds.filter(id => rows.has(id))).toEqual([])
  },
)
