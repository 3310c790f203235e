import { eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { inventories } from '../../../resources/inventory/index.ts'
import { firmDay } from '../../../resources/kit/firmTime.ts'
import { resources } from '../../../resources/index.ts'
import { ownTables } from '../../../server/db/rules/ownTables.ts'
import { snakeCase } from '../../../server/db/entityTables.ts'
import { logs } from '../../../server/db/tables.ts'
import { keptUnder } from '../../../server/services/privacy/kept.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const today = firmDay(new Date())

const ask = async (account: string, input: object) => {
  const { token } = await app.as(account)
  return app.fetch('/privacy/evidence', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
}
const refusal = async (account: string, input: object) =>
  ((await (await ask(account, input)).json()) as { code: string; errors?: object }) ?? {}

/** The files of the pack by name; CSV files as lines. */
const packOf = async (input: object = { from: today, to: today, reason: '年度合规审计' }) => {
  const response = await ask('admin', input)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => strFromU8(files[name]!)
  const lines = (name: string) => text(`${name}.csv`).slice(1).trimEnd().split('\r\n').slice(1)
  return { names: Object.keys(files), files, text, lines, report: text('合规审计报告.html') }
}

test('the pack has exactly the requests, exports and looks at mobiles of its period, and itself', async () => {
  const { id, key } = await stage.lawyer()
  await (await app.as(key)).call('privacyRequests.ask', { kind: 2, content: '不再使用' })
  const { id: otherId, key: otherKey } = await stage.lawyer()
  const request = await (await app.as(otherKey)).call('privacyRequests.ask', { kind: 1, content: '邮箱有误' })
  await stage.admin.call('privacyRequests.reply', {
    id: request.id,
    status: 1,
    response: '已更正',
    version: 1,
  })
  await stage.admin.call('lawyers.lawyerInfo', { id, reveal: 1 })
  await stage.admin.call('lawyers.lawyerInfo', { id: otherId, reveal: 1 })
  const { lines, report, names, files } = await packOf()
  expect(names).toEqual([
    '个人信息清单.csv',
    '查看权限.csv',
    '保存期限.csv',
    '彻底删除.csv',
    '个人信息请求.csv',
    '导出记录.csv',
    '查看手机号记录.csv',
    '日志链的证明.csv',
    '合规审计报告.html',
  ])
  expect(lines('个人信息请求').map(line => line.split(',').slice(3, 4).concat(line.split(',')[6]!))).toEqual([
    ['删除信息', '待处理'],
    ['更正信息', '已完成'],
  ])
  expect(lines('查看手机号记录')).toHaveLength(2)
  expect(lines('导出记录')).toHaveLength(1)
  expect(lines('导出记录')[0]).toContain(`导出合规审计资料（${today} 至 ${today}）`)
  expect(lines('导出记录')[0]).toContain('年度合规审计')
  expect(report).toContain('日志链完整。')
  expect(report).toContain('2件：已完成1，已拒绝0，待处理1')
  expect(report).toMatch(/<tr><td>[^<]+<\/td><td>总所主管理员<\/td><td>1<\/td><td>0<\/td><td>2<\/td><\/tr>/)
  const all = Object.values(files)
    .map(it => strFromU8(it))
    .join('\n')
  expect(all).not.toContain(key)
  expect(all).not.toMatch(/<script|https?:\/\/|argon2/)
  // Another period has none of them.
  const other = await packOf({ from: '2020-01-01', to: '2020-06-30', reason: '旧期间' })
  for (const name of ['个人信息请求', '查看手机号记录', '导出记录']) expect(other.lines(name)).toEqual([])
})

test('has no whole mobile number, also where somebody searched for it or wrote it as the reason', async () => {
  const { token } = await app.as('admin')
  const response = await app.fetch('/export/lawyers', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ columns: ['name'], reason: '核对', keyword: '13812345678' }),
  })
  await response.arrayBuffer()
  const { files } = await packOf({ from: today, to: today, reason: '核对 +86 139 1234 5678 的导出' })
  const all = Object.values(files)
    .map(it => strFromU8(it))
    .join('\n')
  expect(all).toContain('138****5678')
  expect(all).toContain('139****5678')
  expect(all).not.toMatch(/13812345678|139 1234 5678/)
})

test('only the main administrator of the main office makes it, with a reason and a period of at most a year', async () => {
  const period = { from: today, to: today }
  for (const account of ['admin2', 'branch', 'branch2', 'system'])
    expect((await refusal(account, { ...period, reason: '看看' })).code).toBe('4030')
  expect(await refusal('admin', period)).toMatchObject({ code: '4220' })
  expect(await refusal('admin', { from: '2026-02-02', to: '2026-02-01', reason: '审计' })).toMatchObject({
    code: '4220',
  })
  expect(await refusal('admin', { from: '2024-01-01', to: '2026-02-01', reason: '审计' })).toMatchObject({
    code: '4220',
  })
})

test('the inventory is read by those who handle requests, and names who reads what', async () => {
  const { resources: parts, kept } = await (await app.as('branch')).call('privacyRequests.inventory', {})
  expect(parts.filter(it => it.read.length === 0)).toEqual([])
  const people = parts.find(it => it.resource === 'lawyers')!
  expect(people.read).toContainEqual({ level: 'L3', scope: 'office' })
  expect(people.read).toContainEqual({ level: 'lawyer', scope: 'self' })
  expect(people.restricted.find(it => it.field === 'mobile')).toMatchObject({ isLogged: 1 })
  expect(people.restricted.find(it => it.field === 'remark')!.read.map(it => it.level)).not.toContain(
    'lawyer',
  )
  // No call answers with a password.
  expect(people.restricted.find(it => it.field === 'password')).toEqual({
    field: 'password',
    read: [],
    whole: [],
    isLogged: 0,
  })
  expect(kept.find(it => it.what === '重要日志')!.retention).toBe('永久保存')
})

test('each field has one class and purpose, and each table a period', () => {
  for (const { resource, answers, shows } of inventories) {
    if (shows !== undefined) continue
    const { general = {}, sensitive = {}, none = [] } = answers
    const named = [...Object.values(general), ...Object.values(sensitive), none].flat()
    const { fields } = resources.find(it => it.name === resource)!
    expect(named.toSorted(), resource).toEqual(Object.keys(fields).toSorted())
  }
  const tables = keptUnder({ logMonths: 36, messageMonths: 36, revisionMonths: null }).flatMap(
    it => it.tables,
  )
  expect(tables.map(snakeCase).toSorted()).toEqual(ownTables().toSorted())
})

test('is bounded by the exports and looks of the period, not by the log', async () => {
  const before = (await packOf()).report.length
  // Rows of another action are in no file; those that are listed are bounded in the report.
  await app.database.write(1, db =>
    db.execute(sql`insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_name, summary, result, request_id, prev_hash, hash)
      select 1, 10000000 + n, now(), 2, 4, case when n % 100 = 0 then 'reveal' else 'update' end, 1, '某人', '查看手机号', 1, 'r', '', '' from generate_series(1, 100000) n`),
  )
  const { lines, report } = await packOf()
  expect(lines('查看手机号记录').length).toBeGreaterThanOrEqual(1000)
  expect(lines('查看手机号记录').length).toBeLessThan(1010)
  expect(report.length).toBeLessThan(before + 60_000)
  expect(report).toContain('在序号')
})

test('a changed row of the log is named as the place where the chain is broken', async () => {
  const [row] = await app.database.read(1, db =>
    db.select({ seq: logs.seq }).from(logs).where(eq(logs.firmId, 1)).orderBy(logs.seq).limit(1),
  )
  await app.database.write(1, async db => {
    await db.execute(sql`alter table logs disable trigger append_only`)
    await db.execute(sql`update logs set reason = '改过' where firm_id = 1 and seq = ${row!.seq}`)
    await db.execute(sql`alter table logs enable trigger append_only`)
  })
  const { report, text } = await packOf()
  expect(report).toContain(`日志链在序号 ${row!.seq}`)
  expect(text('日志链的证明.csv')).toContain('处断开')
})
