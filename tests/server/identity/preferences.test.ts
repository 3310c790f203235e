import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('preferences', () => {
  test.each(['admin', '13800000001'])(
    'of %s are the same in another session, each name separately',
    async name => {
      const [thisDevice, otherDevice] = [await app.asNew(name), await app.asNew(name)]
      await Promise.all([
        thisDevice.call('session.setPreference', { name: 'density', value: 'compact' }),
        otherDevice.call('session.setPreference', {
          name: '/app/lawyers.columns',
          value: { order: ['name'], hidden: [] },
        }),
      ])
      expect((await otherDevice.call('session.self')).prefs).toEqual({
        density: 'compact',
        '/app/lawyers.columns': { order: ['name'], hidden: [] },
      })
      await thisDevice.call('session.setPreference', { name: 'density', value: null })
      expect(Object.keys((await thisDevice.call('session.self')).prefs)).toEqual(['/app/lawyers.columns'])
    },
  )

  test('are not shared with others', async () => {
    const [firstAdmin, secondAdmin] = [await app.asNew('admin'), await app.asNew('admin2')]
    await firstAdmin.call('session.setPreference', { name: 'theme', value: 'dark' })
    expect((await secondAdmin.call('session.self')).prefs).not.toHaveProperty('theme')
  })

  test('are refused where one is too long, all are too large, or a name is invalid', async () => {
    const { call } = await app.asNew('admin')
    const long = 'x'.repeat(7000)
    await expect(call('session.setPreference', { name: 'a', value: 'x'.repeat(9000) })).rejects.toMatchObject(
      {
        data: { errors: { value: '内容过长，请减少保存的视图或列' } },
      },
    )
    await expect(call('session.setPreference', { name: 'a b', value: 1 })).rejects.toMatchObject({
      data: { errors: { name: '设置名称不正确' } },
    })
    for (let number = 1; number <= 9; number++)
      await call('session.setPreference', { name: `long${number}`, value: long })
    await expect(call('session.setPreference', { name: 'long10', value: long })).rejects.toMatchObject({
      data: { errors: { value: '保存的个人设置过多，请删除不用的视图' } },
    })
    // Removing a preference frees its space.
    await call('session.setPreference', { name: 'long1', value: null })
    await call('session.setPreference', { name: 'long10', value: long })
  })
})
