import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { settings } from '../../resources/settings/firmConf.ts'
import { useServer } from '../support/screen.tsx'

const path = '/app/conf/name'
const route = { path, title: '小程序名称', roles: ['admin'], capability: 'conf.view' } as const
const declared = { ...settings.mpName, views: { edit: route } }

const { app, open } = useServer()

const stored = async () => {
  const { token } = await app().as('admin')
  return (await app().send('GET', '/firmConf/mpName', { token })).body.data as Record<string, unknown>
}
const write = async (values: object) => {
  const { token } = await app().as('admin')
  return app().send('PUT', '/firmConf/mpName', { token, body: values })
}
const input = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })
const press = (name: string) => screen.findByRole('button', { name })

test('a setting has a page from its declaration, which one stays on', async () => {
  const { user, router } = await open('admin', declared, path)
  await user.type(await input('小程序名称'), '梁山名片')
  await user.click(await press('保存'))
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(await screen.findByText('没有修改')).toBeTruthy()
  expect(router.state.location.pathname).toBe(path)
  expect(await stored()).toMatchObject({ mpName: '梁山名片', version: 1 })

  // The version that was saved is the one the next change is made upon; what is not changed stays.
  await user.type(await input('英文名'), 'Liangshan')
  await user.click(await press('保存'))
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ mpName: '梁山名片', mpNameEn: 'Liangshan', version: 2 }),
  )
})

test('what was typed can be taken back', async () => {
  const { user } = await open('admin', declared, path)
  const name = await input('小程序名称')
  const before = name.value
  await user.type(name, '改过')
  await user.click(await press('取消'))
  await waitFor(async () => expect((await input('小程序名称')).value).toBe(before))
  expect(await screen.findByText('没有修改')).toBeTruthy()
})

test('what somebody else saved meanwhile is shown beside one’s own', async () => {
  const { user } = await open('admin', declared, path)
  const name = await input('小程序名称')
  const { version, updatedAt: _at, updatedByName: _by, ...rest } = await stored()
  await write({ ...rest, mpName: '别人的名字', version })
  await user.clear(name)
  await user.type(name, '我的名字')
  await user.click(await press('保存'))
  expect((await screen.findByRole('dialog')).textContent).toContain('别人的名字')
})

test('who may look and not change reads it', async () => {
  await open('branch', declared, path)
  expect(await screen.findByText('别人的名字')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})
