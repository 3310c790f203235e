import { describe, expect, test } from 'vitest'

import { changedNames } from '../../providers/changes.ts'
import { isSame } from '../../resources/domain/sameness.ts'

describe('changed names', () => {
  test.each([
    [null, undefined],
    ['', null],
    ['<p></p>', null],
    [[], null],
    [
      { a: 1, b: null },
      { a: 1, b: '' },
    ],
    [[{ school: '甲', end: null }], [{ school: '甲' }]],
    [0, 0],
    [{ text: null, startAt: '', parts: [] }, null],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ])('%j equals %j', (one, other) => expect(isSame(one, other)).toBe(true))

  test.each([
    [0, null],
    [0, ''],
    [false, null],
    ['a', 'a '],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
    [['a'], []],
    [[{ a: null }], []],
    [{ a: 0 }, null],
    [new Date(0), null],
    [new Date(0), new Date(1)],
  ])('%j differs from %j', (one, other) => expect(isSame(one, other)).toBe(false))

  test('only the given names are compared', () => {
    expect(changedNames(['a', 'b'], { a: 1, b: 2, c: 3 }, { a: 1, b: 5, c: 9 })).toEqual(['b'])
  })
})
