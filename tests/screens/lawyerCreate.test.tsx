import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'

import { chinese } from '../../resources/kit/translate.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { findChoice } from '../../src/grid/columns.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open } = useServer()
const path = '/app/lawyer/create'

const cellInput = (row: number, label: string) =>
  screen.findByLabelText<HTMLInputElement>(`第${row}行${label}`)
/** Waits for a value, since the grid renders changes and answers with a delay. */
const expectValue = (row: number, label: string, value: string) =>
  waitFor(async () => expect((await cellInput(row, label)).value).toBe(value))
const expectHint = (row: number, label: string, hint: string) =>
  waitFor(async () => {
    const id = (await cellInput(row, label)).getAttribute('aria-describedby')
    expect(document.getElementById(id ?? '')?.textContent).toBe(hint)
  })
const pasteInto = async (user: UserEvent, text: string) => {
  await user.click(await cellInput(1, '姓名'))
  await user.paste(text)
}
const create = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: /^创建(账号| \d+ 个账号)$/ }))
const createdAccounts = () => screen.findByRole('region', { name: '已创建的账号' })
const passwordsIn = (region: HTMLElement) =>
  [...region.querySelectorAll('code')].map(it => it.textContent ?? '')

const signIn = (mobile: string, password: string) => app().call('session.lawyerLogin', { mobile, password })

test('finds an office regardless of character width and case', () => {
  const choices = [{ id: 1, name: '砚衡（Beijing）律师事务所' }]
  for (const text of ['砚衡（BEIJING）律师事务所', '砚衡（Ｂｅｉｊｉｎｇ）'])
    expect(findChoice(choices, text, chinese.translate)?.id).toBe(1)
})

describe('accounts in a grid', () => {
  test('keeps the texts of the grid when the language changes, without unsaved changes', async () => {
    const { router, showLocale } = await open('admin', lawyers, path)
    await expectValue(1, '人员类别', '律师')
    screen.getByText(/短信发给本人。回车到下一行，方向键移动/)
    await showLocale('en-US')
    await screen.findByText('Nothing filled in yet')
    expect(screen.getAllByDisplayValue('律师')).toHaveLength(3)
    await act(() => router.navigate('/app/lawyer'))
    expect(router.state.location.pathname).toBe('/app/lawyer')
  })

  test('fills rows from a pasted table with a heading, and creates three accounts that can sign in', async () => {
    const { user, person } = await open('admin', lawyers, path)
    await pasteInto(
      user,
      [
        '序号\t手机号码*\t姓名\t律所\t类别\t入职时间\t备注',
        '1\t138 1111 0001\t林知远\t东所\t实习\t2024/3/8\t一',
        '2\t+8613811110002\t"周\n慕白"\t南所\t\t20240501\t二',
        '3\t13811110003\t沈清和\t总所\t行政\t\t三',
        '',
      ].join('\r\n'),
    )
    await expectValue(1, '姓名', '林知远')
    await expectValue(1, '手机号', '13811110001')
    await expectValue(1, '人员类别', '实习律师')
    await expectValue(1, '入所日期', '2024-03-08')
    await expectValue(2, '姓名', '周慕白')
    await expectValue(2, '人员类别', '律师')
    await expectValue(3, '所属律所', '总所')
    expect(await screen.findByText(/未填入：备注/)).toBeTruthy()

    await create(user)
    const region = await createdAccounts()
    expect(within(region).getByText('已创建 3 个账号')).toBeTruthy()
    const passwords = passwordsIn(region)
    expect(new Set(passwords).size).toBe(3)
    const { userInfo } = await signIn('13811110001', passwords[0]!)
    expect(userInfo).toMatchObject({ name: '林知远', mustChangePwd: 1 })
    // The rows of the lawyers who were created are removed from the grid.
    await expectValue(1, '姓名', '')
    const { total } = await person.call('lawyers.pageList', { keyword: '1381111000' })
    expect(total).toBe(3)
  })

  test('marks an invalid mobile number, creates the others, and keeps the row', async () => {
    const { user } = await open('admin', lawyers, path)
    await pasteInto(
      user,
      '韩一\t13822220001\t东所\n韩二\t138222\t东所\n韩三\t13800000001\t东所\n韩四\t13822220001\t东所\n',
    )
    const doubled = await cellInput(4, '手机号')
    await waitFor(() => expect(doubled.getAttribute('aria-invalid')).toBe('true'))
    expect(await screen.findByText('与第1行的手机号重复')).toBeTruthy()

    await create(user)
    expect(await within(await createdAccounts()).findByText('韩一')).toBeTruthy()
    await expectValue(1, '姓名', '韩二')
    const mobile = await cellInput(1, '手机号')
    await expectHint(1, '手机号', '请输入正确的手机号')
    // A conflict that only the server can detect is shown at its cell too.
    const usedMobileCell = await cellInput(2, '手机号')
    await expectHint(2, '手机号', '该手机号已存在')
    // The first row now has the same number and gets the same hint without another request.
    await waitFor(() => expect(screen.getAllByText('该手机号已存在')).toHaveLength(2))
    expect(await screen.findByText('3 人，其中 3 人需要修改')).toBeTruthy()
    await user.clear(usedMobileCell)
    await user.type(usedMobileCell, '13822220003')
    await user.tab()
    await waitFor(() => expect(screen.getAllByText('该手机号已存在')).toHaveLength(1))
    await user.clear(mobile)
    await user.type(mobile, '13822220002')
    await create(user)
    await screen.findByText('已创建 3 个账号')
    await expectValue(1, '姓名', '韩四')
    expect(await screen.findByText('该手机号已存在')).toBeTruthy()
  })

  test('creates nothing in all-or-none mode if one row is invalid', async () => {
    const { user, person } = await open('admin', lawyers, path)
    await pasteInto(user, '秦一\t13833330001\t东所\n秦二\t13800000002\t东所\n')
    await user.click(await screen.findByLabelText('有错误时全部不创建'))
    await create(user)
    await screen.findByText('该手机号已存在')
    expect(screen.queryByRole('region', { name: '已创建的账号' })).toBeNull()
    await expectValue(1, '姓名', '秦一')
    expect((await person.call('lawyers.pageList', { keyword: '13833330001' })).total).toBe(0)
  })

  test('does not offer to create invalid rows', async () => {
    const { user } = await open('admin', lawyers, path)
    const button = () => screen.getByRole('button', { name: /^创建(账号| \d+ 个账号)$/ })
    await pasteInto(user, '杨一\t138\t东所\n杨二\t139\t东所\n')
    expect(button()).toHaveProperty('disabled', true)
    const mobile = await cellInput(1, '手机号')
    await user.clear(mobile)
    await user.type(mobile, '13844440009')
    expect(button()).toHaveProperty('disabled', false)
    await user.click(await screen.findByLabelText('有错误时全部不创建'))
    expect(button()).toHaveProperty('disabled', true)
  })

  test('a check creates nothing', async () => {
    const { user, person } = await open('admin', lawyers, path)
    await pasteInto(user, '许一\t13844440001\t东所\n')
    await user.click(await screen.findByRole('button', { name: '检查' }))
    await screen.findByText('检查通过，可以创建 1 人')
    expect((await person.call('lawyers.pageList', { keyword: '13844440001' })).total).toBe(0)
  })

  test('keeps rows after a connection failure, and offers them again', async () => {
    const { user, router } = await open('admin', lawyers, path)
    await pasteInto(user, '何一\t13855550001\t东所\n')
    network.use(http.post('*/api/lawyer/addList', () => HttpResponse.error()))
    await create(user)
    await screen.findByText(/账号可能已经创建/)
    await expectValue(1, '姓名', '何一')
    await waitFor(() => expect(sessionStorage.length).toBe(1))
    expect(JSON.stringify(sessionStorage)).not.toMatch(/password/i)
    router.dispose()
    document.body.replaceChildren()
    const reopened = await open('admin', lawyers, path)
    await reopened.user.click(await screen.findByRole('button', { name: '恢复' }))
    await expectValue(1, '手机号', '13855550001')
  })

  test('keyboard: Enter moves down and adds a row, arrows move, Ctrl+D copies from above', async () => {
    const { user } = await open('admin', lawyers, path)
    await user.click(await cellInput(1, '姓名'))
    await user.keyboard('甲乙{Enter}丙丁{Enter}{Enter}')
    const added = await cellInput(4, '姓名')
    expect(document.activeElement).toBe(added)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(await cellInput(2, '姓名'))
    await user.keyboard('{ArrowRight}13866660001{ArrowRight}')
    expect(document.activeElement).toBe(await cellInput(2, '所属律所'))
    await user.keyboard('东{Tab}')
    await expectValue(2, '所属律所', '东所')
    expect(document.activeElement).toBe(await cellInput(2, '人员类别'))
    await user.click(await cellInput(3, '所属律所'))
    await user.keyboard('{Escape}{Control>}d{/Control}')
    await expectValue(3, '所属律所', '东所')
  })

  test('discards rows after a confirmation, and does not offer them again', async () => {
    const { user, router } = await open('admin', lawyers, path)
    const discard = await screen.findByRole<HTMLButtonElement>('button', { name: '放弃修改' })
    expect(discard.disabled).toBe(true)
    await pasteInto(user, '林知远\t13811110009')
    await waitFor(() => expect(discard.disabled).toBe(false))
    await user.click(discard)
    const dialog = within(await screen.findByRole('dialog', { name: '放弃未保存的修改？' }))
    await user.click(dialog.getByRole('button', { name: '放弃修改' }))
    await expectValue(1, '姓名', '')
    await screen.findByText('还没有填写')
    await act(() => router.navigate('/app/lawyer'))
    await act(() => router.navigate(path))
    await expectValue(1, '姓名', '')
    expect(screen.queryByRole('button', { name: '恢复' })).toBeNull()
  })

  test('restores a removed row', async () => {
    const { user } = await open('admin', lawyers, path)
    await user.type(await cellInput(1, '姓名'), '卫一')
    await user.click(await screen.findByRole('button', { name: '移除卫一' }))
    await expectValue(1, '姓名', '')
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    expect(await screen.findByDisplayValue('卫一')).toBe(await cellInput(1, '姓名'))
  })

  test('an administrator of a branch creates accounts in the own office only', async () => {
    const { user } = await open('branch2', lawyers, path)
    await expectValue(1, '所属律所', '东所')
    await pasteInto(user, '蒋一\t13877770001\t总所\n')
    expect(await screen.findByText(/没有“总所”/)).toBeTruthy()
  })
})
