import { describe, expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import { type AnyEntity, isEntity } from '../../resources/kit/index.ts'

const lists = resources.filter(isEntity).filter(({ list }) => list.length > 0)

/** The columns that a list shows by itself, where there is room. */
const shownIn = ({ list, optionalColumns = [] }: AnyEntity) =>
  list.filter(name => !optionalColumns.includes(name))

describe.each(lists.map(entity => [entity.name, entity] as const))('the list of %s', (_, entity) => {
  test('begins with a column that is always shown, and asks on demand for its own columns only', () => {
    expect(shownIn(entity)[0]).toBe(entity.list[0])
    expect(entity.list).toEqual(expect.arrayContaining([...(entity.optionalColumns ?? [])]))
  })

  // 否 stands in nearly every row of such a column.
  test('shows no column of 是 and 否 before it is asked for', () => {
    expect(shownIn(entity).filter(name => entity.fields[name]!.kind === 'toggle')).toEqual([])
  })
})

test('most people have no English card, so the list of people shows its state when asked', () => {
  const people = lists.find(({ name }) => name === 'lawyers')!
  expect(people.list).toContain('cardEn')
  expect(shownIn(people)).not.toContain('cardEn')
})
