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
  const requests = { rows: 0, session: 0, rights: 0 }
  const authProvider = createAuthProvider(resourceNamed)
  const counting: typeof authProvider = {
    ...authProvider,
    checkAuth: () => {
      requests.session += 1
      return authProvider.checkAuth()
    },
    canAccess: question => {
      requests.rights += 1
      return authProvider.canAccess(question)
    },
  }
  const getList: DataProvider['getList'] = async () => {
    requests.rows += 1
    return { data: [], total: 0 }
  }
  let renderCount = 0
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
        <Profiler id="list" onRender={() => void (renderCount += 1)}>
          <List />
        </Profiler>
      </CoreAdminContext>
    </MemoryRouter>,
  )
  const rowsAtOnce = requests.rows
  await waitFor(() => getByText('shown'))
  // Renderings after the answers happen in the next task.
  await act(() => new Promise(resolve => setTimeout(resolve)))
  unmount()
  return { renderCount, rowsAtOnce, requests }
}

test('a list requests its rows at once and renders as often as without an authProvider', async () => {
  const withoutProvider = await drawList(true)
  const { renderCount, rowsAtOnce, requests } = await drawList(false)
  expect(rowsAtOnce).toBe(1)
  expect(requests).toEqual({ rows: 1, session: 1, rights: 1 })
  expect(renderCount).toBe(withoutProvider.renderCount)
})

test('every screen has a cached answer, which is false without the right', async () => {
  const client = newQueryClient()
  seedAuthQueries(client, resources, access)
  const cachedAnswer = (resource: string, action: string) =>
    client.getQueryData(['auth', 'canAccess', screenAccess(resource, action)])
  for (const { name, views, pages } of resources)
    for (const { path } of [...Object.values(views), ...Object.values(pages)])
      expect(cachedAnswer(name, path), path).toBeTypeOf('boolean')
  expect(cachedAnswer('positions', 'edit')).toBe(true)
  seedAuthQueries(client, resources, { ...access, user: { ...access.user, capabilities: [], auth: [] } })
  expect(cachedAnswer('positions', 'edit')).toBe(false)
})
