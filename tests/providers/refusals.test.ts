import { describe, expect, test } from 'vitest'

import { type Access, type AccessUser, canOpenRoute, isAllowed } from '../../providers/access.ts'
import { actionRefusal, editRefusal, fieldRefusal, pageRefusal } from '../../providers/refusals.ts'
import { effectiveSwitches, menuNames } from '../../resources/domain/menu.ts'
import { capabilitiesOf, rolesOf } from '../../resources/domain/permissions.ts'
import { rightSwitches } from '../../resources/domain/rights.ts'
import type { OfficeLevel } from '../../resources/domain/role.ts'
import { additions, resources } from '../../resources/index.ts'
import { type AnyRecord, isEntity, keysOf } from '../../resources/kit/index.ts'

const userOf = (
  officeLevel: OfficeLevel | null,
  isSystem: boolean,
  more: Partial<AccessUser> = {},
): AccessUser => {
  const population = officeLevel === null ? 2 : 1
  const person = { population, officeLevel, isSystem, canAudit: true, canExport: true } as const
  return {
    id: 1,
    userType: population,
    officeLevel,
    isSystem: isSystem ? 1 : 0,
    organizationId: 1,
    auth: rolesOf(person),
    capabilities: [...capabilitiesOf(person, rightSwitches)],
    mustChangePwd: 0,
    ...more,
  }
}

const users = {
  L1: userOf(1, false),
  L2: userOf(2, false),
  L3: userOf(3, false),
  L4: userOf(4, false),
  lawyer: userOf(null, false),
  system: userOf(2, true),
  'L1 with an initial password': userOf(1, false, { mustChangePwd: 1 }),
  'L2 without rights of his own': userOf(2, false, { capabilities: [] }),
}
const allOff = Object.fromEntries(menuNames.map(name => [name, false]))
const situations: [string, Omit<Access, 'user'>][] = [
  ['everything on', { switches: effectiveSwitches({}), additions: new Set(additions) }],
  ['everything off', { switches: effectiveSwitches(allOff), additions: new Set(additions) }],
  ['no additions', { switches: effectiveSwitches({}), additions: new Set() }],
]

describe.each(situations)('with %s, a reason is given exactly for what is hidden', (_, situation) => {
  test.each(keysOf(users))('from %s', name => {
    const access = { ...situation, user: users[name] }
    const wrong = resources.flatMap(resource => [
      ...[...Object.values(resource.views), ...Object.values(resource.pages)]
        .filter(route => canOpenRoute(route, access) !== (pageRefusal(route, access) === null))
        .map(({ path }) => path),
      ...Object.keys(resource.actions)
        .filter(
          action =>
            isAllowed(access, resource, action) !== (actionRefusal(resource, action, access) === null),
        )
        .map(action => `${resource.name}.${action}`),
    ])
    expect(wrong).toEqual([])
  })
})

test('names the switch, the right and the role', () => {
  const access = { ...situations[1]![1], user: users.L1 }
  const lawyers = resources.find(({ name }) => name === 'lawyers')!
  expect(actionRefusal(lawyers, 'disable', access)).toEqual({ cause: 'off', menu: ['lawyer.list'] })
  const open = situations[0]![1]
  expect(actionRefusal(lawyers, 'disable', { ...open, user: users.L4 })).toEqual({
    cause: 'capability',
    capabilities: ['lawyer.status'],
  })
  expect(pageRefusal(lawyers.views.list!, { ...open, user: users.lawyer })).toEqual({
    cause: 'role',
    roles: ['admin'],
  })
})

describe('on a record', () => {
  const open = situations[0]![1]
  const entities = resources.filter(isEntity)
  const lawyers = entities.find(({ name }) => name === 'lawyers')!
  const record = { id: 9, organizationId: 2, lawyerId: 9, isOwn: 0, status: 4 } satisfies AnyRecord

  test.each(keysOf(users))('%s gets a reason exactly for the actions that are hidden', name => {
    const access = { ...open, user: users[name] }
    const wrong = entities.flatMap(entity =>
      Object.entries(entity.actions)
        .filter(([action, { when }]) => {
          const isOffered = isAllowed(access, entity, action, record) && (when?.(record as never) ?? true)
          return isOffered !== (actionRefusal(entity, action, access, record) === null)
        })
        .map(([action]) => `${entity.name}.${action}`),
    )
    expect(wrong).toEqual([])
  })

  test('names the office, the state and the right to a field', () => {
    const branch = { ...open, user: users.L3 }
    const head = { ...open, user: users.L1 }
    expect(actionRefusal(lawyers, 'disable', branch, record)).toEqual({ cause: 'scope', scope: 'office' })
    expect(actionRefusal(lawyers, 'disable', head, record)).toEqual({ cause: 'state' })
    expect(actionRefusal(lawyers, 'disable', head, { ...record, status: 1 })).toBeNull()
    expect(editRefusal(lawyers, lawyers.views.edit!, branch, record)).toEqual({
      cause: 'scope',
      scope: 'office',
    })
    expect(
      fieldRefusal(lawyers, 'remark', lawyers.fields['remark']!, { ...open, user: users.lawyer }),
    ).toEqual({
      limit: 'hidden',
      refusal: { cause: 'role', roles: ['admin'] },
    })
    expect(fieldRefusal(lawyers, 'name', lawyers.fields['name']!, head)).toBeNull()
  })
})
