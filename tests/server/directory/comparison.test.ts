import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { directoryPeople, directoryRuns, lawyers, logs, messages } from '../../../server/db/tables.ts'
import { createDirectory } from '../../../server/services/integrations/directories/directory.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  compare,
  connectDirectory,
  type Directories,
  type Member,
  startDirectories,
} from '../../support/directories.ts'

let app: TestApp
let directories: Directories
let office: { main: number; east: number }
const person = (index: number, more: Partial<Member> = {}): Member => ({
  id: `p${index}`,
  name: `成员${index}`,
  mobile: `1377${String(index).padStart(7, '0')}`,
  email: `p${index}@example.com`,
  employeeNo: `N${index}`,
  department: 1,
  ...more,
})

beforeAll(async () => {
  directories = await startDirectories()
})
afterAll(() => directories.close())
beforeEach(async () => {
  app = await startApp({ services: { directory: createDirectory(directories.endpoints) } })
  office = { main: app.world.offices.get('总所')!, east: app.world.offices.get('东所')! }
  directories.state.departments = [
    { id: 1, name: '梁山律师事务所', parent: 0 },
    { id: 2, name: '东所', parent: 1 },
    { id: 3, name: '争议解决部', parent: 2 },
  ]
  await connectDirectory(app, 'dingtalk', { offices: [{ department: '2', organizationId: office.east }] })
})
afterEach(async () => {
  Object.assign(directories.state, { members: [], fault: null, busy: 0, isReserved: false })
  await app.close()
})

const apply = async (
  comparison: Awaited<ReturnType<typeof compare>>,
  rows: readonly { index: number; fields?: ('email' | 'team' | 'name' | 'mobile' | 'organizationId')[] }[],
  account = 'admin',
) => {
  const caller = await app.as(account)
  return caller.call('lawyers.applyDirectory', {
    id: comparison.id,
    version: comparison.version,
    chosen: rows.map(({ index, fields }) => ({ index, ...(fields && { fields }) })),
  })
}
const rowsOf = (comparison: Awaited<ReturnType<typeof compare>>, kind: string) =>
  comparison.rows.filter(it => it.kind === kind)
const found = async (mobile: string) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(lawyers)
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.mobile, mobile))),
  )
  return row
}
/** Creates a person for each member of the directory, linked to that member. */
const takeOver = async () => {
  const comparison = await compare(app)
  const rows = rowsOf(comparison, 'new')
  let { version } = comparison
  for (let start = 0; start < rows.length; start += 100) {
    const portion = rows.slice(start, start + 100)
    const answer = await apply({ ...comparison, version }, portion)
    version = answer.version
    expect(answer.failed).toEqual([])
  }
  return rows.length
}
/** Writes the people of the directory and their links at once: three hundred passwords would take a minute to hash. */
const linkAll = () =>
  app.database.write(1, async db => {
    const rows = await db
      .insert(lawyers)
      .values(
        directories.state.members.map(({ id, name, mobile = '', email = null, employeeNo = null }) => ({
          firmId: 1,
          name,
          mobile,
          email,
          employeeNo,
          organizationId: office.main,
          codeKey: id,
        })),
      )
      .returning({ id: lawyers.id })
    const now = new Date()
    await db.insert(directoryPeople).values(
      directories.state.members.map(({ id, name, mobile = '', email = '', employeeNo = '' }, index) => ({
        firmId: 1,
        source: 'dingtalk' as const,
        externalId: id,
        lawyerId: rows[index]!.id,
        given: { name, mobile, email, employeeNo, organizationId: String(office.main) },
        createdAt: now,
        updatedAt: now,
      })),
    )
  })
const change = async (mobile: string, values: { email?: string; team?: string }) => {
  const { id, version } = (await found(mobile))!
  await (await app.as('admin')).call('lawyers.update', { id, version, ...values })
}

test('300 people of whom 20 have changed: exactly these are shown, applied as one batch, and go back as one', async () => {
  directories.state.members = Array.from({ length: 300 }, (_, index) => person(index))
  await linkAll()

  for (let index = 0; index < 20; index += 1)
    directories.state.members[index] = person(index, {
      email: `new${index}@example.com`,
      department: index < 5 ? 3 : 1,
    })
  const comparison = await compare(app)
  expect(comparison).toMatchObject({ unchanged: 280, counts: { change: 20, new: 0, error: 0, gone: 0 } })
  const moved = comparison.rows.find(it => it.name === '成员0')!
  expect(moved.differences).toEqual([
    { field: 'email', before: 'p0@example.com', after: 'new0@example.com', isKept: 0 },
    { field: 'organizationId', before: '总所', after: '东所', isKept: 0 },
    { field: 'team', before: '', after: '争议解决部', isKept: 0 },
  ])
  const answer = await apply(comparison, rowsOf(comparison, 'change'))
  expect(answer).toMatchObject({ applied: 20, failed: [] })
  expect(await found('13770000003')).toMatchObject({
    email: 'new3@example.com',
    organizationId: office.east,
    team: '争议解决部',
  })
  const entries = await app.database.read(1, db =>
    db.select({ action: logs.action }).from(logs).where(eq(logs.batchId, answer.batchId)),
  )
  expect(entries.filter(it => it.action === 'update')).toHaveLength(20)
  expect(entries.filter(it => it.action === 'transfer')).toHaveLength(5)
  expect((await compare(app)).unchanged).toBe(300)

  const admin = await app.as('admin')
  const page = await admin.call('imports.page', { pageNum: 1, pageSize: 10 })
  expect(page.records[0]).toMatchObject({ kind: '通讯录同步', source: 3, state: 4 })
  await change('13770000007', { email: 'own@example.com' })
  const preview = await admin.call('imports.preview', { batchId: answer.batchId })
  expect(preview.restoring).toHaveLength(19)
  expect(preview.kept).toMatchObject([{ name: '成员7', reason: '之后又修改过：邮箱' }])
  expect(await admin.call('imports.undo', { batchId: answer.batchId })).toMatchObject({
    removed: 0,
    restored: 19,
  })
  expect(await found('13770000003')).toMatchObject({
    email: 'p3@example.com',
    organizationId: office.main,
    team: null,
  })
  expect(await found('13770000007')).toMatchObject({ email: 'own@example.com' })
  // What was undone is offered again, because it was no correction of the directory.
  expect((await compare(app)).counts).toMatchObject({ change: 19, kept: 1 })
})

test('nothing empty overwrites something, and a new person without a mobile is not created', async () => {
  directories.state.members = [person(1), person(2)]
  await takeOver()
  directories.state.isReserved = true
  directories.state.members = [
    person(1, { employeeNo: '' }),
    person(2, { name: '新名字', employeeNo: '' }),
    person(3, { employeeNo: 'N3' }),
  ]
  const comparison = await compare(app)
  expect(comparison).toMatchObject({ unchanged: 1, counts: { change: 1, error: 1 } })
  expect(rowsOf(comparison, 'error')).toMatchObject([
    { name: '成员3', isOffered: 0, reason: '通讯录没有给出手机号，不能创建账号' },
  ])
  await apply(comparison, rowsOf(comparison, 'change'))
  expect(await found('13770000002')).toMatchObject({
    name: '新名字',
    email: 'p2@example.com',
    employeeNo: 'N2',
  })
})

test('a manual correction wins until it is released, or until the directory says the same', async () => {
  directories.state.members = [person(1), person(2)]
  await takeOver()
  await change('13770000001', { email: 'right@example.com' })
  await change('13770000002', { email: 'two@example.com' })
  directories.state.members = [person(1, { email: 'other@example.com' }), person(2)]
  const comparison = await compare(app)
  expect(comparison.counts).toMatchObject({ kept: 2, change: 0 })
  const [row] = rowsOf(comparison, 'kept')
  // Choosing the row without the field takes nothing of it.
  expect(await apply(comparison, [{ index: row!.index }])).toMatchObject({ applied: 1 })
  expect(await found('13770000001')).toMatchObject({ email: 'right@example.com' })
  const again = await compare(app)
  expect(again.counts).toMatchObject({ kept: 2 })
  await apply(again, [
    { index: rowsOf(again, 'kept').find(it => it.name === '成员1')!.index, fields: ['email'] },
  ])
  expect(await found('13770000001')).toMatchObject({ email: 'other@example.com' })
  // The directory takes over the correction of the second person, and may change it then.
  directories.state.members = [
    person(1, { email: 'third@example.com' }),
    person(2, { email: 'TWO@example.com' }),
  ]
  expect((await compare(app)).counts).toMatchObject({ change: 1, kept: 0 })
  directories.state.members[1] = person(2, { email: 'three@example.com' })
  expect((await compare(app)).counts).toMatchObject({ change: 2, kept: 0 })
})

test('somebody who is here already is found by mobile, mail or number, never by the name, and linked only by choice', async () => {
  await change('13800000001', { email: 'wu@example.com' })
  directories.state.members = [
    person(1, { id: 'wu', name: '吴大律师', mobile: '13800000001', email: '' }),
    person(2, { name: '郑律师' }),
  ]
  const comparison = await compare(app)
  expect(comparison.counts).toMatchObject({ match: 1, new: 1, gone: 0 })
  const [match] = rowsOf(comparison, 'match')
  expect(match).toMatchObject({ by: ['mobile'], candidates: [{ name: '吴律师' }], isOffered: 1 })
  expect(match!.differences).toMatchObject([{ field: 'name' }, { field: 'employeeNo' }])
  await apply(comparison, [{ index: match!.index, fields: [] }])
  expect(await found('13800000001')).toMatchObject({ name: '吴律师' })
  expect((await compare(app)).counts).toMatchObject({ match: 0, change: 1, new: 1 })
})

test('an ambiguous person is shown and cannot be applied', async () => {
  await change('13800000002', { email: 'both@example.com' })
  directories.state.members = [
    person(1, { mobile: '13800000001', email: 'both@example.com' }),
    person(4, { mobile: '13788888888' }),
    person(5, { mobile: '13788888888' }),
  ]
  const comparison = await compare(app)
  expect(comparison.counts).toMatchObject({ match: 1, error: 2 })
  const [match] = rowsOf(comparison, 'match')
  expect(match!.candidates.map(it => it.name)).toEqual(['吴律师', '郑律师'])
  expect(match).toMatchObject({ isOffered: 0, reason: '与多人相同，无法确定是哪一位，请先核对其资料' })
  for (const row of comparison.rows)
    await expect(apply(comparison, [row])).rejects.toMatchObject({ code: '4220' })
})

test('an address that somebody wrote without proof does not make him a colleague', async () => {
  const lawyer = await app.as('13800000001')
  const { version } = (await found('13800000001'))!
  await lawyer.call('lawyers.update', { id: lawyer.id, version, email: 'p1@example.com' })
  directories.state.members = [person(1)]
  const comparison = await compare(app)
  expect(rowsOf(comparison, 'match')).toMatchObject([{ isOffered: 0, by: ['email'] }])
})

test('a leaver is never removed: the office is told once, with the way to the leave wizard', async () => {
  directories.state.members = [person(1, { department: 2 }), person(2, { department: 2 }), person(3)]
  await takeOver()
  directories.state.members = [person(2, { department: 2 }), person(3)]
  const comparison = await compare(app)
  const { id } = (await found('13770000001'))!
  expect(rowsOf(comparison, 'gone')).toMatchObject([{ lawyerId: id, isOffered: 0, name: '成员1' }])
  expect(await found('13770000001')).toMatchObject({ status: 1, deletedAt: null })
  const told = () =>
    app.database.read(1, db =>
      db
        .select({ title: messages.title, link: messages.link, receiverId: messages.receiverId })
        .from(messages)
        .where(like(messages.title, '%不在通讯录%')),
    )
  const branch = app.world.people.get('branch')!
  expect(await told()).toEqual([
    { title: '成员1已不在通讯录中', link: `/app/lawyer/${id}/leave`, receiverId: branch.id },
  ])
  await compare(app)
  expect(await told()).toHaveLength(1)
  // Once the person has left, nothing is missing any more.
  const setStatus = (status: 1 | 4) =>
    app.database.write(1, db => db.update(lawyers).set({ status }).where(eq(lawyers.id, id)))
  await setStatus(4)
  expect((await compare(app)).counts).toMatchObject({ gone: 0 })
  await setStatus(1)
  directories.state.members.push(person(1, { department: 2 }))
  expect((await compare(app)).counts).toMatchObject({ gone: 0 })
  const [link] = await app.database.read(1, db =>
    db.select().from(directoryPeople).where(eq(directoryPeople.lawyerId, id)),
  )
  expect(link!.goneAt).toBeNull()
})

test('fewer than half of those whom the directory had is refused whole', async () => {
  directories.state.members = [person(1), person(2), person(3)]
  await takeOver()
  directories.state.members = [person(1)]
  expect(await compare(app)).toMatchObject({
    state: 3,
    reason: '上次对应的3人中，通讯录只给出了1人，不到一半，没有比对；请检查应用的可见范围',
    rows: [],
  })
  expect(await app.database.read(1, db => db.$count(messages, like(messages.title, '%通讯录%')))).toBe(0)
  directories.state.fault = { fault: 'fewer people', department: 1 }
  expect(await compare(app)).toMatchObject({
    state: 3,
    reason: expect.stringContaining('没有给全') as string,
  })
})

test('those who were missing before do not count among those whom the directory had', async () => {
  directories.state.members = [1, 2, 3, 4].map(index => person(index))
  await takeOver()
  directories.state.members = [person(1), person(2)]
  expect(await compare(app)).toMatchObject({ state: 2, counts: { gone: 2 } })
  directories.state.members = [person(1)]
  expect(await compare(app)).toMatchObject({ state: 2, counts: { gone: 3 } })
})

test('what was changed since the comparison is not applied, and said so; the others are', async () => {
  directories.state.members = [person(1), person(2)]
  await takeOver()
  directories.state.members = [person(1, { name: '新名甲' }), person(2, { name: '新名乙' })]
  const comparison = await compare(app)
  await change('13770000001', { team: '争议部' })
  const answer = await apply(comparison, comparison.rows)
  expect(answer).toMatchObject({
    applied: 1,
    failed: [{ name: '新名甲', reason: '比对之后资料已修改，请重新比对' }],
  })
  expect(await found('13770000001')).toMatchObject({ name: '成员1', team: '争议部' })
  expect(await found('13770000002')).toMatchObject({ name: '新名乙' })
})

test('of two who apply at the same time the second is refused, and an earlier comparison is not applied', async () => {
  directories.state.members = [person(1), person(2)]
  const first = await compare(app)
  const results = await Promise.allSettled([
    apply(first, [first.rows[0]!]),
    apply(first, [first.rows[1]!], 'admin2'),
  ])
  expect(results.map(it => it.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find(it => it.status === 'rejected')
  expect(refused!.reason).toMatchObject({ code: '4090', message: '比对结果刚刚被应用或更新，请刷新后再选' })
  const earlier = await compare(app)
  await compare(app)
  await expect(apply(earlier, earlier.rows)).rejects.toMatchObject({ code: '4090' })
  const latest = await compare(app)
  // Nor is one that is being replaced: another comparison has begun.
  await (await app.as('admin')).call('lawyers.compareDirectory')
  await expect(apply(latest, latest.rows)).rejects.toMatchObject({ code: '4090' })
})

test('created people get initial passwords and are removed by the undo, unless they have been used', async () => {
  directories.state.members = [person(1), person(2)]
  const comparison = await compare(app)
  const answer = await apply(comparison, comparison.rows)
  expect(answer.passwords).toHaveLength(2)
  await change('13770000002', { team: '争议部' })
  const admin = await app.as('admin')
  expect(await admin.call('imports.undo', { batchId: answer.batchId })).toMatchObject({
    removed: 1,
    restored: 0,
    kept: [{ name: '成员2', reason: '资料已修改' }],
  })
  expect(await found('13770000001')).toBeUndefined()
  // Nothing about the person is left, neither in the links nor in the comparison.
  const [run] = await app.database.read(1, db => db.select().from(directoryRuns))
  expect(JSON.stringify(run!.rows)).not.toContain('13770000001')
  expect(await app.database.read(1, db => db.$count(directoryPeople))).toBe(1)
})

test('the undo of a match gives back the account that the directory knew somebody as before', async () => {
  const others = [person(4), person(5), person(6)]
  directories.state.members = [person(1), person(2), person(3), ...others]
  await takeOver()
  const links = async () => {
    const rows = await app.database.read(1, db =>
      db.select().from(directoryPeople).orderBy(directoryPeople.lawyerId, directoryPeople.externalId),
    )
    return rows.map(({ externalId, lawyerId, given, goneAt }) => ({ externalId, lawyerId, given, goneAt }))
  }
  // One has come back with another account, also under another name.
  directories.state.members = [person(1, { id: 'again', name: '新名字' }), person(2), person(3), ...others]
  const comparison = await compare(app)
  const before = await links()
  const answer = await apply(comparison, rowsOf(comparison, 'match'))
  expect((await links()).map(it => it.externalId)).toEqual(['again', 'p2', 'p3', 'p4', 'p5', 'p6'])
  const admin = await app.as('admin')
  expect(await admin.call('imports.undo', { batchId: answer.batchId })).toMatchObject({
    restored: 1,
    kept: [],
  })
  expect(await found('13770000001')).toMatchObject({ name: '成员1' })
  expect(await links()).toEqual(before)
  await expect(admin.call('imports.undo', { batchId: answer.batchId })).rejects.toMatchObject({
    code: '4040',
  })

  // Nothing but the account differs, and somebody was given a later one meanwhile.
  directories.state.members = [person(1), person(2, { id: 'second' }), person(3, { id: 'third' }), ...others]
  const second = await compare(app)
  const applied = await apply(second, rowsOf(second, 'match'))
  directories.state.members = [person(1), person(2, { id: 'second' }), person(3, { id: 'fourth' }), ...others]
  const third = await compare(app)
  await apply(third, rowsOf(third, 'match'))
  await admin.call('imports.undo', { batchId: applied.batchId })
  expect((await links()).map(it => it.externalId)).toEqual(['p1', 'p2', 'fourth', 'p4', 'p5', 'p6'])
})

test('a row whose mobile somebody takes at the same moment is named and left out, the others are applied', async () => {
  directories.state.members = [person(1), person(2), person(3)]
  await takeOver()
  directories.state.members = [
    person(1, { name: '新名甲' }),
    person(2, { mobile: '13799999999' }),
    person(3, { name: '新名丙' }),
  ]
  const comparison = await compare(app)
  const taken = await app.database.pool.connect()
  await taken.query('begin')
  await taken.query(`select set_config('app.firm_id', '1', true)`)
  await taken.query(
    `insert into lawyers (firm_id, name, mobile, organization_id, code_key) values (1, '抢先者', '13799999999', $1, 'taken')`,
    [office.main],
  )
  const applying = apply(comparison, comparison.rows)
  // The portion waits for the number, which it does not see yet.
  await vi.waitFor(
    async () => {
      await taken.query('select pg_stat_clear_snapshot()')
      const { rows } = await taken.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    },
    { timeout: 20_000, interval: 3 },
  )
  await taken.query('commit')
  taken.release()
  const answer = await applying
  expect(answer).toMatchObject({ applied: 2, failed: [{ name: '成员2', reason: '该手机号已存在' }] })
  expect(await found('13770000001')).toMatchObject({ name: '新名甲' })
  expect(await found('13770000002')).toMatchObject({ name: '成员2' })
  expect(await found('13770000003')).toMatchObject({ name: '新名丙' })
})

test('a person who is held stays, and so does the comparison that names him', async () => {
  directories.state.members = [person(1)]
  const comparison = await compare(app)
  const answer = await apply(comparison, comparison.rows)
  const admin = await app.as('admin')
  const { id } = (await found('13770000001'))!
  await admin.call('lawyers.hold', { id, reason: '诉讼保全', endOn: '2099-12-31' })
  expect(await admin.call('imports.undo', { batchId: answer.batchId })).toMatchObject({
    removed: 0,
    kept: [{ reason: '资料正在保全' }],
  })
  await compare(app)
  app.clock.advance(31 * 24 * 3_600_000)
  await app.database.write(null, db =>
    db.execute(sql`select from graphile_worker.add_job('expireMessages', '{}'::json)`),
  )
  await app.runJobs()
  const kept = await app.database.read(1, db => db.select({ id: directoryRuns.id }).from(directoryRuns))
  expect(kept).toEqual([{ id: comparison.id }])
})

test('a process that is killed while it reads leaves a comparison that another one makes, once', async () => {
  directories.state.members = [person(1)]
  const admin = await app.as('admin')
  const { id } = await admin.call('lawyers.compareDirectory')
  // A second press while the first is being read begins nothing new.
  expect(await (await app.as('admin2')).call('lawyers.compareDirectory')).toEqual({ id })
  await app.database.write(null, db =>
    db.execute(sql`delete from graphile_worker._private_jobs where key like 'directoryCompare:%'`),
  )
  await app.database.write(null, db =>
    db.execute(sql`select from graphile_worker.add_job('restoreJobs', '{}'::json)`),
  )
  await app.runJobs()
  await app.runJobs()
  const { comparison } = await admin.call('lawyers.directory')
  expect(comparison).toMatchObject({ id, state: 2, counts: { new: 1 } })
})

test('only the main office compares: no branch, no lawyer, not the operator', async () => {
  for (const account of ['branch', 'branch2', 'south', '13800000001', 'system']) {
    const caller = await app.as(account)
    await expect(caller.call('lawyers.directory')).rejects.toMatchObject({ code: '4030' })
    await expect(caller.call('lawyers.compareDirectory')).rejects.toMatchObject({ code: '4030' })
    await expect(
      caller.call('lawyers.applyDirectory', { id: 1, version: 1, chosen: [{ index: 0 }] }),
    ).rejects.toMatchObject({ code: '4030' })
  }
  const other = await app.as('other-admin')
  expect(await other.call('lawyers.directory')).toEqual({ isReady: 0, comparison: null })
  await expect(other.call('lawyers.compareDirectory')).rejects.toMatchObject({ code: '4091' })
})

test('a firm that takes only names and mobiles leaves mails and offices alone, and puts new people into the default office', async () => {
  await connectDirectory(app, 'feishu', { fields: ['name', 'mobile'], organizationId: office.east })
  directories.state.members = [person(1, { department: 3 })]
  const comparison = await compare(app)
  expect(comparison).toMatchObject({ source: 'feishu', counts: { new: 1 } })
  await apply(comparison, comparison.rows)
  expect(await found('13770000001')).toMatchObject({ organizationId: office.east, email: null, team: null })
  await change('13770000001', { email: 'own@example.com' })
  directories.state.members = [person(1, { name: '改名字' })]
  expect((await compare(app)).rows).toMatchObject([
    { kind: 'change', differences: [{ field: 'name', before: '成员1', after: '改名字' }] },
  ])
})

test('mobiles are not told whole, and the secret never', async () => {
  directories.state.members = [person(1)]
  const comparison = await compare(app)
  expect(comparison.rows[0]!.mobile).toBe('137****0001')
  const system = await app.as('system')
  const config = await system.call('system.config')
  expect(config.directory).toMatchObject({ provider: 'dingtalk', secretSet: 1 })
  expect(JSON.stringify(config)).not.toContain('the secret of the application')
  await system.call('system.testIntegration', { name: 'directory' })
})

test('the longest names, hostile values and a department twice are no harm', async () => {
  directories.state.departments.push(
    { id: 4, name: '长'.repeat(200), parent: 1 },
    { id: 4, name: '长', parent: 4 },
  )
  directories.state.members = [
    person(1, { name: '名'.repeat(300) }),
    person(2, { email: 'not an address' }),
    person(3, { department: 4, name: '<img src=x onerror=alert(1)>' }),
    person(4, { mobile: '+852 9123 4567' }),
    person(5, { department: 4 }),
  ]
  const comparison = await compare(app)
  expect(comparison).toMatchObject({ state: 2 })
  const five = comparison.rows.find(it => it.name === '成员5')!
  expect(five.team.length).toBeLessThanOrEqual(30)
  expect(comparison.counts).toMatchObject({ new: 2, error: 3 })
  await apply(comparison, [five])
})
