import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { lawyers } from '../../resources/lawyers/index.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const idOf = (account: string) => app().world.people.get(account)!.id
afterEach(() => void vi.useRealTimers())
const path = (account: string) => `/app/lawyer/${idOf(account)}/leave`

test('shows the consequences, asks for the reason, and ends with a receipt', async () => {
  const lawyer = await app().as('13800000002')
  await lawyer.call('session.self')
  const { user } = await open('branch', lawyers, path('13800000002'))
  const panel = within(await screen.findByRole('region', { name: '办理离所' }))
  expect(await panel.findByText(/结束 1 处登录/)).toBeTruthy()
  const confirm = panel.getByRole('button', { name: '办理离所' })
  await user.click(confirm)
  expect((await panel.findAllByText('请填写原因（2-200字）')).length).toBeGreaterThan(0)
  expect(panel.getByText('已印出的名片码打开所属律所')).toBeTruthy()
  await user.type(panel.getByRole('textbox', { name: /^离所原因/ }), '合同到期')
  await user.click(confirm)
  const receipt = within(await screen.findByRole('status', { name: '离所回执' }))
  expect(receipt.getByText('已结束 1 处登录')).toBeTruthy()
  expect(receipt.getByText(/郑律师已离所/)).toBeTruthy()
  expect(receipt.getAllByRole('listitem').length).toBeGreaterThanOrEqual(6)
  const files: Blob[] = []
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    files.push(file as Blob)
    return 'blob:receipt'
  })
  await user.click(receipt.getByRole('button', { name: '下载回执' }))
  createUrl.mockRestore()
  expect(await files[0]!.text()).toContain('<li>已结束 1 处登录</li>')
  const { records } = await (await app().as('admin')).call('lawyers.pageList', { keyword: '郑律师' })
  expect(records).toMatchObject([{ status: 4, leaveDate: expect.any(String) as string }])
})

test('what was sent is no draft, although the record has a new version by it', async () => {
  const admin = await app().as('admin')
  await admin.call('lawyers.addList', {
    mode: 'all',
    list: [
      {
        name: '孙离所',
        mobile: '13900008880',
        organizationId: app().world.offices.get('东所')!,
        personType: 1,
        licenseNumber: '13101201910123888',
      },
    ],
  })
  const { records } = await admin.call('lawyers.pageList', { keyword: '孙离所' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { user, client } = await open('admin', lawyers, `/app/lawyer/${records[0]!.id}/leave`)
  await user.type(await screen.findByRole('textbox', { name: /^离所原因/ }), '合同到期')
  const drafts = () =>
    Object.keys(sessionStorage).filter(it => it.includes(':draft:') && it.includes('leave '))
  await waitFor(() => expect(drafts()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '办理离所' }))
  await screen.findByRole('status', { name: '离所回执' })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  // Longer than what was typed waits to be written.
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(drafts()).toEqual([])
})

test('says that the person has left already', async () => {
  const id = idOf('13800000003')
  const admin = await app().as('admin')
  await admin.call('lawyers.update', { id, version: 1, status: 4, reason: '合同到期' })
  await open('admin', lawyers, path('13800000003'))
  expect(await screen.findByText('王律师已离所。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '办理离所' })).toBeNull()
})

test('shows a refusal, and keeps what was written', async () => {
  const { user } = await open('admin', lawyers, path('13800000001'), () =>
    network.use(
      http.post('*/api/lawyer/update', () =>
        HttpResponse.json({ code: '4090', message: '数据已被他人修改', data: {}, requestId: 'R' }),
      ),
    ),
  )
  await user.type(await screen.findByRole('textbox', { name: /^离所原因/ }), '合同到期')
  await user.click(await screen.findByRole('button', { name: '办理离所' }))
  expect((await screen.findByRole('alert')).textContent).toContain('数据已被他人修改')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^离所原因/ }).value).toBe('合同到期')
})

test('successors of the same name are told apart by office and licence number', async () => {
  const admin = await app().as('admin')
  const list = ['南所', '东所'].map((office, index) => ({
    name: '张同名',
    mobile: `1390000777${index}`,
    organizationId: app().world.offices.get(office)!,
    personType: 1 as const,
    licenseNumber: `1310120191012345${index}`,
  }))
  await admin.call('lawyers.addList', { mode: 'all', list })
  const { user } = await open('admin', lawyers, path('13800000001'))
  const successor = await screen.findByRole('combobox', { name: /^接任人/ })
  await user.type(successor, '张同名')
  const options = await screen.findAllByRole('option', { name: /张同名/ })
  await waitFor(() => expect(options[0]!.textContent).not.toContain('…'))
  expect(options.map(it => it.textContent).toSorted()).toEqual([
    '张张同名东所 · 13101201910123451',
    '张张同名南所 · 13101201910123450',
  ])
  await user.click(options[0]!)
  expect(await screen.findByText(/^.所 · 1310120191012345\d$/)).toBeTruthy()
})
