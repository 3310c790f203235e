import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'

import { registry } from '../../resources/index.ts'
import { namedCallsOf } from '../../resources/kit/index.ts'
import { serveDeclared } from '../../server/routes/served.ts'
import { menuTree, routesOf } from '../../src/routing/menuTree.ts'
import { greeting } from '../guide/greeting.ts'
import { useServer } from '../support/screen.tsx'

const path = greeting.views.edit.path
// Registers the calls of this setting, as its line in the index of resources would.
Object.assign(registry, Object.fromEntries(namedCallsOf(greeting)))

const { app, network, open } = useServer(serveDeclared(greeting))

const readSetting = async () => {
  const { token } = await app().as('admin')
  return (await app().send('GET', '/firmConf/greeting', { token })).body.data as Record<string, unknown>
}
const changeSetting = async (values: object) => {
  const { token } = await app().as('admin')
  return app().send('PUT', '/firmConf/greeting', { token, body: values })
}
const input = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })
const press = (name: string) => screen.findByRole('button', { name })

test('has a page generated from its declaration, which stays open after saving', async () => {
  const { user, router } = await open('admin', greeting, path)
  await user.type(await input('标题'), '梁山名片')
  await user.click(await press('保存'))
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(await screen.findByText('没有修改')).toBeTruthy()
  expect(router.state.location.pathname).toBe(path)
  expect(await readSetting()).toMatchObject({ title: '梁山名片', version: 1 })

  // The next change is based on the saved version, and leaves the other values unchanged.
  await user.type(await input('英文标题'), 'Liangshan')
  await user.click(await press('保存'))
  await waitFor(async () =>
    expect(await readSetting()).toMatchObject({ title: '梁山名片', titleEn: 'Liangshan', version: 2 }),
  )
})

test('its menu entry leads to its page', () => {
  const [group] = menuTree(routesOf(greeting), ['admin', 'mainAdmin'], () => true)
  expect(group!.children).toMatchObject([{ name: 'conf.qrcode', path }])
  expect(menuTree(routesOf(greeting), ['admin'], () => true)).toEqual([])
})

test('its log shows who changed which value', async () => {
  const { user } = await open('admin', greeting, path)
  await input('英文标题')
  document.querySelector<HTMLElement>('[data-slot=actions] button')!.click()
  const dialog = within(await screen.findByRole('dialog', { name: '变更记录' }))
  await user.click(await dialog.findByText('标题', { selector: 'summary' }))
  expect((await dialog.findByText('标题', { selector: 'dt' })).nextElementSibling?.textContent).toBe(
    '梁山名片',
  )
})

test('resets typed values', async () => {
  const { user } = await open('admin', greeting, path)
  const name = await input('标题')
  const before = name.value
  await user.type(name, '改过')
  await user.click(await press('放弃修改'))
  const dialog = within(await screen.findByRole('dialog', { name: '放弃未保存的修改？' }))
  await user.click(dialog.getByRole('button', { name: '放弃修改' }))
  await waitFor(async () => expect((await input('标题')).value).toBe(before))
  expect(await screen.findByText('没有修改')).toBeTruthy()
})

test('shows what somebody else saved beside the own changes', async () => {
  const { user } = await open('admin', greeting, path)
  const name = await input('标题')
  const { version, updatedAt: _at, updatedByName: _by, ...rest } = await readSetting()
  await changeSetting({ ...rest, title: '别人的名字', version })
  await user.clear(name)
  await user.type(name, '我的名字')
  await user.click(await press('保存'))
  expect((await screen.findByRole('dialog')).textContent).toContain('别人的名字')
})

test('is read-only without the right to edit', async () => {
  await open('branch', greeting, path)
  expect(await screen.findByText('别人的名字')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('keeps values typed during saving as unsaved', async () => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const slow = () =>
    network.use(
      http.put('*/api/firmConf/greeting', async () => {
        await isFree
      }),
    )
  const { user } = await open('admin', greeting, path, slow)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^标题$/ })
  await user.clear(name)
  await user.type(name, '先写的')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByRole('button', { name: '保存中…' })
  await user.type(name, '，后写的')
  free()
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(name.value).toBe('先写的，后写的')
  expect(await screen.findByText('1 项未保存')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('没有修改')).toBeTruthy()
})

test('asks nothing about a value that somebody else changed and then changed back', async () => {
  const original = { title: '原来的标题', titleEn: 'First' }
  const save = async (values: object) => {
    const { version } = await readSetting()
    expect((await changeSetting({ ...original, ...values, version })).body.code).toBe('200')
  }
  await save({})
  const { user, client } = await open('admin', greeting, path)
  await user.type(await input('标题'), '甲')
  for (const values of [
    { title: '对方的标题', titleEn: 'Second' },
    { title: original.title, titleEn: 'Third' },
  ]) {
    await save(values)
    await act(() => client.refetchQueries())
    await waitFor(async () => expect((await input('英文标题')).value).toBe(values.titleEn))
  }
  await user.click(await press('保存'))
  const dialog = await screen.findByRole('dialog', { name: '内容已被他人修改' })
  expect(within(dialog).queryByRole('group', { name: '标题' })).toBeNull()
  expect(dialog.textContent).toContain('您的修改与对方的不冲突，可以一起保存。')
  await user.click(within(dialog).getByRole('button', { name: /保存/ }))
  await waitFor(async () =>
    expect(await readSetting()).toMatchObject({ title: '原来的标题甲', titleEn: 'Third' }),
  )
})
