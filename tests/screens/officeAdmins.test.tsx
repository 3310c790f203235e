import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { offices } from '../../resources/offices/index.ts'
import { password } from '../support/app.ts'
import { useServer } from '../support/screen.tsx'

const { app, open } = useServer()
const pathOf = (office: string) => `/app/office/${app().world.offices.get(office)}/admins`

const dialog = async () => within(await screen.findByRole('dialog'))
const rowOf = async (name: string) => within((await screen.findByRole('rowheader', { name })).closest('tr')!)
const chooseAction = async (user: UserEvent, name: string, action: string) => {
  await user.click((await rowOf(name)).getByRole('button', { name: `${name}的更多操作` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the administrators of an office', () => {
  test('shows the consequences of another level before saving', async () => {
    const { user } = await open('admin', offices, pathOf('南所'))
    await user.click((await rowOf('周主管')).getByRole('link', { name: '编辑周主管' }))
    const form = await dialog()
    expect(form.queryByText(/保存后/)).toBeNull()
    await user.click(await form.findByLabelText('分所子管理员'))
    expect(
      await form.findByText(/^保存后，周主管将失去或缩小\d+项权限（.+等），涉及\d+名律师、\d+名管理员。$/),
    ).toBeDefined()
    await user.click(form.getByLabelText('分所主管理员'))
    await waitFor(() => expect(form.queryByText(/保存后/)).toBeNull())
  })

  test('adds an administrator with a level of this office; the password is shown once and works', async () => {
    const { user } = await open('admin', offices, pathOf('南所'))
    await rowOf('周主管')
    expect(screen.queryByText('孙主管')).toBeNull()
    expect(document.querySelector('[data-slot=title]')?.textContent).toBe('南所的管理员')
    await user.click(await screen.findByRole('link', { name: '新增管理员' }))
    const form = await dialog()
    expect(form.getByText(/初始密码由系统生成，只在保存后显示一次/)).toBeDefined()
    await user.type(await form.findByLabelText(/^姓名/), '吕主管')
    await user.type(form.getByLabelText(/^手机号/), '13911110001')
    expect(form.queryByLabelText('总所子管理员')).toBeNull()
    expect(form.getByLabelText<HTMLInputElement>('分所子管理员').checked).toBe(true)
    await user.click(form.getByRole('button', { name: '保存' }))
    await screen.findByText(/密码只显示这一次/)
    const secret = document.querySelector('.secret code')?.textContent ?? ''
    const { userInfo } = await app().call('session.firmAccessUserLogin', {
      account: '13911110001',
      password: secret,
    })
    expect(userInfo).toMatchObject({ name: '吕主管', officeLevel: 4, mustChangePwd: 1 })
    await user.click(await screen.findByRole('button', { name: '已保存，关闭' }))
    await rowOf('吕主管')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('offers the first administrator of an office the main level', async () => {
    const { call } = await app().as('admin')
    const { organizationId } = await call('offices.add', {
      name: '新设分所',
      districtCode: '310115',
      provinceCode: '310000',
      cityCode: '310100',
      address: '世纪大道100号',
      phone: ['021-55550100'],
      weight: 0,
      showStatus: 1,
    })
    await open('admin', offices, `/app/office/${organizationId}/admins?add=1`)
    const form = await dialog()
    expect((await form.findByLabelText<HTMLInputElement>('分所主管理员')).checked).toBe(true)
  })

  test('offers no actions without the right', async () => {
    await open('admin2', offices, pathOf('南所'))
    const row = await rowOf('周主管')
    expect(row.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('link', { name: '新增管理员' })).toBeNull()
  })

  test('reports a mobile number that is in use at its field', async () => {
    const { user } = await open('admin', offices, `${pathOf('南所')}?add=1`)
    const form = await dialog()
    await user.type(await form.findByLabelText(/^姓名/), '郝主管')
    await user.type(form.getByLabelText(/^手机号/), '13900000100')
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('该手机号已存在')).toBeTruthy()
  })

  test('edits, disables, enables, transfers and deletes from the row', async () => {
    const { user, person } = await open('admin', offices, pathOf('东所'))
    await user.click((await rowOf('李助理')).getByRole('link', { name: '编辑李助理' }))
    const form = await dialog()
    const name = await form.findByLabelText(/^姓名/)
    expect(form.getByLabelText<HTMLInputElement>(/^手机号/).value).toMatch(/^1390000\d{4}$/)
    await user.clear(name)
    await user.type(name, '李干事')
    await user.click(form.getByRole('button', { name: '保存' }))
    const row = await rowOf('李干事')

    await user.click(row.getByRole('button', { name: '停用李干事' }))
    await user.click((await dialog()).getByRole('button', { name: '停用' }))
    await waitFor(async () =>
      expect((await rowOf('李干事')).getByText('停用', { selector: '.chip' })).toBeTruthy(),
    )
    await user.click((await rowOf('李干事')).getByRole('button', { name: '启用李干事' }))
    await waitFor(async () => expect((await rowOf('李干事')).getByText('正常')).toBeTruthy())

    await chooseAction(user, '李干事', '设为主管理员')
    await user.type((await dialog()).getByLabelText(/^登录密码/), password)
    await user.click(await (await dialog()).findByRole('button', { name: '设为主管理员' }))
    await waitFor(async () => expect((await rowOf('李干事')).getByText('分所主管理员')).toBeTruthy())
    expect((await rowOf('孙主管')).getByText('分所子管理员')).toBeTruthy()

    await chooseAction(user, '孙主管', '删除')
    await user.type((await dialog()).getByLabelText(/^原因/), '已离职')
    await user.click((await dialog()).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(screen.queryByText('孙主管')).toBeNull())
    const { total } = await person.call('admins.pageList', {
      organizationId: app().world.offices.get('东所')!,
    })
    expect(total).toBe(1)
  })

  test('shows a reset password once; the own account cannot be disabled or deleted', async () => {
    const { user } = await open('admin', offices, pathOf('总所'))
    const own = await rowOf('赵主任')
    expect(own.queryByRole('button')).toBeNull()
    await chooseAction(user, '钱行政', '重置密码')
    await user.click((await dialog()).getByRole('button', { name: '重置密码' }))
    await screen.findByText(/密码只显示这一次/)
    expect(document.querySelector('.secret code')?.textContent).toMatch(/^\S{10,}$/)
  })

  test('changes the own mobile number with the password', async () => {
    const { user, person } = await open('admin', offices, pathOf('总所'))
    await user.click((await rowOf('赵主任')).getByRole('link', { name: '编辑赵主任' }))
    const form = await dialog()
    const mobile = await form.findByLabelText(/^手机号/)
    await user.clear(mobile)
    await user.type(mobile, '13900007777')
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('请输入登录密码')).toBeTruthy()
    await user.type(form.getByLabelText(/^登录密码/), password)
    await user.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await person.call('admins.one', { id: person.id })).mobile).toBe('13900007777')
  })
})
