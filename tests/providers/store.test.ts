// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'

import { isPreference, storeOf, visitKeyOf } from '../../providers/store.ts'

afterEach(() => localStorage.clear())

const open = () => {
  const sent: [string, unknown][] = []
  const outside: [string, string][] = []
  const store = storeOf(
    { userType: 1, id: 1 },
    {
      outside: {
        locale: value => outside.push(['locale', value]),
        theme: value => outside.push(['theme', value]),
      },
      onSet: (name, value) => sent.push([name, value]),
    },
  )
  return { store, sent, outside }
}

test('preferences are saved in the account, react-admin’s list parameters are not', () => {
  const { store, sent } = open()
  store.setItem('density', 'compact')
  store.setItem('lawyer.columns', ['name'])
  store.setItem('lawyer.selectedIds', [1])
  store.setItem('lawyer.listParams', { filter: { isRead: 0 } })
  store.setItem(visitKeyOf('lawyer'), { page: 2 })
  store.removeItem('density')
  expect(sent).toEqual([
    ['density', 'compact'],
    ['lawyer.columns', ['name']],
    ['density', null],
  ])
  expect(store.getItem('lawyer.selectedIds')).toEqual([1])
})

test('only preferences are applied from an account', () => {
  const { store, outside } = open()
  store.applyAccount({
    density: 'compact',
    locale: 'de-DE',
    'lawyer.selectedIds': [7],
    'lawyer.listParams': { page: 9 },
    [visitKeyOf('lawyer')]: { page: 9 },
  })
  expect(store.getItem('density')).toBe('compact')
  expect(outside).toEqual([['locale', 'de-DE']])
  for (const key of ['lawyer.selectedIds', 'lawyer.listParams', visitKeyOf('lawyer')])
    expect(store.getItem(key)).toBeUndefined()
})

test('every preference that a screen uses is saved in the account', () => {
  const named = globSync('src/**/*.{ts,tsx}').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/useStore(?:<[^(]*>)?\(\s*'([^']+)'/g)].map(([, key]) => key!),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(key => !isPreference(key))).toEqual([])
})
