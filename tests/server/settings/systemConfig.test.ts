import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { firmConfigs, logs } from '../../../server/db/tables.ts'
import { systemSettingsFrom } from '../../../server/services/settings/systemConfig.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const change = async (patch: object) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  return system.call('system.updateConfig', { ...patch, version })
}

test('never returns a stored secret', async () => {
  const secret = 'hush-7777-hush'
  const saved = await change({
    sms: { provider: 'aliyun', sign: '梁山', secret },
    map: { provider: 'amap', key: 'open-key', security: secret },
  })
  expect(saved).toMatchObject({ sms: { provider: 'aliyun', secretSet: 1 }, map: { securitySet: 1 } })
  const system = await app.as('system')
  const { conf, all, config, written } = {
    conf: await system.call('conf.app'),
    all: await system.call('firmConf.all'),
    config: await system.call('system.config'),
    written: await app.database.read(1, db => db.select().from(logs).where(eq(logs.targetType, 'system'))),
  }
  expect(written[0]!.diff).toContainEqual(expect.objectContaining({ field: 'sms.secret', masked: 1 }))
  expect(JSON.stringify([conf, all, config, written])).not.toContain(secret)
  // An update without the secret keeps the stored secret.
  await change({ sms: { sign: '水泊' } })
  const [row] = await app.database.read(1, db =>
    db.select().from(firmConfigs).where(eq(firmConfigs.key, 'system')),
  )
  expect(row!.value).toMatchObject({ sms: { sign: '水泊' } })
  expect(systemSettingsFrom(row!.value)).toMatchObject({ sms: { secret }, map: { security: secret } })
  // Neither is it in the database, of which there are copies.
  expect(JSON.stringify(row!.value)).not.toContain(secret)
})

test('serves the map settings of the configuration', async () => {
  await change({ map: { provider: 'tencent', key: 'K-1' } })
  expect(await (await app.as('branch')).call('conf.app')).toMatchObject({
    map: { provider: 'tencent', key: 'K-1' },
  })
  expect(await app.call('conf.app')).not.toHaveProperty('map')
})

test('limits an administrator to one session if the operator requires it', async () => {
  const enter = () => app.call('session.firmAccessUserLogin', { account: 'admin2', password })
  const isAlive = async ({ token }: { token: string }) =>
    (await app.send('GET', '/auth/self', { token })).body.code === '200'
  const first = await enter()
  await enter()
  expect(await isAlive(first)).toBe(true)
  await change({ security: { singleSession: 1 } })
  const last = await enter()
  expect([await isAlive(first), await isAlive(last)]).toEqual([false, true])
})

test('is reserved to the operator, and refuses the second of two concurrent changes', async () => {
  for (const account of ['admin', 'branch'])
    await expect((await app.as(account)).call('system.config')).rejects.toMatchObject({ code: '4030' })
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  const answers = await Promise.all(
    ['A', 'B'].map(key => system.send('POST', '/system/config', { body: { map: { key }, version } })),
  )
  expect(answers.map(it => it.body.code).toSorted()).toEqual(['200', '4090'])
})

test('reports the file storage, which is set by the environment and not here', async () => {
  const system = await app.as('system')
  const { storage, version } = await system.call('system.config')
  expect(storage).toEqual({ inUse: { type: 'local', bucket: '', region: '' } })
  const body = { storage: { type: 's3', bucket: 'elsewhere' }, version }
  expect((await system.send('POST', '/system/config', { body })).body.code).toBe('4220')
})

test('a way of signing in that is switched on has all of its values', async () => {
  const incomplete = change({ sso: { admins: 1, issuer: 'https://id.example.com' } })
  await expect(incomplete).rejects.toMatchObject({
    code: '4220',
    data: {
      errors: {
        'sso.clientId': '请填写客户端编号，或关闭这种登录方式',
        'sso.secret': '请填写客户端密钥，或关闭这种登录方式',
      },
    },
  })
  await expect(change({ wecom: { lawyers: 1, corpId: 'ww1', agentId: '1' } })).rejects.toMatchObject({
    data: { errors: { 'wecom.secret': expect.any(String) } },
  })
  await change({ sso: { issuer: 'https://id.example.com' } })
  await change({ sso: { admins: 1, clientId: 'client', secret: 'hush-0002' } })
  await change({ sso: { admins: 0, clientId: '' } })
})

test('a map or mini-program that is switched on has all of its values, and an empty AppID switches off', async () => {
  await expect(change({ map: { provider: 'amap', key: '' } })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { 'map.key': '请填写地图密钥，或将地图服务改为“不使用”' } },
  })
  await expect(change({ wechat: { appId: 'wx0123456789abcdef' } })).rejects.toMatchObject({
    data: { errors: { 'wechat.secret': '请填写小程序AppSecret；不用小程序时，AppID和AppSecret都留空' } },
  })
  await expect(change({ wechat: { secret: 'hush-0003' } })).rejects.toMatchObject({
    data: { errors: { 'wechat.appId': expect.stringContaining('小程序AppID') } },
  })
  await change({ wechat: { appId: 'wx0123456789abcdef', secret: 'hush-0003' } })
  // The secret that is stored counts.
  expect(await change({ wechat: { appId: 'wx0123456789abcdee' } })).toMatchObject({
    wechat: { secretSet: 1 },
  })
  expect(await change({ wechat: { appId: '' } })).toMatchObject({ wechat: { appId: '', secretSet: 0 } })
})

test('a connection that an earlier release left incomplete does not stop the change of another', async () => {
  const rowOfSystem = eq(firmConfigs.key, 'system')
  await app.database.write(1, async db => {
    const [row] = await db.select().from(firmConfigs).where(rowOfSystem)
    const value = { ...row!.value, map: { provider: 'amap', key: '' } }
    await db.update(firmConfigs).set({ value }).where(rowOfSystem)
  })
  expect(await change({ security: { strictVersion: 0 } })).toMatchObject({
    map: { provider: 'amap', key: '' },
  })
  await change({ security: { strictVersion: 1 }, map: { provider: 'none' } })
})

test('tests a connection with the saved settings, says why it fails, and logs each test', async () => {
  const system = await app.as('system')
  const attempt = (name: 'sso' | 'robot' | 'storage' | 'mail') =>
    system.call('system.testIntegration', { name })
  await expect(attempt('robot')).rejects.toMatchObject({ code: '4091' })
  await change({ robot: { address: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k-1' } })
  expect(await attempt('robot')).toEqual({})
  expect(app.outbox.posts.at(-1)).toContain('正在测试群机器人')
  await attempt('storage')
  await attempt('mail')
  const diffs = await app.database.read(1, db =>
    db.select({ diff: logs.diff }).from(logs).where(eq(logs.targetType, 'system')).orderBy(logs.seq),
  )
  expect(diffs.flatMap(it => it.diff).filter(it => it.label.endsWith('测试连接'))).toMatchObject([
    { field: 'robot', after: '成功' },
    { field: 'storage', after: '成功' },
    { field: 'mail', after: '成功' },
  ])
  await expect(
    (await app.as('admin')).call('system.testIntegration', { name: 'mail' }),
  ).rejects.toMatchObject({
    code: '4030',
  })
})
