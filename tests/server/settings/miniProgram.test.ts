import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { configRevisions, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const current = () => stage.admin.call('firm.mpconf', { draft: 1 })
const change = async (patch: object) => {
  const { version } = await current()
  return stage.admin.call('firm.updateMpconf', { ...patch, version })
}
const visible = () => app.call('firm.mpconf')

test('has its defaults until the first publication', async () => {
  expect(await visible()).toMatchObject({
    version: 0,
    index: { themeColor: '#1F3A5F', bannerInterval: 4 },
    card: { template: 1, phoneReveal: 2 },
    settings: {
      mpName: { mpName: '梁山律师' },
      sortSet: { groupBy: 0 },
      mpFuncSwitch: { global: { home: 1 } },
    },
  })
})

test('shows a draft to editors only and a publication to everybody, and can restore a former publication', async () => {
  const original = await visible()
  const savedDraft = await change({ draft: 1, index: { themeColor: '#102030' } })
  expect(savedDraft).toMatchObject({ isDraft: 1, index: { themeColor: '#102030' } })
  expect(await visible()).toMatchObject({ index: { themeColor: '#1F3A5F' }, version: 0 })
  expect(await visible()).not.toHaveProperty('isDraft')
  expect(await stage.admin.call('firm.mpconf')).toMatchObject({
    index: { themeColor: '#1F3A5F' },
    isDraft: 1,
  })

  // Publishing applies the saved draft together with the new changes.
  const first = await change({ card: { watermark: 1 } })
  expect(first).toMatchObject({ isDraft: 0, publishedBy: '赵主任' })
  expect(await visible()).toMatchObject({ index: { themeColor: '#102030' }, card: { watermark: 1 } })
  await change({ index: { themeColor: '#445566', bannerInterval: 9 } })

  const revisions = await stage.admin.call('firm.mpRevisions')
  expect(revisions.map(it => it.kind)).toEqual(['publish', 'publish', 'original'])
  expect(revisions[0]!.diff).toEqual([
    { field: 'themeColor', label: '主题色', before: '#102030', after: '#445566' },
    { field: 'bannerInterval', label: '轮播间隔', before: '4秒', after: '9秒' },
  ])
  expect(revisions[1]!.fromNow.map(it => it.field)).toEqual(['themeColor', 'bannerInterval'])
  // The state that visitors saw before the first publication can be restored too.
  expect(revisions[2]).toMatchObject({ version: 0, by: null, diff: [] })
  expect(revisions[2]!.fromNow.map(it => it.field)).toEqual(['themeColor', 'bannerInterval', 'watermark'])

  const { version } = await current()
  await stage.admin.call('firm.restoreMpconf', { to: revisions[1]!.version, version })
  expect(await visible()).toMatchObject({ index: { themeColor: '#102030', bannerInterval: 4 } })
  expect((await stage.admin.call('firm.mpRevisions')).map(it => it.kind)).toEqual([
    'restore',
    'publish',
    'publish',
    'original',
  ])
  await expect(
    stage.admin.call('firm.restoreMpconf', { to: 999, version: version + 1 }),
  ).rejects.toMatchObject({ code: '4040' })
  // Two publications back, visitors see exactly what they saw then.
  await stage.admin.call('firm.restoreMpconf', { to: 0, version: (await current()).version })
  const { index, card } = await visible()
  expect({ index, card }).toEqual({ index: original.index, card: original.card })
  const rows = await app.database.read(1, db =>
    db.select().from(logs).where(eq(logs.targetType, 'mpconf')).orderBy(logs.seq),
  )
  expect(rows.map(it => it.action)).toEqual(['config', 'publish', 'publish', 'restore', 'restore'])
})

test('shows a visitor only enabled items within their time', async () => {
  const banner = { image: '/api/files/1/1-1/a.webp', linkType: 0, enabled: 1 } as const
  const at = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()
  await change({
    index: {
      banners: [
        { ...banner, title: '现在', startAt: at(-1), endAt: at(1) },
        { ...banner, title: '以后', startAt: at(1) },
        { ...banner, title: '以前', endAt: at(-1) },
        { ...banner, title: '关闭', enabled: 0 },
      ],
      notice: { text: '搬家', startAt: at(2) },
    },
  })
  const visibleConfig = await visible()
  expect(visibleConfig.index.banners!.map(it => it.title)).toEqual(['现在'])
  expect(visibleConfig.index.notice).toBeNull()
  expect(visibleConfig.index.modules.map(it => it.key)).not.toContain('officialAccount')
  expect((await current()).index.banners).toHaveLength(4)
})

test('refuses the draft to callers without the right, and refuses the second of two concurrent publications', async () => {
  await expect(app.call('firm.mpconf', { draft: 1 })).rejects.toMatchObject({ code: '4003' })
  await expect((await app.as('13800000001')).call('firm.mpconf', { draft: 1 })).rejects.toMatchObject({
    code: '4030',
  })
  const { version } = await current()
  const answers = await Promise.all(
    [5, 6, 7].map(bannerInterval =>
      stage.admin.send('POST', '/firm/mpconf', { body: { index: { bannerInterval }, version } }),
    ),
  )
  expect(answers.map(it => it.body.code).toSorted()).toEqual(['200', '4090', '4090'])
  const rows = await app.database.read(1, db => db.select().from(configRevisions))
  expect(rows.every(it => it.firmId === 1)).toBe(true)
  expect(await app.database.read(2, db => db.select().from(configRevisions))).toEqual([])
})

test('serves the firm’s other settings for the mini-program', async () => {
  const { version, ...name } = await stage.admin.call('mpName.get')
  await stage.admin.call('mpName.update', { ...name, mpName: '梁山名片', version })
  const system = await app.as('system')
  const { version: appVersion } = await system.call('conf.app')
  await system.call('conf.updateApp', {
    version: appVersion!,
    mpFuncSwitch: { global: { poster: 0 } },
    assets: { icons: { star: '/api/files/1/1-1/star.webp' } },
  })
  expect((await visible()).settings).toMatchObject({
    mpName: { mpName: '梁山名片' },
    mpFuncSwitch: { global: { poster: 0, share: 1 } },
    assets: { icons: { star: '/api/files/1/1-1/star.webp' } },
  })
})
