import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { lawyers } from '../../resources/lawyers/index.ts'
import { positions } from '../../resources/positions.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
afterEach(() => onlineManager.setOnline(true))

const countWrites = () => {
  const writes = vi.fn<(method: string) => void>()
  network.events.on('request:start', ({ request }) => {
    if (request.method !== 'GET') writes(request.method)
  })
  return writes
}

test('an action without a network fails at once, and is not repeated later', async () => {
  const { user } = await open('admin', lawyers, '/app/lawyer')
  const row = await screen.findByRole('row', { name: /吴律师/ })
  await user.click(within(row).getByRole('button', { name: '吴律师的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '重置密码' }))
  const dialog = await screen.findByRole('dialog', { name: '重置密码“吴律师”' })
  const writes = countWrites()
  onlineManager.setOnline(false)
  await user.click(within(dialog).getByRole('button', { name: '重置密码' }))
  expect(await within(dialog).findByText(/网络已断开，请在恢复后重试/)).toBeTruthy()
  onlineManager.setOnline(true)
  await user.click(within(dialog).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes).not.toHaveBeenCalled()
})

test('an invalid form reports errors instead of waiting for the network', async () => {
  const { user } = await open('admin', positions, '/app/operation/position/create')
  const name = await screen.findByRole('textbox', { name: /^职位名称/ })
  onlineManager.setOnline(false)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.queryByText(/恢复后会自动保存/)).toBeNull()
})

test('a waiting form that is changed back sends nothing, and the window can be closed', async () => {
  const { call } = await app().as('admin')
  const position = {
    postName: '又改回的',
    postCode: 'Back',
    postLevel: 5,
    isPartner: 0,
    needLicence: 0,
  } as const
  const { postId } = await call('positions.add', { ...position, sort: 0, enabled: '1' })
  const { user } = await open('admin', positions, `/app/operation/position/${postId}`)
  const remark = await screen.findByRole('textbox', { name: /^备注/ })
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await user.type(remark, '甲')
  const writes = countWrites()
  onlineManager.setOnline(false)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText(/恢复后会自动保存/)
  expect(isAsked()).toBe(true)
  await user.type(remark, '{Backspace}')
  await waitFor(() => expect(isAsked()).toBe(false))
  await waitFor(() => expect(screen.queryByText(/恢复后会自动保存/)).toBeNull())
  onlineManager.setOnline(true)
  await user.type(remark, '乙')
  await screen.findByText('1 项未保存')
  expect(writes).not.toHaveBeenCalled()
  expect(await call('positions.one', { postId })).toMatchObject({ version: 1 })
})

test('a waiting form is sent once when the network is back, with what was typed meanwhile', async () => {
  const { call } = await app().as('admin')
  const position = {
    postName: '离线职位',
    postCode: 'Offline',
    postLevel: 5,
    isPartner: 0,
    needLicence: 0,
  } as const
  const { postId } = await call('positions.add', { ...position, sort: 0, enabled: '1' })
  const { user, router } = await open('admin', positions, `/app/operation/position/${postId}`)
  const remark = await screen.findByRole('textbox', { name: /^备注/ })
  await user.type(remark, '先写的')
  const writes = countWrites()
  onlineManager.setOnline(false)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText(/恢复后会自动保存/)
  await user.type(remark, '，后写的')
  onlineManager.setOnline(true)
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/operation/position'))
  expect(writes.mock.calls).toEqual([['PUT']])
  expect(await call('positions.one', { postId })).toMatchObject({ remark: '先写的，后写的', version: 2 })
})
