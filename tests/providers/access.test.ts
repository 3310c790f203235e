import { describe, expect, test } from 'vitest'

import { canAccess, type Holder, mayCall, reaches, refusedTo, writeHolder } from '../../providers/access.ts'
import type { Route } from '../../resources/kit/index.ts'

const at = { organizationId: 1, isSystem: 0, officeLevel: null } as const
const editor: Holder = {
  ...at,
  userType: 1,
  officeLevel: 1,
  auth: ['admin', 'mainAdmin'],
  capabilities: ['post.edit', 'conf.view'],
}
const reader: Holder = { ...at, userType: 1, officeLevel: 3, auth: ['admin'], capabilities: [] }
const lawyer: Holder = { ...at, userType: 2, auth: ['lawyer'], capabilities: [] }

describe('who may call', () => {
  test.each([
    ['public', [true, true, true, true]],
    ['self', [false, true, true, true]],
    ['admin', [false, true, true, false]],
    ['lawyer', [false, false, false, true]],
    ['post.edit', [false, true, false, false]],
  ] as const)('%s', (who, expected) => {
    expect([null, editor, reader, lawyer].map(it => mayCall({ who }, it))).toEqual(expected)
  })

  test("react-admin's question is answered from the declared call", async () => {
    writeHolder(editor)
    expect(await canAccess({ resource: 'positions', action: 'edit' })).toBe(true)
    expect(await canAccess({ resource: 'positions', action: 'no such action' })).toBe(false)
    expect(await canAccess({ resource: 'no such resource', action: 'list' })).toBe(false)
    writeHolder(reader)
    expect(await canAccess({ resource: 'positions', action: 'edit' })).toBe(false)
    expect(await canAccess({ resource: 'positions', action: 'list' })).toBe(true)
    writeHolder(null)
    expect(await canAccess({ resource: 'positions', action: 'list' })).toBe(false)
  })
})

describe('why a page stays shut', () => {
  const route: Route = {
    path: '/app/operation/position/create',
    title: '新增职位',
    roles: ['mainAdmin'],
    capability: 'post.edit',
    within: 'operation.position',
  }
  test.each([
    ['nobody signed in', null, {}, 'role'],
    ['another role', lawyer, {}, 'role'],
    ['switched off by the firm', editor, { 'operation.position': 0 }, 'off'],
    ['the group switched off', editor, { operation: false }, 'off'],
    ['a missing right', { ...editor, capabilities: [] }, {}, 'capability'],
    ['nothing', editor, { 'operation.position': 1 }, null],
  ] as const)('%s', (_, user, switches, expected) => {
    expect(refusedTo(route, user, switches)).toBe(expected)
  })
})

test('a right that ends at the office, or at what one wrote, reaches no further on the screen either', () => {
  const [head, sub] = [reader, { ...reader, officeLevel: 4 as const }]
  const row = (organizationId: number, isOwn: 0 | 1) => ({ organizationId, isOwn })
  expect(reaches('article.edit', editor, row(2, 0))).toBe(true)
  expect(reaches('article.edit', head, row(1, 0))).toBe(true)
  expect(reaches('article.edit', head, row(2, 1))).toBe(false)
  expect(reaches('article.edit', sub, row(1, 0))).toBe(false)
  expect(reaches('article.edit', sub, row(1, 1))).toBe(true)
  expect(reaches('article.view', head, row(2, 0))).toBe(true)
  expect(reaches('article.edit', head, { id: 0 })).toBe(true)
})
