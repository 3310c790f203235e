import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { offices } from '../../resources/offices/index.ts'
import { useServer } from '../support/screen.tsx'
import { password } from '../support/world.ts'

const { app, network, open } = useServer()
const officeOf = (name: string) => app().world.offices.get(name)!
const path = (name: string) => `/app/office/${officeOf(name)}/close`

test('shows what the office has, asks for each target, and ends with what was done', async () => {
  const { user } = await open('admin', offices, path('南所'))
  const panel = within(await screen.findByRole('region', { name: '关闭律所' }))
  expect(panel.getByText(/1 人转入所选律所/)).toBeTruthy()
  expect(panel.queryByRole('combobox', { name: /^内容转入/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: '关闭律所' }))
  expect((await panel.findAllByText('请选择人员和名片转入的律所')).length).toBeGreaterThan(0)
  for (const name of [/^人员和名片转入/, /^管理员转入/]) {
    await user.click(await panel.findByRole('combobox', { name }))
    await user.click(await screen.findByRole('option', { name: '东所' }))
  }
  await user.type(panel.getByRole('textbox', { name: /^原因/ }), '合并办公')
  await user.type(panel.getByLabelText(/^登录密码/), password)
  await user.click(panel.getByRole('button', { name: '关闭律所' }))
  const receipt = within(await screen.findByRole('status', { name: '关闭结果' }))
  expect(receipt.getByText('已转出 1 人和 0 张名片')).toBeTruthy()
  const { records } = await (await app().as('admin')).call('lawyers.pageList', { keyword: '王律师' })
  expect(records).toMatchObject([{ organizationId: officeOf('东所') }])
})

test('says why the main office and an office that is closed already cannot be closed', async () => {
  await open('admin', offices, path('总所'))
  expect(await screen.findByText('总所不能关闭')).toBeTruthy()
})

test('starts again with the present record after a conflict', async () => {
  const { user } = await open('admin', offices, path('东所'), () =>
    network.use(
      http.put('*/api/firmOrganization/close', () =>
        HttpResponse.json({ code: '4090', message: '数据已被他人修改', data: {}, requestId: 'R' }),
      ),
    ),
  )
  const panel = within(await screen.findByRole('region', { name: '关闭律所' }))
  for (const name of [/^人员和名片转入/, /^管理员转入/]) {
    await user.click(await panel.findByRole('combobox', { name }))
    await user.click(await screen.findByRole('option', { name: '总所' }))
  }
  await user.type(panel.getByRole('textbox', { name: /^原因/ }), '合并办公')
  await user.type(panel.getByLabelText(/^登录密码/), password)
  await user.click(panel.getByRole('button', { name: '关闭律所' }))
  expect((await panel.findByRole('alert')).textContent).toContain('数据已被他人修改')
  await user.click(panel.getByRole('button', { name: '重新载入' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^原因/ })).value).toBe('')
})
