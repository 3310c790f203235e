import { describe, expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import { entryWithAncestors, menuEntry, type MenuName, menuNames } from '../../resources/domain/menu.ts'
import { allRoutes } from './shapes.ts'

/** Section 2 of the specification; `:id` stands for its {id}. */
const specified = [
  '/app/office/list',
  '/app/office/weight',
  '/app/office/create',
  '/app/office/:id/detail',
  '/app/office/:id/admins',
  '/app/lawyer',
  '/app/lawyer/create',
  '/app/card',
  '/app/card/create',
  '/app/card/edit/:id',
  '/app/card/detail/:id',
  '/app/conf/miniprogram-index',
  '/app/conf/miniprogram-card',
  '/app/conf/miniprogram-share',
  '/app/conf/card-audit',
  '/app/conf/card-sort-way',
  '/app/conf/login-and-register',
  '/app/conf/firm-qrcode',
  '/app/setting/admin',
  '/app/setting/miniprogram',
  '/app/setting/card-search',
  '/app/setting/card-menu',
  '/app/setting/assets-common-images',
  '/app/setting/assets-images',
  '/app/setting/assets-common-icons',
  '/app/setting/assets-icons',
  '/app/setting/icp',
  '/app/cms/category',
  '/app/cms/trend',
  '/app/cms/article',
  '/app/cms/case',
  '/app/cms/video',
  '/app/cms/preview/:id',
  '/app/cms/add',
  '/app/cms/:id',
  '/app/operation/profession',
  '/app/operation/position',
  '/app/logs',
  '/app/user/dashboard',
  '/app/user/card',
  '/app/user/admin',
  '/app/user/logs/msg',
  '/app/user/logs/logs',
  '/app/user/account/settings',
  '/app/user/account/passwd',
]

test.each(specified)('%s has a page', path => {
  expect(allRoutes.map(it => it.path)).toContain(path)
})

test('no two routes share a path', () => {
  const paths = allRoutes.map(it => it.path.replaceAll(/:\w+/g, ':'))
  expect(paths.filter((it, at) => paths.indexOf(it) !== at)).toEqual([])
})

test('no two routes share a menu entry', () => {
  const entries = allRoutes.flatMap(it => it.menu ?? [])
  expect(entries.filter((it, at) => entries.indexOf(it) !== at)).toEqual([])
})

describe.each(allRoutes.map(it => [it.path, it] as const))('%s', (path, { title, roles, menu, parent }) => {
  test('has a path and a title', () => {
    expect(path).toMatch(/^\/app(\/(:?[\w-]+))+$/)
    expect(title.trim()).not.toBe('')
  })

  test('is open to some role', () => expect(roles).not.toHaveLength(0))

  test('is in the menu of those who may open it, or below one of its entries', () => {
    const governing = menu ?? parent
    expect(governing).toBeDefined()
    expect(roles).toContain(menuEntry(governing!).role)
  })

  test.runIf(menu)('has the title of its menu entry', () => {
    expect(title).toBe(menuEntry(menu!).label)
  })
})

const isInside = (name: MenuName, other: MenuName) => other.startsWith(`${name}.`)

test('every menu entry leads to a declared or planned page', () => {
  const linked = allRoutes.flatMap(it => it.menu ?? [])
  const entriesWithoutPage = menuNames.filter(
    name => !linked.includes(name) && !linked.some(it => isInside(name, it)),
  )
  const toCome =
    /^(conf\.mpCard|setting\.(admin|miniprogram|cardMenu|commonImages|images|commonIcons|icons)|import)$/
  expect(entriesWithoutPage.filter(it => !toCome.test(it))).toEqual([])
})

test('every switch governs some call or page', () => {
  const features = resources.flatMap(({ feature, calls }) => [
    feature ?? [],
    ...Object.values(calls).map(call => call.feature ?? []),
  ])
  const names = features.flatMap(it => (typeof it === 'function' ? it({}) : it))
  expect(menuNames).toEqual(expect.arrayContaining(names))
})

const groupOf = (name: MenuName) => entryWithAncestors(name).at(-2)

test('no group of the menu has more than seven entries', () => {
  const groups = [...Map.groupBy(menuNames.filter(groupOf), groupOf)]
  expect(groups.length).toBeGreaterThan(8)
  expect(
    groups.filter(([, entries]) => entries.length > 7),
    'groups of resources/domain/menu.ts that are full; another one takes the entry',
  ).toEqual([])
})

test('the entries of a group stand together in the menu', () => {
  const ordered = menuNames.map(name => entryWithAncestors(name)[0]!)
  expect(ordered.filter((name, at) => ordered.indexOf(name) !== at && ordered[at - 1] !== name)).toEqual([])
})

/** Where section 2 of the specification has an address in the menu; a group inside the named one counts. */
test.each([
  ['office', /^\/app\/office\/(list|weight)$/],
  ['conf', /^\/app\/conf\/(miniprogram-|card-|login-|firm-)/],
  ['setting', /^\/app\/setting\/(admin|miniprogram|card-|assets-|icp)/],
  ['cms', /^\/app\/cms\/(category|trend|article|case|video)$/],
  ['operation', /^\/app\/operation\//],
] as const)('the group %s has the pages that the specification names in it', (group, address) => {
  const entries = allRoutes.filter(({ path, menu }) => menu && address.test(path)).map(({ menu }) => menu!)
  expect(entries.length).toBeGreaterThan(1)
  expect(entries.filter(name => entryWithAncestors(name)[0] !== group)).toEqual([])
})
