import { expect, test } from 'vitest'

import { fileOf, inputKey } from '../../deploy/demo/recording.ts'
import { rowTest, UnknownFilter } from '../../deploy/demo/filters.ts'
import { entriesOfKind } from '../../deploy/demo/page/timeline.ts'
import {
  atMost,
  contains,
  days,
  equal,
  type Filters,
  includes,
  integer,
  multiSelect,
  optional,
  select,
  text,
} from '../../resources/kit/index.ts'

const state = select('状态', [
  [1, '启用@state', 'good'],
  [0, '停用@state', 'faint'],
])
const filters = {
  state: equal(optional(state)),
  name: contains(text('名称', { max: 20 })),
  tags: includes(
    multiSelect('标签', [
      ['a', '甲'],
      ['b', '乙'],
    ]),
  ),
  most: atMost(integer('完整度'), 'complete'),
  made: days('创建时间', { column: 'madeAt', from: 'madeFrom', to: 'madeTo' }),
  team: equal(integer('团队')),
} satisfies Filters
const rows = [
  { id: 1, state: 1, name: 'Ａlpha 律师', tags: ['a'], complete: 40, madeAt: '2026-03-01T15:59:59.999Z' },
  { id: 2, state: 0, name: 'beta', tags: ['a', 'b'], complete: 80, madeAt: '2026-03-01T16:00:00.000Z' },
  { id: 3, state: null, name: 'gamma', tags: [], complete: null, madeAt: '2026-03-02T16:00:00.000Z' },
]
const found = (input: Record<string, unknown>, recorded = {}) =>
  rows.filter(rowTest(filters, input, { rows, id: 'id', recorded })).map(({ id }) => id)

test('the static demo finds the rows that the server finds by the declared comparisons', () => {
  expect(found({})).toEqual([1, 2, 3])
  expect(found({ state: [1, 0] })).toEqual([1, 2])
  expect(found({ state: [1], not: ['state'] })).toEqual([2, 3])
  expect(found({ state: [1], empty: ['state'] })).toEqual([1, 3])
  expect(found({ empty: ['state'] })).toEqual([3])
  expect(found({ name: 'alpha' })).toEqual([1])
  expect(found({ tags: ['b'] })).toEqual([2])
  expect(found({ most: 40 })).toEqual([1])
})

test('days of the static demo begin and end in China', () => {
  expect(found({ madeFrom: '2026-03-02' })).toEqual([2, 3])
  expect(found({ madeTo: '2026-03-01' })).toEqual([1])
  expect(found({ madeFrom: '2026-03-02', madeTo: '2026-03-02' })).toEqual([2])
})

test('a filter that rows do not show is answered as the server did, and refused where nobody asked it', () => {
  expect(found({ team: [7] }, { team: { 7: [2, 3] } })).toEqual([2, 3])
  expect(found({ team: [8] }, { team: { 7: [2, 3] } })).toEqual([])
  expect(() => found({ team: [7] })).toThrow(UnknownFilter)
})

test('an input has one key, whatever its order, its page and the firm', () => {
  const key = inputKey({ id: 3, by: 'day' })
  expect(inputKey({ firmId: 1, by: 'day', pageSize: 20, keyword: '', id: 3 })).toBe(key)
  expect(inputKey({ id: 4, by: 'day' })).not.toBe(key)
  expect([fileOf('/lawyer/card/cardInfo/{id}'), fileOf('/message')]).toEqual([
    'lawyer.card.cardInfo._id_',
    'message',
  ])
})

test('entries of one kind keep their sentences', () => {
  const entries = [{ kind: 'change' }, { kind: 'review' }, { kind: 'change' }, { kind: 'review' }]
  const sentences = { '/entries/0/text': 'first', '/entries/3/text': 'last' }
  expect(entriesOfKind({ data: { entries, next: null }, sentences }, 'review')).toEqual({
    data: { entries: [{ kind: 'review' }, { kind: 'review' }], next: null },
    sentences: { '/entries/1/text': 'last' },
  })
})
