import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sheetStates } from '../../../resources/domain/sheets.ts'
import { lawyers, logs, positions } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { addLawyer } from '../../support/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let made = 0
/** Lawyers of a team of their own. */
const people = async (count: number, at = '总所') => {
  const team = `表格${(made += 1)}组`
  const ids: number[] = []
  await app.database.write(1, async db => {
    for (let index = 0; index < count; index += 1) {
      const key = `1350${String(made * 1000 + index).padStart(7, '0')}`
      await addLawyer(db, app.world, 1, key, key, `史进${index}`, at)
      ids.push(app.world.people.get(key)!.id)
    }
    await db.update(lawyers).set({ team }).where(inArray(lawyers.id, ids))
  })
  return { team, ids }
}

const columns = [
  'name',
  'status',
  'mobile',
  'organizationId',
  'personType',
  'team',
  'employeeNo',
  'lastLoginAt',
]

/** The exported rows as lines of a sheet, by record id. */
const exported = async (team: string, account = 'admin', chosen: readonly string[] = columns) => {
  const { token } = await app.as(account)
  const answer = await app.fetch('/export/lawyers', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ team, columns: chosen, format: 'csv', keys: 1, reason: '线下核对' }),
  })
  const text = new TextDecoder().decode(await answer.arrayBuffer())
  const [heading, ...rows] = text.trim().split('\r\n')
  expect(heading!.split(',').slice(-2)).toEqual(['记录编号', '记录版本'])
  return new Map(
    rows.map(row => {
      const cells = row.split(',')
      const [id, version] = cells.splice(-2)
      return [Number(id), { version: Number(version), cells }] as const
    }),
  )
}
type Row = { version: number; cells: string[] }
const lineOf = (id: number, { version, cells }: Row) => [id, version, ...cells].join('\t')
const linesOf = (rows: ReadonlyMap<number, Row>) => [...rows].map(([id, row]) => lineOf(id, row))
const edit = (row: Row, values: Record<string, string>): Row => ({
  ...row,
  cells: columns.map((name, index) => values[name] ?? row.cells[index]!),
})
const preview = async (
  lines: readonly string[],
  account = 'admin',
  resource = 'lawyers',
  names = columns,
) => {
  const { rows } = await (
    await app.as(account)
  ).call('bulkRuns.sheet', { resource, columns: names, lines: [...lines], dryRun: 1 })
  return rows.map(row => ({ ...row, state: sheetStates[row.state]! }))
}
const start = async (lines: readonly string[], account = 'admin') => {
  const input = { resource: 'lawyers', columns, lines: [...lines] }
  return { id: (await (await app.as(account)).call('bulkRuns.sheet', input)).id! }
}

test('of 100 exported rows updates the two that were edited, in one batch that can be undone', async () => {
  const { team, ids } = await people(100)
  const rows = await exported(team)
  const [one, other] = [ids[10]!, ids[90]!]
  rows.set(one, edit(rows.get(one)!, { employeeNo: 'A-10' }))
  rows.set(other, edit(rows.get(other)!, { personType: '实习律师', name: '史  进' }))
  const shown = await preview(linesOf(rows))
  expect(shown.filter(it => it.state !== 'same').map(it => [it.id, it.state, it.changes])).toEqual(
    expect.arrayContaining([
      [one, 'change', { employeeNo: ['', 'A-10'] }],
      [other, 'change', { name: ['史进90', '史 进'], personType: ['律师', '实习律师'] }],
    ]),
  )
  expect(shown.filter(it => it.state === 'same')).toHaveLength(98)
  const { id } = await start(linesOf(rows))
  await app.runJobs()
  const admin = await app.as('admin')
  expect(await admin.call('bulkRuns.one', { id })).toMatchObject({
    state: 2,
    total: 2,
    done: 2,
    action: '导回表格',
    undoable: 2,
  })
  const changed = await app.database.read(1, db =>
    db.select().from(lawyers).where(inArray(lawyers.id, ids)).orderBy(lawyers.id),
  )
  expect(changed.filter(it => it.version > 1).map(it => it.id)).toEqual([one, other])
  expect(changed.find(it => it.id === one)).toMatchObject({ employeeNo: 'A-10', team })
  expect(changed.every(it => /^1350\d{7}$/.test(it.mobile))).toBe(true)
  const logged = await app.database.read(1, db => db.select().from(logs).where(eq(logs.batchId, id)))
  expect(logged.map(it => it.action).toSorted()).toEqual(['bulk', 'update', 'update'])
  await admin.call('bulkRuns.undo', { id })
  await app.runJobs()
  const after = await app.database.read(1, db =>
    db
      .select()
      .from(lawyers)
      .where(inArray(lawyers.id, [one, other]))
      .orderBy(lawyers.id),
  )
  expect(after).toMatchObject([{ employeeNo: null }, { name: '史进90', personType: 1 }])
})

test('a masked mobile is no change, and an edited one is refused', async () => {
  const { team, ids } = await people(2)
  const rows = await exported(team)
  expect(rows.get(ids[0]!)!.cells[2]).toMatch(/^135\*{4}\d{4}$/)
  rows.set(ids[1]!, edit(rows.get(ids[1]!)!, { mobile: '13900001111' }))
  expect((await preview(linesOf(rows))).toSorted((a, b) => a.id - b.id)).toMatchObject([
    { state: 'same' },
    { state: 'error', messages: ['手机号不能通过表格修改'] },
  ])
  await expect(start(linesOf(rows))).rejects.toMatchObject({ code: '4220' })
})

test('shows records that were changed meanwhile as conflicts, unknown ids and wrong values as errors', async () => {
  const { team, ids } = await people(6)
  const rows = await exported(team)
  const taken = (await people(1)).ids[0]!
  await app.database.write(1, db =>
    db.update(lawyers).set({ employeeNo: 'T-1' }).where(eq(lawyers.id, taken)),
  )
  await (await app.as('admin')).call('lawyers.update', { id: ids[0]!, version: 1, employeeNo: 'M-1' })
  await (await app.as('admin')).call('lawyers.update', { id: ids[5]!, version: 1, nameEn: 'Shi Jin' })
  rows.set(ids[0]!, edit(rows.get(ids[0]!)!, { employeeNo: 'M-2' }))
  rows.set(ids[1]!, edit(rows.get(ids[1]!)!, { personType: '掌门' }))
  rows.set(ids[2]!, edit(rows.get(ids[2]!)!, { name: '' }))
  rows.set(ids[3]!, edit(rows.get(ids[3]!)!, { employeeNo: 'T-1' }))
  rows.set(ids[4]!, edit(rows.get(ids[4]!)!, { status: '已离所' }))
  const shown = await preview([...linesOf(rows), lineOf(999_999, rows.get(ids[0]!)!)])
  const byId = new Map(shown.map(it => [it.id, it]))
  expect(ids.map(id => [byId.get(id)!.state, byId.get(id)!.messages])).toEqual([
    ['conflict', ['导出后已被修改']],
    ['error', ['人员类别“掌门”不能识别']],
    ['error', [expect.stringContaining('姓名')]],
    ['error', ['该工号已存在']],
    ['error', ['状态不能通过表格修改']],
    // Changed since the export, but not in this file.
    ['same', []],
  ])
  expect(byId.get(999_999)).toMatchObject({ state: 'error', messages: ['记录不存在，或不在您的管理范围内'] })
  const untouched = await app.database.read(1, db =>
    db.$count(lawyers, and(inArray(lawyers.id, ids.slice(1, 5)), eq(lawyers.version, 1))),
  )
  expect(untouched).toBe(4)
})

test('keeps to scope and rights: another office is unknown, a transfer is refused, and readers have no such action', async () => {
  const [own, foreign] = [await people(1, '东所'), await people(1, '南所')]
  const rows = await exported(own.team, 'branch')
  const [id] = own.ids
  rows.set(id!, edit(rows.get(id!)!, { organizationId: '南所' }))
  const [moved, unknown] = await preview(
    [...linesOf(rows), lineOf(foreign.ids[0]!, rows.get(id!)!)],
    'branch',
  )
  expect(moved).toMatchObject({ state: 'error', messages: [expect.stringContaining('申请转所')] })
  expect(unknown).toMatchObject({ state: 'error', name: '', messages: ['记录不存在，或不在您的管理范围内'] })
  await expect(preview(linesOf(rows), 'system')).rejects.toMatchObject({ code: '4030' })
  await expect(preview(linesOf(rows), '13800000001')).resolves.toMatchObject([{ state: 'error' }])
})

test('skips a record that is changed between the preview and the job', async () => {
  const { team, ids } = await people(2)
  const rows = await exported(team)
  for (const id of ids) rows.set(id, edit(rows.get(id)!, { employeeNo: `J-${id}` }))
  const { id } = await start(linesOf(rows))
  await (await app.as('admin')).call('lawyers.update', { id: ids[0]!, version: 1, employeeNo: 'X-1' })
  await app.runJobs()
  expect(await (await app.as('admin')).call('bulkRuns.one', { id })).toMatchObject({ done: 1, skipped: 1 })
})

test('works for plain entities, in English too, and refuses malformed sheets', async () => {
  const [position] = await app.database.write(1, db =>
    db
      .insert(positions)
      .values({ firmId: 1, postName: '资深顾问', postCode: 'Senior Counsel', postLevel: 30 })
      .returning(),
  )
  const names = ['postName', 'enabled', 'postLevel', 'useCount']
  const line = (cells: readonly string[], version = 1) => [position!.postId, version, ...cells].join('\t')
  const changed = await preview([line(['资深顾问', '停用', '25', '7'])], 'admin', 'positions', names)
  expect(changed).toMatchObject([
    {
      state: 'change',
      changes: { enabled: ['启用', '停用'], postLevel: ['30', '25'] },
    },
  ])
  const english = await (
    await app.as('admin')
  ).send('POST', '/bulk/sheet', {
    body: {
      resource: 'positions',
      columns: names,
      lines: [line(['资深顾问', 'Disabled', '30', '0'])],
      dryRun: 1,
    },
    headers: { 'Accept-Language': 'en' },
  })
  expect(english.body).toMatchObject({ code: '200', data: { rows: [{ state: 1 }] } })
  for (const lines of [
    [line(['x'])],
    ['a\t1\tx\ty\t1\t1'],
    [`0x${position!.postId.toString(16)}\t1\tx\ty\t1\t1`],
    [`${position!.postId}\t1e0\tx\ty\t1\t1`],
    [line(['a', 'b', '1', '1']), line(['a', 'b', '1', '1'])],
  ])
    await expect(preview(lines, 'admin', 'positions', names)).rejects.toMatchObject({ code: '4220' })
  await expect(preview([line(['a'])], 'admin', 'positions', ['passwordHash'])).rejects.toMatchObject({
    code: '4220',
  })
  // The last two are properties of every object.
  for (const resource of ['logs', 'constructor', '__proto__'])
    await expect(preview([line(['a'])], 'admin', resource, ['summary'])).rejects.toMatchObject({
      code: '4000',
    })
  await expect(
    (await app.as('admin')).call('bulkRuns.start', {
      resource: 'lawyers',
      action: 'sheetEdit',
      filter: {},
      answers: { name: '同名' },
    }),
  ).rejects.toMatchObject({ code: '4000' })
})

test('days are read in each notation, damaged cells are errors, and “无” empties an optional field', async () => {
  const { team, ids } = await people(9)
  const names = ['employeeNo', 'entryDate', 'personType']
  const rows = await exported(team, 'admin', names)
  const texts: readonly string[][] = [
    ['A-1', '2020/5/1 0:00', '专职律师'],
    ['#N/A', '2020年5月1号', '律师'],
    ['1.31012E+16', '2020.5', '律师'],
    ['=VLOOKUP(A1,B:B,1,0)', '2020-04-30T16:00:00.000Z', '律师'],
    ['无', '-', '律师'],
    ['A-6', '二〇二〇年五月一日', '執業律師'],
    ['無', '民国109年5月1日', '律師'],
    ['A-8', '2020、5、1', '實習律師'],
    ['A-9', '2563-05-01', '律师'],
  ]
  const lines = ids.map((id, index) => lineOf(id, { ...rows.get(id)!, cells: texts[index]! }))
  const shown = await preview(lines, 'admin', 'lawyers', names)
  expect(shown.map(({ changes }) => changes['entryDate']?.[1])).toEqual([
    '2020/5/1 0:00',
    '2020年5月1号',
    undefined,
    '2020-04-30T16:00:00.000Z',
    undefined,
    '二〇二〇年五月一日',
    undefined,
    '2020、5、1',
    undefined,
  ])
  expect(shown.map(({ messages }) => messages.length)).toEqual([0, 1, 2, 1, 0, 0, 1, 0, 1])
  expect(shown[1]!.messages[0]).toMatch(/^工号：这是表格中的错误值/)
  expect(shown[2]!.messages[1]).toMatch(/^入所日期：只有年月/)
  expect(shown[6]!.messages[0]).toMatch(/^入所日期：请写四位数的公历年份/)
  expect(shown.map(({ state }) => state)).toEqual([
    'change',
    'error',
    'error',
    'error',
    'same',
    'change',
    'error',
    'change',
    'error',
  ])
})
