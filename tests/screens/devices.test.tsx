import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'

import { additions } from '../../resources/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { sessions } from '../../server/db/tables.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open: openScreen } = useServer()
afterEach(() => onlineManager.setOnline(true))

type User = Awaited<ReturnType<typeof openScreen>>['user']
const list = '/app/lawyer'
const name = '郑律师'
const title = `${name}的登录设备`
const path = '*/api/lawyer/devices/*'

const waysOf = async (user: User, person = name) => {
  const row = await screen.findByRole('row', { name: new RegExp(person) })
  await user.click(within(row).getByRole('button', { name: `${person}的更多操作` }))
  return within(await screen.findByRole('menu'))
}
const openDevices = async (user: User, person = name) =>
  user.click((await waysOf(user, person)).getByRole('menuitem', { name: '登录设备' }))
const open = async (prepare = () => {}) => {
  const { user } = await openScreen('admin', lawyers, list, prepare)
  await openDevices(user)
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) }
}
const codeOf = async ({ send }: Awaited<ReturnType<ReturnType<typeof app>['asNew']>>) =>
  (await send('GET', '/auth/self')).body.code

describe('devices of another person', () => {
  test('show device, address and times; ending one session requires a reason and keeps the others', async () => {
    const [formerDevice, lostDevice] = [await app().asNew('13800000002'), await app().asNew('13800000002')]
    const id = (await lostDevice.call('session.sessions')).find(it => it.current === 1)!.id
    const device = 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36'
    await app().database.write(1, db =>
      db.update(sessions).set({ device, ip: '203.0.113.7' }).where(eq(sessions.id, id)),
    )
    const { user, dialog } = await open()
    const rows = await dialog.findAllByRole('listitem')
    expect(rows).toHaveLength(2)
    const row = dialog.getByText('Chrome（Windows）').closest('li')!
    expect(row.textContent).toMatch(/最近使用 \d.+登录于 \d.+IP 203\.0\.113\.7/)
    expect(dialog.getByRole('status').textContent).toBe('在 2 个设备上登录。')
    await user.click(within(row).getByRole('button', { name: '下线Chrome（Windows）' }))
    const ending = { name: '下线“Chrome（Windows）”' }
    const question = within(await screen.findByRole('dialog', ending))
    await user.click(question.getByRole('button', { name: '下线' }))
    expect(await question.findByText('请输入下线原因')).toBeTruthy()
    await user.type(question.getByRole('textbox', { name: /^下线原因/ }), '电脑遗失')
    await user.click(question.getByRole('button', { name: '下线' }))
    await waitFor(() => expect(screen.queryByRole('dialog', ending)).toBeNull())
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
    expect(dialog.getByRole('status').textContent).toBe('在 1 个设备上登录。')
    expect(await Promise.all([formerDevice, lostDevice].map(codeOf))).toEqual(['200', '4003'])
    const { records } = await (await app().as('admin')).call('logs.getAdminLogPageList')
    expect(records.some(it => it.reason === '电脑遗失')).toBe(true)
  })

  test('remove a session that has ended in the meantime', async () => {
    const otherDevice = await app().asNew('13800000002')
    const { user, dialog } = await open()
    await dialog.findAllByRole('listitem')
    await (await app().as('admin')).call('lawyers.kick', { id: otherDevice.id, reason: '手机遗失' })
    await user.click(dialog.getAllByRole('button', { name: /^下线/ })[0]!)
    const question = within(await screen.findByRole('dialog', { name: /^下线“/ }))
    await user.type(question.getByRole('textbox', { name: /^下线原因/ }), '手机遗失')
    await user.click(question.getByRole('button', { name: '下线' }))
    expect(await dialog.findByText('目前没有登录的设备。')).toBeTruthy()
  })

  test('show a refusal in the dialog, with the typed reason', async () => {
    await app().asNew('13800000002')
    const refusal = { code: '4091', message: '会话正在处理，请稍后重试', data: null, requestId: '' }
    const { user, dialog } = await open(() =>
      network.use(http.delete(path, () => HttpResponse.json(refusal))),
    )
    await user.click((await dialog.findAllByRole('button', { name: /^下线/ }))[0]!)
    const question = within(await screen.findByRole('dialog', { name: /^下线“/ }))
    const reason = question.getByRole<HTMLTextAreaElement>('textbox', { name: /^下线原因/ })
    await user.type(reason, '手机遗失')
    await user.click(question.getByRole('button', { name: '下线' }))
    expect((await question.findByRole('alert')).textContent).toContain('会话正在处理')
    expect(reason.value).toBe('手机遗失')
  })

  test('show an error with a retry button', async () => {
    const failure = { code: '4291', message: '操作太频繁', data: null, requestId: 'r-1' }
    const { user, dialog } = await open(() =>
      network.use(http.get(path, () => HttpResponse.json(failure), { once: true })),
    )
    await user.click(await dialog.findByRole('button', { name: '重试' }))
    expect(await dialog.findByText(/在 \d+ 个设备上登录|目前没有登录的设备/)).toBeTruthy()
  })

  test('show that there is no network, and continue when it is back', async () => {
    const { user } = await openScreen('admin', lawyers, list)
    await waysOf(user)
    onlineManager.setOnline(false)
    await user.click(screen.getByRole('menuitem', { name: '登录设备' }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(await dialog.findByText('网络已断开')).toBeTruthy()
    onlineManager.setOnline(true)
    expect(await dialog.findByText(/在 \d+ 个设备上登录|目前没有登录的设备/)).toBeTruthy()
  })

  test('can be opened and closed with the keyboard', async () => {
    const { user } = await openScreen('admin', lawyers, list)
    await waysOf(user)
    screen.getByRole('menuitem', { name: '登录设备' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: title })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('are available on the record page', async () => {
    const id = app().world.people.get('13800000002')!.id
    const { user } = await openScreen('admin', lawyers, `/app/lawyer/${id}`)
    await user.click(await screen.findByRole('button', { name: '更多' }))
    await user.click(await screen.findByRole('menuitem', { name: '登录设备' }))
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  })

  test('are available for administrators', async () => {
    await app().asNew('south')
    const path = `/app/office/${app().world.offices.get('南所')}/admins`
    const { user } = await openScreen('admin', offices, path)
    await openDevices(user, '周主管')
    const dialog = within(await screen.findByRole('dialog', { name: '周主管的登录设备' }))
    expect(await dialog.findByText('在 1 个设备上登录。')).toBeTruthy()
  })
})

describe('devices are not offered', () => {
  test('without the right', async () => {
    const { user } = await openScreen('admin2', lawyers, list)
    const menu = await waysOf(user)
    expect(menu.queryByRole('menuitem', { name: '登录设备' })).toBeNull()
    expect(menu.queryByRole('menuitem', { name: '强制下线' })).toBeNull()
  })

  test('if the back-end does not list them', async () => {
    const served = additions.filter(it => it !== 'GET /lawyer/devices/{id}')
    expect(served).toHaveLength(additions.length - 1)
    const { user } = await openScreen('admin', lawyers, list, () => {}, served)
    const menu = await waysOf(user)
    expect(menu.queryByRole('menuitem', { name: '登录设备' })).toBeNull()
    expect(menu.getByRole('menuitem', { name: '强制下线' })).toBeTruthy()
  })

  test('with a button if the back-end cannot end sessions', async () => {
    await app().asNew('13800000002')
    const served = additions.filter(it => it !== 'DELETE /lawyer/devices/{id}')
    const { user } = await openScreen('admin', lawyers, list, () => {}, served)
    await openDevices(user)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect((await dialog.findAllByRole('listitem')).length).toBeGreaterThan(0)
    expect(dialog.queryByRole('button', { name: /^下线/ })).toBeNull()
  })
})
