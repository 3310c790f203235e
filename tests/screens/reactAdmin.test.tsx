import { act, screen, waitFor, within } from '@testing-library/react'
import Cookies from 'js-cookie'
import {
  Authenticated,
  CanAccess,
  CreateButton,
  DataTable,
  DeleteButton,
  EditButton,
  List,
  ListButton,
  RecordContextProvider,
  ResourceContextProvider,
  ShowButton,
  useGetIdentity,
  useGetList,
  usePermissions,
} from 'react-admin'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'

import type { FeatureSwitches } from '../../resources/domain/menu.ts'
import { SessionGuard } from '../../src/entrance/signIn/SessionGuard.tsx'
import { useServer } from '../support/screen.tsx'

const { app, put } = useServer()

const office = (name: string) => app().world.offices.get(name)!

/** The names of those things that the account is offered. */
const offeredNames = async (
  account: string,
  things: Record<string, ReactNode>,
  switches: FeatureSwitches = {},
): Promise<string> => {
  const { client, close } = await put(
    account,
    <>
      {Object.entries(things).map(([name, thing]) => (
        <div key={name} data-thing={name}>
          {thing}
        </div>
      ))}
    </>,
    switches,
  )
  await waitFor(() => {
    expect(document.querySelectorAll('[data-thing]')).toHaveLength(Object.keys(things).length)
    expect(client.isFetching()).toBe(0)
    const authQueries = client.getQueryCache().findAll({ queryKey: ['auth'] })
    expect(authQueries.filter(query => query.state.status === 'pending')).toEqual([])
  })
  // The answers have arrived; React renders them in the next task.
  await act(() => new Promise(resolve => setTimeout(resolve)))
  const names = Object.keys(things).filter(
    name => document.querySelector(`[data-thing="${name}"]`)!.childElementCount > 0,
  )
  close()
  return names.join(' ')
}

const inRecord = (resource: string, record: Record<string, unknown>, children: ReactNode) => (
  <ResourceContextProvider value={resource}>
    <RecordContextProvider value={{ id: 3, ...record }}>{children}</RecordContextProvider>
  </ResourceContextProvider>
)

describe("react-admin's own buttons obey the matrix", () => {
  const buttons = (resource: string, record: Record<string, unknown>) => ({
    list: inRecord(resource, record, <ListButton />),
    create: inRecord(resource, record, <CreateButton />),
    edit: inRecord(resource, record, <EditButton />),
    show: inRecord(resource, record, <ShowButton />),
    delete: inRecord(resource, record, <DeleteButton />),
  })

  test.each([
    ['admin', 'list create edit show', 'list create edit show'],
    ['admin2', 'list edit show', 'list edit show'],
    ['branch', 'list edit show', 'list'],
    ['branch2', 'list edit show', 'list'],
    ['system', 'list show', 'list show'],
    ['13800000002', '', ''],
  ])('%s at an office of his own and at another', async (account, own, foreign) => {
    const ownOffice = account.startsWith('branch') ? '东所' : '总所'
    expect(await offeredNames(account, buttons('offices', { organizationId: office(ownOffice) }))).toBe(own)
    expect(await offeredNames(account, buttons('offices', { organizationId: office('南所') }))).toBe(foreign)
  })

  test.each([
    ['admin', 'edit delete', 'edit delete'],
    ['admin2', 'edit', 'edit'],
    ['branch', 'edit delete', ''],
    ['branch2', 'edit', ''],
    ['system', '', ''],
    ['13800000002', '', ''],
  ])('%s at a person of his office and of another', async (account, own, foreign) => {
    const person = (name: string) => {
      const { edit, delete: remove } = buttons('lawyers', { organizationId: office(name) })
      return { edit, delete: remove }
    }
    expect(await offeredNames(account, person(account.startsWith('branch') ? '东所' : '总所'))).toBe(own)
    expect(await offeredNames(account, person('南所'))).toBe(foreign)
  })

  test('hides from everybody what the firm has switched off', async () => {
    const candidates = buttons('offices', { organizationId: office('总所') })
    expect(await offeredNames('admin', candidates, { office: false })).toBe('')
    expect(await offeredNames('admin', candidates, { card: false })).toBe('list create edit show')
  })
})

describe('<CanAccess>', () => {
  const candidates = {
    disable: (
      <CanAccess resource="positions" action="disable">
        <b>停用</b>
      </CanAccess>
    ),
    pass: (
      <CanAccess resource="lawyers" action="pass">
        <b>通过</b>
      </CanAccess>
    ),
    adminAuditCard: (
      <CanAccess resource="cards" action="adminAuditCard">
        <b>审核</b>
      </CanAccess>
    ),
    submitAudit: (
      <CanAccess resource="cards" action="submitAudit">
        <b>提交</b>
      </CanAccess>
    ),
    unknown: (
      <CanAccess resource="cards" action="explode">
        <b>不存在</b>
      </CanAccess>
    ),
    nowhere: (
      <CanAccess resource="nothing" action="list">
        <b>不存在</b>
      </CanAccess>
    ),
  }
  test.each([
    ['admin', 'disable pass adminAuditCard'],
    ['branch', 'pass adminAuditCard'],
    ['branch2', 'pass adminAuditCard'],
    ['system', ''],
    ['13800000002', 'submitAudit'],
  ])('asks for actions and calls by their names: %s', async (account, expected) => {
    expect(await offeredNames(account, candidates)).toBe(expected)
  })
})

describe("react-admin's list", () => {
  const categories = (
    <List resource="categories" exporter={false}>
      <DataTable>
        <DataTable.Col source="typeName" />
      </DataTable>
    </List>
  )
  test('shows rows with their actions', async () => {
    const { call } = await app().as('admin')
    await call('categories.add', { kind: 2, typeName: '公司治理', sort: 0, enabled: 1 })
    const { close } = await put('admin', categories)
    await screen.findByText('公司治理')
    expect(await screen.findByRole('checkbox', { name: '全选' })).toBeDefined()
    close()
  })

  test('deletes a row after the time for undo, and asks before the page is left until then', async () => {
    const { call } = await app().as('admin')
    await call('categories.add', { kind: 2, typeName: '待删除', sort: 0, enabled: 1 })
    const isThere = async () =>
      (await call('categories.getList', {})).some(category => category.typeName === '待删除')
    const removable = (
      <List resource="categories" exporter={false}>
        <DataTable bulkActionButtons={false}>
          <DataTable.Col source="typeName" />
          <DataTable.Col label="操作">
            <DeleteButton redirect={false} />
          </DataTable.Col>
        </DataTable>
      </List>
    )
    const { user } = await put('admin', removable)
    const pressDelete = async () => {
      const row = (await screen.findByText('待删除')).closest('tr')!
      await user.click(await within(row).findByRole('button', { name: '删除' }))
    }
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await pressDelete()
    const undo = await screen.findByRole('button', { name: '撤销' })
    expect(screen.queryByText('待删除')).toBeNull()
    expect(leave()).toBe(true)
    await user.click(undo)
    await screen.findByText('待删除')
    expect(await isThere()).toBe(true)
    expect(leave()).toBe(false)

    await pressDelete()
    await screen.findByRole('button', { name: '撤销' })
    // Escape closes the message, and the deletion is then carried out.
    await user.keyboard('{Escape}')
    await waitFor(async () => expect(await isThere()).toBe(false))
  })

  test('redirects users without the right', async () => {
    const { router } = await put('13800000002', categories)
    await waitFor(() => expect(router.state.location.pathname).toBe('/access-denied'))
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })
})

describe('the session', () => {
  const Identity = () => {
    const { identity } = useGetIdentity()
    const { permissions } = usePermissions<{ roles: string[]; capabilities: string[] }>()
    return (
      <p>
        {identity?.fullName} {permissions?.roles.join()}{' '}
        {permissions?.capabilities.includes('lawyer.remove') ? '可移入回收站' : '不可'}
      </p>
    )
  }
  test('has the name, the roles and the rights of the user', async () => {
    const { close } = await put(
      'branch',
      <Authenticated>
        <Identity />
      </Authenticated>,
    )
    expect(await screen.findByText('孙主管 admin 可移入回收站')).toBeDefined()
    close()
    await put(
      '13800000002',
      <Authenticated>
        <Identity />
      </Authenticated>,
    )
    expect(await screen.findByText('郑律师 lawyer 不可')).toBeDefined()
  })

  // The last test, because the page remembers that its session has ended.
  test('ends on 4003: the message at once, the redirect after two seconds', async () => {
    const Rows = () => {
      const { data, error } = useGetList('offices')
      return <p>{error ? '出错' : data ? '有数据' : '加载'}</p>
    }
    const { client, replace } = await put(
      'admin',
      <>
        <SessionGuard />
        <Rows />
      </>,
    )
    await screen.findByText('有数据')
    expect(replace).not.toHaveBeenCalled()
    // The browser deletes the token's cookie after seven days.
    Cookies.remove('tenant-admin-token', { path: '/web' })
    void client.refetchQueries({ queryKey: ['offices'] })
    await screen.findByText('登录超时')
    expect(replace).not.toHaveBeenCalled()
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/web/'))
    // Neither an empty list nor an error is shown before the sign-in page opens.
    expect(screen.getByText('有数据')).toBeDefined()
  })
})
