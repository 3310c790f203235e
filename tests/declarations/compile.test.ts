import { expect, test } from 'vitest'
import { z } from 'zod'

import { callNamed, registry } from '../../resources/index.ts'
import { defineEntity, enabling, equal, get, getPage, id, integer, text } from '../../resources/kit/index.ts'
import type { InputOf, OutputOf } from '../../resources/kit/index.ts'

// What the compiler refuses. Each line below it would be a mistake that nobody sees until a user does; should one of
// them compile, its directive is unused and the type check of this file fails.

const fields = { id: integer('编号'), name: text('名称', { max: 20 }) }
const calls = {
  page: getPage('/things', 'self', {
    row: z.object({ id: z.int() }),
    filters: { name: equal(fields.name) },
    sortable: ['name'],
  }),
  one: get(
    '/things/{id}',
    'self',
    () => z.strictObject({ id }),
    () => z.object({ id: z.int() }),
  ),
}
const thing = { name: 'things', label: '样例', id: 'id', title: 'name', fields, calls } as const
const sort = { field: 'name', order: 'ASC' } as const

test('a sound declaration compiles', () => {
  const resource = defineEntity({ ...thing, sort, list: ['name'], crud: { list: 'page' } })
  expect(resource.list).toEqual(['name'])
})

test('a mistaken one does not', () => {
  // @ts-expect-error no such column
  defineEntity({ ...thing, sort, list: ['title'] })
  const crud = { list: 'page' } as const
  // @ts-expect-error no such filter of the list call
  expect(() => defineEntity({ ...thing, sort, crud, filters: ['title'] })).toThrow(/no filter title/)
  // @ts-expect-error no such field in a form
  defineEntity({ ...thing, sort, form: { 基本: ['title'] } })
  // @ts-expect-error no such field to sort by
  defineEntity({ ...thing, sort: { field: 'title', order: 'ASC' } })
  // @ts-expect-error react-admin has no such verb
  defineEntity({ ...thing, sort, crud: { fetch: 'page' } })
  // @ts-expect-error a verb served by a call that is not declared
  defineEntity({ ...thing, sort, crud: { list: 'pages' } })
  // @ts-expect-error no such menu switch
  defineEntity({ ...thing, sort, feature: 'office.lists' })
  const route = { path: '/app/things', title: '样例', roles: ['admin'] } as const
  // @ts-expect-error no such menu switch on a route
  defineEntity({ ...thing, sort, views: { list: { ...route, menu: 'things' } } })
  const { title: _, ...untitled } = route
  // @ts-expect-error a route without a title
  defineEntity({ ...thing, sort, views: { list: untitled } })
  // @ts-expect-error no such role
  defineEntity({ ...thing, sort, views: { list: { ...route, roles: ['root'] } } })
  // @ts-expect-error no such page
  defineEntity({ ...thing, sort, views: { list: { ...route, page: 'things' } } })
  const action = { label: '做', icon: 'check', on: ['row'] } as const
  // @ts-expect-error an action of a call that is not declared
  defineEntity({ ...thing, sort, actions: { go: { ...action, call: 'go', input: () => ({}) } } })
  defineEntity({
    ...thing,
    sort,
    // @ts-expect-error no such column in a record
    actions: { go: { ...action, call: 'one', input: it => ({ id: it.postId }) } },
  })
  const pair = { call: 'one', ids: ['id'], field: 'enabled' } as const
  // @ts-expect-error a pair of actions over a field that is none
  defineEntity({ ...thing, sort, actions: enabling(pair) })
  expect.assertions(1)
})

test('calls are known by name, with what goes in and what comes out', () => {
  // @ts-expect-error no such capability
  get('/things', 'things.view', z.strictObject({}), z.object({}))
  // @ts-expect-error a path begins with a slash
  get('things', 'self', z.strictObject({}), z.object({}))
  type Registry = typeof registry
  // @ts-expect-error nothing is declared under this name
  type Unknown = Registry['offices.pages']
  const input: InputOf<Registry['offices.pageList']> = { keyword: '上海', status: 1 }
  // @ts-expect-error a status that offices do not have
  const wrong: InputOf<Registry['offices.pageList']> = { status: 9 }
  const count: OutputOf<Registry['logs.msg.count']> = 3
  // @ts-expect-error the count is a plain number
  const object: OutputOf<Registry['logs.msg.count']> = { count: 3 }
  expect([input, wrong, count, object, {} as unknown as Unknown]).toHaveLength(5)
  expect(callNamed('offices.pageList')).toBe(registry['offices.pageList'])
})
