import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs, myLogs } from '../../../resources/logs.ts'
import type { AnyEntity, Fields } from '../../../resources/kit/index.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { rowsIn } from '../../support/sheet.ts'

const wuMobile = '13800000001'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  for (const account of [wuMobile, '13800000002', '13800000003']) {
    const lawyer = await app.as(account)
    await lawyer.call('cards.createCard', { language: 'CN', name: lawyer.name })
  }
  await (
    await app.as('admin')
  ).call('categories.add', { kind: 2, typeName: '=HYPERLINK', sort: 0, enabled: 1 })
})
afterAll(() => app.close())

/** The columns of the list and those that only the file has. */
const columnsOf = ({ list, exports }: AnyEntity) => [...list, ...Object.keys(exports!.extraColumns)]

const ask = async (account: string, body: object, resource: AnyEntity = logs) => {
  const { token } = await app.as(account)
  const headers = { Token: token, 'Content-Type': 'application/json' }
  const input = { columns: columnsOf(resource), ...body }
  return app.fetch(`/export/${resource.name}`, { method: 'POST', headers, body: JSON.stringify(input) })
}

const exported = async (account: string, body: object, resource?: AnyEntity) => {
  const response = await ask(account, body, resource)
  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
  const [header, ...rows] = rowsIn(new Uint8Array(await response.arrayBuffer()))
  return {
    response,
    rows: rows.map(row => Object.fromEntries(header!.map((label, at) => [label, row[at] ?? '']))),
  }
}
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const logged = async (account: string) =>
  (await (await app.as(account)).call('logs.getPageList', { module: [13] })).records

test('exports with the filters and scope of the list, the latest first', async () => {
  const { response, rows } = await exported('admin', { reason: '年度检查', module: [5] })
  expect(decodeURIComponent(response.headers.get('content-disposition')!)).toMatch(
    /^attachment; filename\*=UTF-8''日志-\d{4}-\d\d-\d\d\.xlsx$/,
  )
  expect(rows.map(it => [it['模块'], it['操作'], it['对象'], it['对象所属律所']])).toEqual([
    ['名片', '新增', '王律师', '南所'],
    ['名片', '新增', '郑律师', '东所'],
    ['名片', '新增', '吴律师', '总所'],
  ])
  expect(rows[0]!['操作时间']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(Object.keys(rows[0]!)).toEqual(
    columnsOf(logs).map(name => (logs.fields as Fields)[name]?.label ?? '变更明细'),
  )
  expect((await exported('branch', { reason: '分所检查', module: [5] })).rows.map(it => it['对象'])).toEqual([
    '郑律师',
  ])
})

test('logs the export with reason, conditions and number, but does not contain itself', async () => {
  const before = (await exported('admin', { reason: '第一次', module: [13] })).rows.length
  const { rows } = await exported('admin', { reason: '第二次', module: [13], keyword: '导出' })
  expect(rows).toHaveLength(before + 1)
  const [row] = await logged('admin')
  expect(row).toMatchObject({
    action: 'export',
    reason: '第二次',
    batchCount: before + 1,
    summary: `导出日志${before + 1}条（模块：导入导出；搜索：导出）`,
    important: 1,
  })
  const { diff } = await (await app.as('admin')).call('logs.one', { id: row!.id })
  expect(diff.map(it => [it.label, it.after])).toEqual([
    ['模块', '导入导出'],
    ['搜索', '导出'],
  ])
})

test('administrators must give a reason; levels without the right are refused in the envelope', async () => {
  expect(await codeOf(await ask('admin', {}))).toBe('4220')
  for (const account of ['admin2', 'branch2', 'system'])
    expect(await codeOf(await ask(account, { reason: '想看看' }))).toBe('4030')
  expect(await codeOf(await ask('admin', { reason: '看看', nonsense: 1 }))).toBe('4220')
})

test('a lawyer exports the rows about the own account, without a reason', async () => {
  const { rows } = await exported(wuMobile, {}, myLogs)
  expect(rows.map(it => it['对象'])).toEqual(['吴律师'])
  expect(await logged(wuMobile)).toMatchObject([{ action: 'export', operatorName: '吴律师', batchCount: 1 }])
  expect(await codeOf(await ask('admin', {}, myLogs))).toBe('4030')
})

test('escapes formulas in every cell', async () => {
  const { rows } = await exported('admin', { reason: '核对', module: [7] })
  expect(rows.map(it => it['对象'])).toEqual(["'=HYPERLINK"])
})

/** Uses a connection of its own, without the server's time limits. */
const many = (from: number, to: number) =>
  withClient(app.database.connection, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    await client.query(`
      insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_name, summary, result,
        request_id, prev_hash, hash)
      select 1, n - 1000000, now() - interval '1 day' * (n % 7), 2, 9, 'update', 1, '甲', '第' || n || '项', 1, 'R', '', ''
      from generate_series(${from}, ${to}) n`)
  })

test('exports each row once where many share a time, and refuses more than the limit', async () => {
  await many(1, 1_500)
  const { rows } = await exported('admin', { reason: '核对', module: [9] })
  expect(new Set(rows.map(it => it['内容'])).size).toBe(1_500)
  await many(1_501, 100_001)
  const answer = await ask('admin', { reason: '核对', module: [9] })
  expect(await answer.json()).toMatchObject({
    code: '4000',
    message: expect.stringContaining('缩小筛选范围'),
  })
})

test('finds a word whether it is in most rows or in few', async () => {
  const found = async (keyword: string) =>
    (await (await app.as('admin')).call('logs.getAdminLogPageList', { keyword, module: [9] })).total
  expect(await found('项')).toBeGreaterThan(1_000)
  expect(await found('第7777')).toBe(11)
  expect(await found('没有这样的')).toBe(0)
})

test('stops reading when the receiver disconnects', async () => {
  const response = await ask('admin', {
    reason: '核对',
    module: [9],
    result: 1,
    from: '2000-01-01',
    to: '2000-01-02',
  })
  await response.body!.cancel()
  expect(app.database.pool.idleCount).toBe(app.database.pool.totalCount)
})
