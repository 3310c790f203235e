import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fillLawyers, fillLogs } from '../../support/manyRows.ts'
import { statementsOf } from '../../support/statements.ts'

const filled = 1_500
const forgotten = 6_000

let app: TestApp
/** As another process would: this one does not hear of it. */
const elsewhere = (...statements: string[]) =>
  withClient({ connectionString: app.database.url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    for (const it of statements) await client.query(it)
  })
beforeAll(async () => {
  app = await startApp()
  await elsewhere(fillLawyers(filled), 'analyze lawyers')
})
afterAll(() => app.close())

const pageOf = async (query: object, account = 'admin') =>
  (await app.as(account)).call('lawyers.pageList', query)
const there = async (where = 'true') => {
  const { rows } = await app.database.read(1, db =>
    db.execute<{ n: number }>(
      sql`select count(*)::int as n from lawyers where deleted_at is null and ${sql.raw(where)}`,
    ),
  )
  return rows[0]!.n
}
const counts = async (query: object) => {
  const seen = await statementsOf(app.database.pool, () => pageOf(query))
  return seen.some(it => it.includes('as counted'))
}
/** By another statement of this process. */
const remove = (code: string) =>
  app.database.write(1, db => db.execute(sql`update lawyers set deleted_at = now() where code_key = ${code}`))

test('a total is exact up to a thousand and an estimate beyond', async () => {
  const all = await there()
  const { total, totalIs, pages } = await pageOf({ pageSize: 20 })
  expect(totalIs).toBe('about')
  expect(total).toBeGreaterThan(all * 0.8)
  expect(total).toBeLessThan(all * 1.2)
  expect(pages).toBe(Math.ceil(total / 20))
  const ofOffice = await pageOf({ pageSize: 20, organizationId: 1 })
  expect(ofOffice).toMatchObject({ total: await there('organization_id = 1') })
  expect(ofOffice).not.toHaveProperty('totalIs')
})

test('pages beyond an estimate follow until the last one, which knows how many there were', async () => {
  const all = await there()
  const seen = new Set<number>()
  for (let pageNum = 1; ; pageNum++) {
    const { records, total, totalIs } = await pageOf({ pageNum, pageSize: 200 })
    for (const { id } of records) seen.add(id)
    if (seen.size === all) {
      expect([total, totalIs]).toEqual([all, undefined])
      break
    }
    expect(records).toHaveLength(200)
    expect(total).toBeGreaterThan(seen.size)
  }
  expect(await pageOf({ pageNum: 500, pageSize: 20 })).toMatchObject({ records: [], total: all })
})

test('an estimate that is too low leads on as long as a page is full', async () => {
  const { total, totalIs } = await pageOf({ pageNum: 7, pageSize: 200, keyword: '1' })
  expect(totalIs).toBeDefined()
  expect(total).toBeGreaterThan(1_400)
})

test('the same rows are not counted again for some seconds', async () => {
  const query = { pageSize: 20, organizationId: 2 }
  expect(await counts(query)).toBe(true)
  expect(await counts(query)).toBe(false)
  expect(await counts({ ...query, pageNum: 2 })).toBe(false)
  expect(await counts({ ...query, organizationId: 3 })).toBe(true)
  app.clock.advance(forgotten)
  expect(await counts(query)).toBe(true)
})

test('an estimate is remembered as long, unless this process writes', async () => {
  const query = { pageSize: 20, personType: 1 as const }
  const about = { totalIs: 'about' }
  expect(await pageOf(query)).toMatchObject(about)
  expect(await counts(query)).toBe(false)
  await remove('b14')
  expect(await counts(query)).toBe(true)
  expect(await counts(query)).toBe(false)
  app.clock.advance(forgotten)
  expect(await counts(query)).toBe(true)
})

test('a page that holds all there is counts nothing', async () => {
  expect(await counts({ pageSize: 200, status: 3 })).toBe(false)
})

test('what a word finds is counted', async () => {
  const query = { pageSize: 20, keyword: '赵' }
  const named = await there(`search like '%赵%'`)
  expect(named).toBeGreaterThan(20)
  expect(await pageOf(query)).toMatchObject({ total: named })
  expect(await counts(query)).toBe(false)
  const behind = { ...query, pageNum: 100, keyword: '钱' }
  expect(await pageOf(behind)).toMatchObject({ records: [], total: await there(`search like '%钱%'`) })
})

test('the end of a number of any length finds who has it', async () => {
  const { rows } = await app.database.read(1, db =>
    db.execute<{ mobile: string }>(sql`select mobile from lawyers where code_key = 'b200'`),
  )
  const { mobile } = rows[0]!
  for (let length = 3; length <= mobile.length; length++) {
    const keyword = mobile.slice(-length)
    const found = await pageOf({ pageSize: 20, keyword })
    expect([keyword, found.total]).toEqual([keyword, await there(`search like '%${keyword}%'`)])
  }
})

test('a frequent word finds what a rare one would, page by page', async () => {
  const found = new Set<number>()
  const named = await there(`search like '%pinyin%'`)
  expect(named).toBeGreaterThan(1_000)
  for (let pageNum = 1; pageNum <= Math.ceil(named / 200); pageNum++)
    for (const { id } of (await pageOf({ pageNum, pageSize: 200, keyword: 'pinyin' })).records) found.add(id)
  expect(found.size).toBe(named)
})

test('an own write is counted at once', async () => {
  const query = { pageSize: 20, organizationId: 1 }
  const { total } = await pageOf(query)
  await remove('b12')
  expect(await pageOf(query)).toMatchObject({ total: total - 1 })
})

test('who sees less is told of less', async () => {
  const { total } = await pageOf({ pageSize: 20, organizationId: 1 })
  const office = (await app.as('branch')).organizationId
  const mine = await there(`organization_id = ${office}`)
  for (const _ of [1, 2]) {
    expect(await pageOf({ pageSize: 20 }, 'branch')).toMatchObject({ total: mine })
    expect(await pageOf({ pageSize: 20, organizationId: 1 })).toMatchObject({ total })
  }
})

test('a write of another process is seen some seconds later, and by a page that proves it at once', async () => {
  const query = { pageSize: 200, organizationId: 2 }
  const { total } = await pageOf(query)
  const last = Math.ceil(total / 200)
  await elsewhere(`update lawyers set deleted_at = now() where code_key = 'b13'`)
  expect(await pageOf({ ...query, pageNum: last })).toMatchObject({ total: total - 1 })
  await elsewhere(
    `update lawyers set deleted_at = null where code_key = 'b13'`,
    `update lawyers set organization_id = 2 where organization_id = 3 and code_key like 'b%'`,
  )
  const after = await there('organization_id = 2')
  expect(after).toBeGreaterThan(total + 200)
  const { records, total: counted } = await pageOf({ ...query, pageNum: last })
  expect([records.length, counted]).toEqual([200, after])
  await elsewhere(`update lawyers set organization_id = 3 where id % 2 = 0 and code_key like 'b%'`)
  app.clock.advance(forgotten)
  expect(await pageOf(query)).toMatchObject({ total: await there('organization_id = 2') })
})

test('the numbers of the tabs are one statement, exact up to a thousand, and remembered until something is written', async () => {
  const admin = await app.as('admin')
  const numbers = () => admin.call('lawyers.lawyerNum')
  const asked = async () => (await statementsOf(app.database.pool, numbers)).length
  await elsewhere(`update lawyers set status = 3 where code_key like 'b1_'`, 'analyze lawyers')
  app.clock.advance(forgotten * 20)
  // After so long a call notes that the session is in use, which is a write.
  await admin.call('positions.post')
  // The session's, to count, and to guess what are more than a thousand.
  expect([await asked(), await asked()]).toEqual([3, 1])
  const { normal, disabled, about } = await numbers()
  expect(disabled).toBe(await there('status = 3'))
  expect(about).toEqual(['all', 'normal'])
  expect(normal).toBeGreaterThan((await there('status = 1')) * 0.8)
  await remove('b11')
  expect(await numbers()).toMatchObject({ disabled: await there('status = 3') })
  const page = await pageOf({ pageSize: 5, status: 3 })
  expect(page).toMatchObject({ total: await there('status = 3') })
})

test('what is found in the log by a name or a rare word is counted, and a frequent one is only told to be frequent', async () => {
  await elsewhere(fillLogs(2_000), 'analyze logs')
  const admin = await app.as('admin')
  const found = async (query: object) => {
    let total: number | undefined
    const statements = await statementsOf(app.database.pool, async () => {
      ;({ total } = await admin.call('logs.getAdminLogPageList', { pageSize: 20, ...query }))
    })
    return [total, statements.length]
  }
  const { rows } = await app.database.read(1, db =>
    db.execute<{ n: number }>(
      sql`select count(*)::int as n from logs where important = 1 and target_name like '%对象12%'`,
    ),
  )
  expect(rows[0]!.n).toBeGreaterThan(20)
  // The session, the page, the guess whether the word is frequent, and the count.
  expect(await found({ target: '对象12' })).toEqual([rows[0]!.n, 4])
  expect(await found({ keyword: '对象12' })).toEqual([rows[0]!.n, 4])
  expect((await found({ keyword: '职位' }))[0]).toBeGreaterThan(1_000)
  expect((await found({ target: '对象1' }))[0]).toBeGreaterThan(rows[0]!.n)
})
