import { describe, expect, test } from 'vitest'

import {
  type Access,
  type AccessUser,
  isAllowed,
  mayCall,
  canOpenRoute,
  refusalCauseFor,
} from '../../providers/access.ts'
import { articles } from '../../resources/articles/index.ts'
import { cards } from '../../resources/cards/index.ts'
import { type FeatureSwitches, menuEntry } from '../../resources/domain/menu.ts'
import { capabilitiesOf, rolesOf } from '../../resources/domain/permissions.ts'
import { type Level, rightSwitches } from '../../resources/domain/rights.ts'
import { additions, resources } from '../../resources/index.ts'
import type { AnyResource, Route } from '../../resources/kit/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { logs } from '../../resources/logs.ts'
import { offices } from '../../resources/offices/index.ts'
import { positions } from '../../resources/positions.ts'
import { findMenuNode, menuTree, routesOf } from '../../src/routing/menuTree.ts'

const ranks = {
  L1: { population: 1, officeLevel: 1, isSystem: false },
  L2: { population: 1, officeLevel: 2, isSystem: false },
  L3: { population: 1, officeLevel: 3, isSystem: false },
  L4: { population: 1, officeLevel: 4, isSystem: false },
  system: { population: 1, officeLevel: 2, isSystem: true },
  lawyer: { population: 2, officeLevel: null, isSystem: false },
} as const satisfies Record<Level, object>
const levels = Object.keys(ranks) as Level[]

/** A user of office 1 with the capabilities of his level. */
const userOf = (level: Level): AccessUser => {
  const { population, officeLevel, isSystem } = ranks[level]
  const person = { ...ranks[level], canAudit: true, canExport: true }
  return {
    id: 7,
    userType: population,
    officeLevel,
    isSystem: isSystem ? 1 : 0,
    organizationId: 1,
    auth: rolesOf(person),
    capabilities: [...capabilitiesOf(person, rightSwitches)],
    mustChangePwd: 0,
  }
}
const accessOf = (level: Level, switches: FeatureSwitches = {}): Access => ({
  user: userOf(level),
  switches,
  additions: new Set(additions),
})

/** The levels that have the right. */
const allowed = (resource: AnyResource, action: string, record?: object) =>
  levels.filter(it => isAllowed(accessOf(it), resource, action, record && { ...record })).join(' ')

/** Actions with a second right, because their call also serves callers who may not do this. */
const withNeeds = resources.flatMap(resource =>
  Object.entries((resource as AnyResource).actions).flatMap(([name, { needs, call }]) =>
    needs ? [{ resource: resource as AnyResource, name, needs, call }] : [],
  ),
)

describe('an action with a second right', () => {
  test('is declared', () => expect(withNeeds.length).toBeGreaterThan(6))

  test.each(withNeeds)('$resource.name $name requires $needs', ({ resource, name, needs, call }) => {
    const holders = levels.filter(it => mayCall({ who: needs }, userOf(it)))
    const callers = levels.filter(it => isAllowed(accessOf(it), resource, call))
    expect(levels.filter(it => isAllowed(accessOf(it), resource, name))).toEqual(
      callers.filter(it => holders.includes(it)),
    )
    for (const level of holders) {
      const { user, ...access } = accessOf(level)
      const userWithoutRight = { ...user, capabilities: user.capabilities.filter(it => it !== needs) }
      expect(isAllowed({ ...access, user: userWithoutRight }, resource, name)).toBe(false)
      if (callers.includes(level) && resource.calls[call]!.who !== needs)
        expect(isAllowed({ ...access, user: userWithoutRight }, resource, call)).toBe(true)
    }
  })
})

describe('who may call', () => {
  test.each([
    ['public', 'nobody L1 L2 L3 L4 system lawyer'],
    ['signedIn', 'L1 L2 L3 L4 system lawyer'],
    ['self', 'L1 L2 L3 L4 system lawyer'],
    ['admin', 'L1 L2 L3 L4 system'],
    ['lawyer', 'lawyer'],
    ['post.edit', 'L1'],
    ['lawyer.edit', 'L1 L2 L3 L4 lawyer'],
    ['setting.edit', 'system'],
  ] as const)('%s', (who, expected) => {
    const people = [['nobody', null], ...levels.map(level => [level, userOf(level)] as const)] as const
    const found = people.filter(([, user]) => mayCall({ who }, user)).map(([name]) => name)
    expect(found.join(' ')).toBe(expected)
  })

  test('a capability that the server does not name is missing at every level', () => {
    const user = { ...userOf('L1'), capabilities: [] }
    expect(mayCall({ who: 'post.edit' }, user)).toBe(false)
  })
})

describe('what may be done with a resource (docs/domain.md §1)', () => {
  test.each([
    // react-admin's five actions: the screen must be open and the call allowed.
    [offices, 'list', 'L1 L2 L3 L4 system'],
    [offices, 'create', 'L1'],
    [offices, 'edit', 'L1 L2 L3 L4'],
    [offices, 'delete', ''],
    [lawyers, 'list', 'L1 L2 L3 L4 system'],
    [lawyers, 'edit', 'L1 L2 L3 L4'],
    [lawyers, 'delete', 'L1 L3'],
    [cards, 'edit', 'L1 L2 L3 L4'],
    [cards, 'show', 'L1 L2 L3 L4 system'],
    // Everybody may read positions, but only the main administrator has their screens.
    [positions, 'list', 'L1'],
    [positions, 'show', 'L1 L2 L3 L4 system lawyer'],
    [positions, 'create', 'L1'],
    [positions, 'delete', 'L1'],
    [logs, 'list', 'L1 L2 L3 L4 system'],
    [logs, 'edit', ''],
    // Declared actions by name.
    [positions, 'disable', 'L1'],
    [lawyers, 'pass', 'L1 L2 L3 L4'],
    [articles, 'top', 'L1 L2'],
    // Calls by name, for screens without a page of their own.
    [cards, 'adminAuditCard', 'L1 L2 L3 L4'],
    [cards, 'submitAudit', 'lawyer'],
    [cards, 'update', 'L1 L2 L3 L4 lawyer'],
    [articles, 'restore', 'L1 L2 L3 L4 lawyer'],
    // Undeclared names.
    [positions, 'no such action', ''],
    [positions, 'toString', ''],
    [positions, 'constructor', ''],
  ] as const)('$0.name $1: $2', (resource, action, expected) => {
    expect(allowed(resource, action)).toBe(expected)
  })

  test.each([
    ['a lawyer of the own office', lawyers, 'edit', { organizationId: 1 }, 'L1 L2 L3 L4'],
    ['a lawyer of another', lawyers, 'edit', { organizationId: 2 }, 'L1 L2'],
    ['removing him', lawyers, 'delete', { organizationId: 2 }, 'L1'],
    ['a foreign office', offices, 'edit', { organizationId: 2 }, 'L1 L2'],
    [
      'an article of the own office by oneself',
      articles,
      'restore',
      { organizationId: 1, isOwn: 1 },
      'L1 L2 L3 L4 lawyer',
    ],
    ['by somebody else', articles, 'restore', { organizationId: 1, isOwn: 0 }, 'L1 L2 L3 lawyer'],
    ['of another office', articles, 'restore', { organizationId: 2, isOwn: 1 }, 'L1 L2 lawyer'],
    ['the own card', cards, 'update', { organizationId: 1, lawyerId: 7 }, 'L1 L2 L3 L4 lawyer'],
    ["somebody else's", cards, 'update', { organizationId: 1, lawyerId: 8 }, 'L1 L2 L3 L4'],
    ["somebody else's elsewhere", cards, 'update', { organizationId: 2, lawyerId: 8 }, 'L1 L2'],
    ['a record that does not say where it belongs', lawyers, 'edit', { id: 3 }, 'L1 L2 L3 L4'],
  ] as const)('%s', (_, resource, action, record, expected) => {
    expect(allowed(resource, action, record)).toBe(expected)
  })

  test('a switched-off feature is closed to administrators, by page and by call', () => {
    const may = (level: Level, resource: AnyResource, action: string, switches: FeatureSwitches) =>
      isAllowed(accessOf(level, switches), resource, action)
    for (const action of ['list', 'edit', 'pass', 'updatePassword'])
      expect([may('L1', lawyers, action, {}), may('L1', lawyers, action, { lawyer: 0 })]).toEqual([
        true,
        false,
      ])
    expect(may('L1', cards, 'adminAuditCard', { card: false })).toBe(false)
    // A lawyer's own card does not depend on the administrators' menu.
    expect(may('lawyer', cards, 'update', { card: false })).toBe(true)
    expect(may('L1', positions, 'list', { operation: false })).toBe(false)
  })

  test('with an initial password only its replacement is open', () => {
    const access = { ...accessOf('L1'), user: { ...userOf('L1'), mustChangePwd: 1 as const } }
    const names = (resource: AnyResource) => [
      'list',
      'create',
      'edit',
      'show',
      'delete',
      ...Object.keys(resource.actions),
      ...Object.keys(resource.calls),
    ]
    const open = resources.flatMap(resource =>
      names(resource).filter(it => isAllowed(access, resource, it) && !resource.calls[it]?.openBeforeSetup),
    )
    expect(open).toEqual([])
    expect(canOpenRoute(offices.views.list!, access)).toBe(false)
  })
})

describe('declarations agree with the rule', () => {
  test('no screen is open to a user who may not make its call', () => {
    const wrong = resources.flatMap(resource =>
      Object.entries(resource.views).flatMap(([view, route]) =>
        levels
          .filter(it => canOpenRoute(route, accessOf(it)) && !isAllowed(accessOf(it), resource, view))
          .map(level => `${level} ${resource.name} ${view}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('each page is open to a level exactly where its menu has the entry, and else refused with a cause', () => {
    const routes = resources.flatMap(routesOf)
    const switchedOff = [undefined, ...new Set(routes.flatMap(it => it.menu ?? it.parent ?? []))]
    const wrong: string[] = []
    for (const level of levels)
      for (const off of switchedOff) {
        const access = accessOf(level, off ? { [off]: 0 } : {})
        const tree = menuTree(routes, access.user.auth, it => canOpenRoute(it, access))
        for (const route of routes) {
          const { menu, parent, path } = route
          const isOpen = canOpenRoute(route, access)
          const isRefused = refusalCauseFor(route, access) !== null
          const entry = menu ?? parent
          // An entry of another role, such as the messages, is reached through the header.
          const hasEntry = entry !== undefined && access.user.auth.includes(menuEntry(entry).role)
          const isShown = hasEntry && findMenuNode(tree, entry) !== undefined
          if (
            isOpen === isRefused ||
            (menu && hasEntry && isShown !== isOpen) ||
            (isOpen && hasEntry && !isShown)
          )
            wrong.push(`${level} ${path}${off ? ` without ${off}` : ''}`)
        }
      }
    expect(wrong).toEqual([])
  })

  test("an action is named differently from react-admin's actions and from other calls", () => {
    const wrong = resources.flatMap(({ name, actions, calls }) =>
      Object.entries(actions)
        .filter(
          ([action, { call }]) =>
            ['list', 'show', 'edit', 'create', 'delete'].includes(action) ||
            (action in calls && calls[action]!.who !== calls[call]!.who),
        )
        .map(([action]) => `${name}.${action}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the reason why a page is closed', () => {
  const route: Route = {
    path: '/app/operation/position/create',
    title: '新增职位',
    roles: ['mainAdmin'],
    capability: 'post.edit',
    parent: 'operation.position',
  }
  const editor = userOf('L1')
  test.each([
    ['another role', userOf('lawyer'), {}, 'role'],
    ['switched off by the firm', editor, { 'operation.position': 0 }, 'off'],
    ['the group switched off', editor, { operation: false }, 'off'],
    ['a missing right', { ...editor, capabilities: [] }, {}, 'capability'],
    ['nothing', editor, { 'operation.position': 1 }, null],
  ] as const)('%s', (_, user, switches, expected) => {
    expect(refusalCauseFor(route, { user, switches, additions: new Set() })).toBe(expected)
  })
})
