import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { imports } from '../../resources/lawyers/imports.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const path = '/app/lawyer/import'

const bring = async (account: string, name: string, mobile: string) => {
  const { organizationId } = await (await app().as(account)).call('session.self')
  const list = [{ name, mobile, organizationId, personType: 2 }]
  return (await app().as(account)).call('lawyers.addList', { list, source: 2, left: 1 })
}

test('without any it says so', async () => {
  await open('admin', imports, path)
  expect(await screen.findByText('还没有导入记录')).toBeTruthy()
})

test('what was imported is listed with what came of it, and is taken back from there', async () => {
  await bring('admin', '导入人员', '13344440001')
  await bring('admin2', '他人导入', '13344440002')
  const { user } = await open('admin', imports, path)
  const row = within((await screen.findByText(/赵主任/)).closest('tr')!)
  expect(row.getByText('部分完成')).toBeTruthy()
  // Another's is seen, and not taken back.
  expect(screen.getAllByRole('row')).toHaveLength(3)
  const undo = screen.getByRole('button', { name: /^撤销/ })
  await user.click(undo)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/已登录、已修改资料/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('已撤销')).toBeTruthy()
  const { total } = await (await app().as('admin')).call('lawyers.pageList', { keyword: '导入人员' })
  expect(total).toBe(0)
})

test('a failing server is said', async () => {
  await open('admin', imports, path, () =>
    network.use(http.get('*/api/lawyer/imports', () => HttpResponse.error())),
  )
  expect((await screen.findAllByText(/服务异常|加载失败|网络/)).length).toBeGreaterThan(0)
})
