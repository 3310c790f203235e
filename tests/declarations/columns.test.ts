import { describe, expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import { type AnyEntity, isEntity } from '../../resources/kit/index.ts'

const lists = resources.filter(isEntity).filter(({ list }) => list.length > 0)

/** The columns that a list shows by default if there is room. */
const shownIn = ({ list, optionalColumns = [] }: AnyEntity) =>
  list.filter(name => !optionalColumns.includes(name))

describe.each(lists.map(entity => [entity.name, entity] as const))('the list of %s', (_, entity) => {
  test('begins with a fixed column, and its optional columns are columns of the list', () => {
    expect(shownIn(entity)[0]).toBe(entity.list[0])
    expect(entity.list).toEqual(expect.arrayContaining([...(entity.optionalColumns ?? [])]))
  })

  // Nearly every row of such a column says 否.
  test('hides columns of 是 and 否 by default', () => {
    expect(shownIn(entity).filter(name => entity.fields[name]!.kind === 'toggle')).toEqual([])
  })
})

test('the list of people hides the state of the English card by default', () => {
  const people = lists.find(({ name }) => name === 'lawyers')!
  expect(people.list).toContain('cardEn')
  expect(shownIn(people)).not.toContain('cardEn')
})
