import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { firmConfigs, firms, logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const exported = async (account: string, firm = app) => {
  const { token } = await firm.as(account)
  const response = await firm.fetch('/firmConf/export', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: '{}',
  })
  return response.text()
}
type Parts = Record<string, Record<string, unknown>>
const partsOf = (content: string) => (JSON.parse(content) as { parts: Parts }).parts
const withParts = (content: string, parts: object) =>
  JSON.stringify({ ...(JSON.parse(content) as object), parts: { ...partsOf(content), ...parts } })

const importFile = async (account: string, body: object) => {
  const { token } = await app.as(account)
  return (await app.send('POST', '/firmConf/import', { token, body })).body
}
type Answer = {
  parts: { name: string; version: number; mayApply: 0 | 1; differences: object[] }[]
  applied: string[]
}
/** Compares the file and applies the compared state. */
const apply = async (account: string, content: string) => {
  const { parts } = (await importFile(account, { content })).data as Answer
  const versions = Object.fromEntries(parts.map(it => [it.name, it.version]))
  return importFile(account, { content, apply: 1, versions })
}

/** A firm with a non-default choice in every setting. */
const changeEverySetting = async () => {
  const admin = await app.as('admin')
  const system = await app.as('system')
  const sortSet = await admin.call('sortSet.get')
  await admin.call('sortSet.update', { ...sortSet, rules: [{ by: 'weight', order: 'desc' }] })
  const login = await admin.call('loginRegSet.get')
  await admin.call('loginRegSet.update', { ...login, agreement: '<p>一 &amp; 二</p>', lockTimes: 4 })
  const { version } = await admin.call('firm.mpconf', { draft: 1 })
  await admin.call('firm.updateMpconf', { version, index: { themeColor: '#334455' } })
  const conf = await system.call('conf.app')
  await system.call('conf.updateApp', {
    version: conf.version!,
    adminFuncSwitch: { global: { 'cms.video': 0, review: 1 } },
    assets: { imgs: { logo: '/api/files/1/1-1/logo.webp' } },
  })
  await system.call('system.updateConfig', {
    version: (await system.call('system.config')).version,
    sms: { provider: 'aliyun', secret: 'hush-hush' },
  })
}
const resetSettings = () =>
  app.database.write(1, async db => {
    await db.delete(firmConfigs).where(eq(firmConfigs.firmId, 1))
    await db.update(firms).set({ appConfSet: {} }).where(eq(firms.firmId, 1))
  })

test('exports the same bytes again after an import', async () => {
  await changeEverySetting()
  const [operator, admin] = [await exported('system'), await exported('admin')]
  expect(operator).not.toContain('hush')
  expect(Object.keys(partsOf(admin))).not.toContain('system')
  expect(Object.keys(partsOf(operator))).toEqual(
    expect.arrayContaining(['appConf', 'mpconf', 'sortSet', 'system']),
  )
  await resetSettings()
  expect(await exported('system')).not.toBe(operator)
  // The administrator imports the administrator's parts, the operator the others.
  expect(await apply('admin', admin)).toMatchObject({
    code: '200',
    data: { applied: expect.arrayContaining(['sortSet', 'loginRegSet', 'mpconf']) },
  })
  expect(await apply('system', operator)).toMatchObject({ data: { applied: ['appConf', 'system'] } })
  expect(await exported('system')).toBe(operator)
  expect(await exported('admin')).toBe(admin)
  expect((await importFile('system', { content: operator })).data).toEqual({ parts: [], applied: [] })
})

test('shows the differences before anything is changed', async () => {
  const content = await exported('admin')
  const { sortSet } = partsOf(content)
  const changed = withParts(content, { sortSet: { ...sortSet, groupBy: 2 } })
  expect(await importFile('admin', { content: changed })).toMatchObject({
    data: {
      applied: [],
      parts: [
        {
          name: 'sortSet',
          mayApply: 1,
          differences: [{ field: 'groupBy', label: '分组', before: '不分组', after: '按职位' }],
        },
      ],
    },
  })
  expect(await exported('admin')).toBe(content)
  // The operator may view this part and may not change it.
  expect((await importFile('system', { content: changed })).data).toMatchObject({ parts: [{ mayApply: 0 }] })
  expect((await apply('system', changed)).code).toBe('4030')
  expect((await apply('branch', changed)).code).toBe('4030')
  expect(await apply('admin', changed)).toMatchObject({ data: { applied: ['sortSet'] } })
  const [last] = await app.database.read(1, db => db.select().from(logs).orderBy(desc(logs.seq)).limit(1))
  expect(last).toMatchObject({ module: 13, action: 'import', summary: '导入配置：排序方式' })
})

test('refuses to overwrite changes made after the comparison, and changes nothing on invalid input', async () => {
  const content = await exported('admin')
  const { sortSet, qrcode } = partsOf(content)
  const changed = withParts(content, {
    qrcode: { ...qrcode, tip: '扫一扫' },
    sortSet: { ...sortSet, groupBy: 3 },
  })
  const { parts } = (await importFile('admin', { content: changed })).data as Answer
  const versions = Object.fromEntries(parts.map(it => [it.name, it.version]))
  const admin = await app.as('admin')
  await admin.call('sortSet.update', { ...(await admin.call('sortSet.get')), groupBy: 4 })
  expect(await importFile('admin', { content: changed, apply: 1, versions })).toMatchObject({
    code: '4090',
    data: { changedFields: ['sortSet'] },
  })
  expect(await admin.call('qrcode.get')).toMatchObject({ tip: '长按识别关注' })
  const broken = withParts(content, {
    qrcode: { ...qrcode, tip: '好' },
    sortSet: { ...sortSet, groupBy: 99 },
  })
  expect(await apply('admin', broken).catch(() => null)).toBeNull()
  for (const wrong of ['{', '[]', '{"format":"x"}', withParts(content, { nonsense: {} }), broken])
    expect(await importFile('admin', { content: wrong })).toMatchObject({
      code: '4220',
      data: { errors: { content: expect.stringContaining('配置文件不正确') } },
    })
  expect(await admin.call('qrcode.get')).toMatchObject({ tip: '长按识别关注' })
})

test('leaves a part alone whose page is switched off', async () => {
  const content = await exported('admin')
  const { qrcode } = partsOf(content)
  const system = await app.as('system')
  const { version } = await system.call('conf.app')
  await system.call('conf.updateApp', {
    version: version!,
    adminFuncSwitch: { global: { 'conf.qrcode': 0 } },
  })
  const changed = withParts(content, { qrcode: { ...qrcode, tip: '关注我们' } })
  const { parts } = (await importFile('admin', { content: changed })).data as Answer
  expect(parts.find(it => it.name === 'qrcode')).toMatchObject({ mayApply: 0 })
})

test('names the file by the date in the firm’s time zone', async () => {
  // Half past midnight in China, when UTC still has the previous date.
  const midnight = 16.5 * 3_600_000
  const day = 24 * 3_600_000
  app.clock.stop()
  app.clock.advance(day - ((app.clock.now().getTime() - midnight) % day))
  const now = app.clock.now()
  // A session that begins at that moment.
  const { token } = await app.as('admin2')
  const response = await app.fetch('/firmConf/export', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: '{}',
  })
  app.clock.run()
  const name = decodeURIComponent(response.headers.get('content-disposition') ?? '')
  expect(name).toContain(new Date(now.getTime() + day).toISOString().slice(0, 10))
})
