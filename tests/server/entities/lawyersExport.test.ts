import { afterAll, beforeAll, expect, test } from 'vitest'

import { chinese } from '../../../resources/kit/translate.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { guessMapping, mappedLines } from '../../../src/grid/file/mapping.ts'
import { readSheets } from '../../../src/grid/file/readSheets.ts'
import { createRow, createRowCheck, rowInput } from '../../../src/grid/rows.ts'
import { peopleColumns } from '../../../src/pages/lawyerCreate/peopleColumns.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { rowsIn } from '../../support/sheet.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

/** The columns of the list and those that only the file has. */
const columns = [...lawyers.list, ...Object.keys(lawyers.exports!.extraColumns)]
const ask = async (account: string, body: object) => {
  const { token } = await app.as(account)
  const headers = { Token: token, 'Content-Type': 'application/json' }
  return app.fetch('/export/lawyers', {
    method: 'POST',
    headers,
    body: JSON.stringify({ columns, reason: '年度核对', ...body }),
  })
}
const exported = async (account: string, body: object = {}) => {
  const response = await ask(account, body)
  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
  const [header, ...rows] = rowsIn(new Uint8Array(await response.arrayBuffer()))
  return rows.map(row => Object.fromEntries(header!.map((label, at) => [label, row[at] ?? ''])))
}
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

test('exports people with the filters and scope of the list, in readable words', async () => {
  const [first] = await exported('admin', { keyword: '吴律师' })
  expect(Object.keys(first!)).toHaveLength(columns.length)
  expect(first).toMatchObject({
    姓名: '吴律师',
    手机号: '138****0001',
    完整手机号: '13800000001',
    所属律所: '总所',
    状态: '正常',
  })
  expect((await exported('branch')).map(it => it['姓名'])).toEqual(['郑律师'])
  const { total } = await (await app.as('admin')).call('lawyers.pageList', { status: 1 })
  expect(await exported('admin', { status: 1 })).toHaveLength(total)
})

test('a list brought in as new people has the same people', async () => {
  const organizationId = stage.organizationId
  const names = [
    '阿卜杜拉·买买提',
    '欧阳明',
    '𠮷田',
    '王𰻞',
    'John Smith',
    '葛\u{E0100}城',
    '无名',
    '-1',
    '@王',
  ]
  const people = names.map((name, at) => ({
    name,
    mobile: String(15_900_000_000 + at),
    organizationId,
    personType: at % 2 === 0 ? 2 : 1,
    ...(at % 2 === 1 && { licenseNumber: `1310120201012340${at}` }),
    ...(at !== 2 && { email: `p${at}@example.com`, team: '争议解决', entryDate: '2020-05-01' }),
  }))
  await stage.admin.call('lawyers.addList', { list: people } as never)
  const response = await ask('admin', { keyword: '1590000' })
  const file = await readSheets(new Blob([await response.arrayBuffer()]))
  const choices = peopleColumns([{ id: organizationId, name: '总所' }], chinese)
  const rows = mappedLines(file, guessMapping(file, choices), choices).map(cells => createRow(cells))
  const check = createRowCheck(choices, chinese.translate)
  expect(rows.map(row => check(row.cells))).toEqual(people.map(() => ({})))
  const byMobile = (one: { mobile?: unknown }, other: { mobile?: unknown }) =>
    Number(one.mobile) - Number(other.mobile)
  const inputs = rows.map((row): { mobile?: unknown } => rowInput(row, choices))
  expect(inputs.toSorted(byMobile)).toEqual(people)
})

test('exports each person once where many share a name', async () => {
  const office = await stage.office()
  const otherOffice = await setStage(app, { office: office.name, admin: 'admin' }, stage.props)
  for (let index = 0; index < 205; index++) await otherOffice.lawyer()
  const rows = await exported('admin', { organizationId: office.organizationId })
  expect(new Set(rows.map(it => it['编号'])).size).toBe(205)
})

test('logs the export with its conditions and number', async () => {
  await exported('branch', { personType: 1 })
  const { records } = await (await app.as('branch')).call('logs.getPageList', { module: [13] })
  expect(records[0]).toMatchObject({
    action: 'export',
    reason: '年度核对',
    batchCount: 1,
    summary: '导出人员1条（人员类别：律师）',
  })
})

test('logs several values of a filter, and what it excludes', async () => {
  await exported('branch', { personType: [1, 2], not: ['personType'], empty: ['entryDate'] })
  const { records } = await (await app.as('branch')).call('logs.getPageList', { module: [13] })
  expect(records[0]!.summary).toMatch(/^导出人员\d+条（人员类别：不是律师、实习律师；入所日期：空）$/)
})

test('requires a reason for exporting people', async () => {
  expect(await codeOf(await ask('admin', { reason: undefined }))).toBe('4220')
  expect(await codeOf(await ask('branch', { reason: ' ' }))).toBe('4220')
})

test('a lawyer exports the own record without internal fields; others are refused', async () => {
  const rows = await exported('13800000001')
  expect(rows.map(it => it['姓名'])).toEqual(['吴律师'])
  expect(Object.keys(rows[0]!)).not.toContain('备注')
  expect(await codeOf(await ask('system', {}))).toBe('4030')
  expect(await codeOf(await ask('branch2', {}))).toBe('4030')
})
