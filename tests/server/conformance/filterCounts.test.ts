import { afterAll, beforeAll, expect, test } from 'vitest'

import { entities } from '../../../resources/entities.ts'
import { type AnyEntity, listedValues, type OptionCount } from '../../../resources/kit/index.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, levels, mayCall, people, type Values } from '../../support/asking.ts'
import { lists } from '../../support/lists/expected.ts'
import { fillLists } from '../../support/lists/fill.ts'

let app: TestApp
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  await fillLists(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

type Counted = AnyEntity & { filterCounts: NonNullable<AnyEntity['filterCounts']> }
const isCounted = (resource: AnyEntity): resource is Counted => resource.filterCounts !== undefined
const counted = entities.filter(isCounted).map(resource => [resource.name, resource] as const)

/**
 * Not counted: the log may have millions of rows, and the professions and position of a card are stored
 * inside its content.
 */
const uncountedFilters = /^(logs|myLogs)\.|^cards\.(professionId|postId|officialId)$/

/** Tried with an account of each level, since a count must not reveal more than the list. */
test.each(counted)(
  '%s: each option of a filter is counted like the list filtered by it',
  async (name, resource) => {
    const list = lists.find(it => it.call === resource.calls[resource.crud.list!])!
    const params: Values = { ...list.params(app) }
    const hidden: string[] = []
    for (const level of levels.filter(it => mayCall(resource.filterCounts.call, it)))
      for (const filter of resource.filterCounts.names) {
        const caller = people[level]
        const { code, data } = await ask(resource.filterCounts.call, caller, { ...params, count: filter })
        expect(code, `${level} ${filter}`).toBe('200')
        if (data === null) {
          hidden.push(`${name}.${filter}`)
          continue
        }
        // Always in the same order, so that two answers about the same rows are the same.
        const ids = (data as OptionCount[]).map(it => Number(it.option))
        if (!listedValues(resource.filters[filter]!.field)) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
        for (const { option, count } of data as OptionCount[]) {
          const value = resource.filters[filter]!.compare === 'oneOf' ? [option] : option
          const input = { ...params, ...resource.fixed, [filter]: value, pageSize: 1 }
          const { data: page } = await ask(list.call, caller, input)
          expect((page as { total: number }).total, `${level} ${filter} ${option}`).toBe(count)
        }
      }
    expect([...new Set(hidden)].filter(it => !uncountedFilters.test(it))).toEqual([])
  },
)

test('counts apply the other filters of the list, but not the counted one', async () => {
  const resource = entities.find(it => it.name === 'lawyers') as Counted
  const countsUnder = async (query: Values) => {
    const { data } = await ask(resource.filterCounts.call, 'admin', { ...query, count: 'organizationId' })
    return data as OptionCount[]
  }
  const everywhere = await countsUnder({})
  expect(everywhere.length).toBeGreaterThan(1)
  expect(await countsUnder({ organizationId: everywhere[0]!.option })).toEqual(everywhere)
  const none = await countsUnder({ keyword: '没有这样的人' })
  expect(none).toEqual([])
})

test('refuses to count a filter that the list does not offer', async () => {
  const resource = entities.find(it => it.name === 'lawyers') as Counted
  const { code } = await ask(resource.filterCounts.call, 'admin', { count: 'password' })
  expect(code).toBe('4220')
})
