import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
const refusal: { sentence: string | null } = { sentence: null }
beforeAll(
  async () =>
    void (app = await startApp({
      services: {
        wechat: {
          isOn: ({ appId }) => appId !== '',
          refusalOf: () => Promise.resolve(refusal.sentence),
          code: () => Promise.reject(new Error('no code is asked for')),
        },
      },
    })),
)
afterAll(() => app.close())

const status = async () => (await app.as('system')).call('status.read')

test('shows the operator the state of the installation', async () => {
  expect(await status()).toMatchObject({
    troubles: [],
    release: '1.0.0',
    database: { engine: expect.stringMatching(/^\d+/) as string, pendingMigrations: 0, replicas: 0 },
    jobs: { failed: 0 },
    backup: { name: 'today.tar', check: 'restored' },
    log: { isWhole: 1 },
    sms: { source: 'file', isOn: 1, failed: 0 },
    wechat: { isOn: 0, refusal: null },
  })
})

test('counts the sessions of the caller’s own firm', async () => {
  const before = (await status()).sessions
  await app.asNew('branch')
  expect((await status()).sessions).toBe(before + 1)
})

test('reports WeChat’s objection to the settings', async () => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  const wechat = { appId: 'wx0123456789abcdef', secret: 'hush-0001' }
  await system.call('system.updateConfig', { wechat, version })
  refusal.sentence = '微信没有接受小程序设置：invalid appid（40013）'
  expect(await status()).toMatchObject({
    troubles: ['wechatRefused'],
    wechat: { isOn: 1, refusal: '微信没有接受小程序设置：invalid appid（40013）' },
  })
  refusal.sentence = null
  expect((await status()).troubles).toEqual([])
})

test('reports a changed row at the end of the log', async () => {
  await app.database.write(1, db =>
    db.execute(`alter table logs disable trigger append_only;
      update logs set summary = 'something else' where seq = (select max(seq) from logs where firm_id = 1) and firm_id = 1`),
  )
  const found = await status()
  expect(found.troubles).toEqual(['logBroken', 'logUnprotected'])
  expect(found.log.isWhole).toBe(0)
})

test.each(['admin', 'admin2', 'branch', 'branch2'] as const)('is refused to %s', async name => {
  const { token } = await app.as(name)
  expect((await app.send('GET', '/system/status', { token })).body.code).toBe('4030')
})
