// @vitest-environment happy-dom
import { act, render, waitFor } from '@testing-library/react'
import { CoreAdminContext, type DataProvider, testDataProvider, useListController } from 'ra-core'
import { Profiler } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { type Access, writeAccess } from '../../providers/access.ts'
import { screenAccess, seedAuthQueries } from '../../providers/authCache.ts'
import { createAuthProvider } from '../../providers/authProvider.ts'
import { newQueryClient } from '../../providers/queryClient.ts'
import { clearSession, startSession } from '../../providers/session.ts'
import { capabilitiesOf } from '../../resources/domain/permissions.ts'
import { rightSwitches } from '../../resources/domain/rights.ts'
import { additions, resourceNamed, resources } from '../../resources/index.ts'
import { setLocation } from '../support/location.ts'

beforeEach(() => {
  setLocation('/web/app/operation/position')
  startSession('token', { id: 7, userType: 1, name: '赵主任', auth: ['admin'] }, false)
})
afterEach(clearSession)

const person = { population: 1, officeLevel: 1, isSystem: false, canAudit: true, canExport: true } as const
const access: Access = {
  user: {
    id: 7,
    userType: 1,
    officeLevel: 1,
    isSystem: 0,
    organizationId: 1,
    auth: ['admin', 'mainAdmin'],
    capabilities: [...capabilitiesOf(person, rightSwitches)],
    mustChangePwd: 0,
  },
  switches: {},
  additions: new Set(additions),
}

/** Opens the list of positions and counts its renderings until the rows appear. */
const drawList = async (disableAuthentication: boolean) => {
  writeAccess(access)
  const client = newQueryClient()
  seedAuthQueries(client, resources, access)
  const asked = { rows: 0, session: 0, rights: 0 }
  const authProvider = createAuthProvider(resourceNamed)
  const counting: typeof authProvider = {
    ...authProvider,
    checkAuth: () => {
      asked.session += 1
      return authProvider.checkAuth()
    },
    canAccess: question => {
      asked.rights += 1
      return authProvider.canAccess(question)
    },
  }
  const getList: DataProvider['getList'] = async () => {
    asked.rows += 1
    return { data: [], total: 0 }
  }
  let drawn = 0
  const List = () => {
    const { isPending } = useListController({ resource: 'positions', disableAuthentication })
    return isPending ? null : <p>shown</p>
  }
  const { getByText, unmount } = render(
    <MemoryRouter>
      <CoreAdminContext
        authProvider={counting}
        dataProvider={testDataProvider({ getList })}
        queryClient={client}
      >
        <Profiler id="list" onRender={() => void (drawn += 1)}>
          <List />
        </Profiler>
      </CoreAdminContext>
    </MemoryRouter>,
  )
  const rowsAtOnce = asked.rows
  await waitFor(() => getByText('shown'))
  // Renderings after the answers happen in the next task.
  await act(() => new Promise(resolve => setTimeout(resolve)))
  unmount()
  return { drawn, rowsAtOnce, asked }
}

test('a list requests its rows at once and renders as often as without an authProvider', async () => {
  const without = await drawList(true)
  const { drawn, rowsAtOnce, asked } = await drawList(false)
  expect(rowsAtOnce).toBe(1)
  expect(asked).toEqual({ rows: 1, session: 1, rights: 1 })
  expect(drawn).toBe(without.drawn)
})

test('every screen has a cached answer, which is false without the right', async () => {
  const client = newQueryClient()
  seedAuthQueries(client, resources, access)
  const known = (resource: string, action: string) =>
    client.getQueryData(['auth', 'canAccess', screenAccess(resource, action)])
  for (const { name, views, pages } of resources)
    for (const { path } of [...Object.values(views), ...Object.values(pages)])
      expect(known(name, path), path).toBeTypeOf('boolean')
  expect(known('positions', 'edit')).toBe(true)
  seedAuthQueries(client, resources, { ...access, user: { ...access.user, capabilities: [], auth: [] } })
  expect(known('positions', 'edit')).toBe(false)
})
