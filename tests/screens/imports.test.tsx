import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { imports } from '../../resources/imports.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const path = '/app/lawyer/import'

const importLawyer = async (account: string, name: string, mobile: string) => {
  const { organizationId } = await (await app().as(account)).call('session.self')
  const list = [{ name, mobile, organizationId, personType: 2 }]
  return (await app().as(account)).call('lawyers.addList', { list, source: 2, left: 1 })
}

test('says that there are no imports', async () => {
  await open('admin', imports, path)
  expect(await screen.findByText('暂无导入记录')).toBeTruthy()
})

test('lists imports with their results, and undoes one', async () => {
  await importLawyer('admin', '导入人员', '13344440001')
  await importLawyer('admin2', '他人导入', '13344440002')
  const { user } = await open('admin', imports, path)
  const row = within((await screen.findByText(/赵主任/)).closest('tr')!)
  expect(row.getByText('部分完成')).toBeTruthy()
  await user.click(row.getByRole('link', { name: /查看批次/ }))
  const people = within(await screen.findByRole('region', { name: '查看批次' }))
  expect(people.getByText('导入人员')).toBeTruthy()
  await user.click(people.getByRole('button', { name: '撤销创建' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('list', { name: /将删除 1 条记录/ })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '撤销创建' }))
  const undoResult = within(await screen.findByRole('dialog', { name: '已撤销 1 条记录' }))
  await user.click(undoResult.getAllByRole('button', { name: '关闭' }).at(-1)!)
  expect(await people.findByText('没有可以撤销的记录。')).toBeTruthy()
  const { total } = await (await app().as('admin')).call('lawyers.pageList', { keyword: '导入人员' })
  expect(total).toBe(0)
})

test('names records that are kept, and who may undo the import', async () => {
  const { batchId, rows } = await importLawyer('admin', '用过的人', '13344440003')
  const admin = await app().as('admin')
  await admin.call('lawyers.update', { id: rows[0]!.id!, version: 1, team: '争议部' })
  await open('admin2', imports, `${path}/${batchId}`)
  const people = within(await screen.findByRole('region', { name: '查看批次' }))
  expect(people.getByText('用过的人：资料已修改')).toBeTruthy()
  expect(people.queryByRole('button')).toBeNull()
  const { batchId: another } = await importLawyer('admin', '没用过的人', '13344440004')
  await open('admin2', imports, `${path}/${another}`)
  expect(await screen.findByText('只有创建人和有权移除人员的管理员可以撤销。')).toBeTruthy()
})

test('shows a server error', async () => {
  await open('admin', imports, path, () =>
    network.use(http.get('*/api/lawyer/imports', () => HttpResponse.error())),
  )
  expect((await screen.findAllByText(/服务异常|加载失败|网络/)).length).toBeGreaterThan(0)
})
