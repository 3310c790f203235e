import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fillLawyers, fillLogs } from '../../support/manyRows.ts'
import { statementsOf } from '../../support/statements.ts'

const lawyerCount = 10_500
const cacheExpiryMs = 6_000

let app: TestApp
/** Writes like another process would: this process does not notice it. */
const writeElsewhere = (...statements: string[]) =>
  withClient({ connectionString: app.database.url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    for (const it of statements) await client.query(it)
  })
beforeAll(async () => {
  app = await startApp()
  await writeElsewhere(fillLawyers(lawyerCount), 'analyze lawyers')
})
afterAll(() => app.close())

const pageOf = async (query: object, account = 'admin') =>
  (await app.as(account)).call('lawyers.pageList', query)
const countLawyers = async (where = 'true') => {
  const { rows } = await app.database.read(1, db =>
    db.execute<{ n: number }>(
      sql`select count(*)::int as n from lawyers where deleted_at is null and ${sql.raw(where)}`,
    ),
  )
  return rows[0]!.n
}
const counts = async (query: object) => {
  const sentStatements = await statementsOf(app.database.pool, () => pageOf(query))
  return sentStatements.some(it => it.includes('as counted'))
}
/** Deletes with another statement of this process. */
const remove = (code: string) =>
  app.database.write(1, db => db.execute(sql`update lawyers set deleted_at = now() where code_key = ${code}`))

test('a total is exact up to ten thousand, and beyond says that there are more', async () => {
  expect(await pageOf({ pageSize: 20 })).toMatchObject({ total: 10_001, totalIs: 'over', pages: 501 })
  const ofOffice = await pageOf({ pageSize: 20, organizationId: 1 })
  expect(ofOffice).toMatchObject({ total: await countLawyers('organization_id = 1') })
  expect(ofOffice).not.toHaveProperty('totalIs')
})

test('pages beyond the limit follow until the last one, which has the exact total', async () => {
  const all = await countLawyers()
  const foundIds = new Set<number>()
  for (let pageNum = 1; ; pageNum++) {
    const { records, total, totalIs } = await pageOf({ pageNum, pageSize: 200 })
    for (const { id } of records) foundIds.add(id)
    if (foundIds.size === all) {
      expect([total, totalIs]).toEqual([all, undefined])
      break
    }
    expect(records).toHaveLength(200)
    expect(total).toBeGreaterThan(foundIds.size)
  }
  expect(await pageOf({ pageNum: 600, pageSize: 20 })).toMatchObject({ records: [], total: all })
})

test('a total at the limit still offers a next page while pages are full', async () => {
  const { total, totalIs } = await pageOf({ pageNum: 7, pageSize: 200, keyword: '1' })
  expect(totalIs).toBe('over')
  expect(total).toBeGreaterThan(1_400)
})

test('the same total is not counted again for some seconds', async () => {
  const query = { pageSize: 20, organizationId: 2 }
  expect(await counts(query)).toBe(true)
  expect(await counts(query)).toBe(false)
  expect(await counts({ ...query, pageNum: 2 })).toBe(false)
  expect(await counts({ ...query, organizationId: 3 })).toBe(true)
  app.clock.advance(cacheExpiryMs)
  expect(await counts(query)).toBe(true)
})

test('a total above the limit is cached as long, even if this process writes', async () => {
  const query = { pageSize: 20, personType: 1 as const }
  expect(await pageOf(query)).toMatchObject({ totalIs: 'over' })
  await remove('b14')
  expect(await counts(query)).toBe(false)
  app.clock.advance(cacheExpiryMs)
  expect(await counts(query)).toBe(true)
})

test('a page that holds all rows needs no count', async () => {
  expect(await counts({ pageSize: 200, status: 3 })).toBe(false)
})

test('results of a search word are counted', async () => {
  const query = { pageSize: 20, keyword: '赵' }
  const named = await countLawyers(`search like '%赵%'`)
  expect(named).toBeGreaterThan(20)
  expect(await pageOf(query)).toMatchObject({ total: named })
  expect(await counts(query)).toBe(false)
  const behind = { ...query, pageNum: 100, keyword: '钱' }
  expect(await pageOf(behind)).toMatchObject({ records: [], total: await countLawyers(`search like '%钱%'`) })
})

test('the last digits of a mobile number of any length find its owner', async () => {
  const { rows } = await app.database.read(1, db =>
    db.execute<{ mobile: string }>(sql`select mobile from lawyers where code_key = 'b200'`),
  )
  const { mobile } = rows[0]!
  for (let length = 3; length <= mobile.length; length++) {
    const keyword = mobile.slice(-length)
    const found = await pageOf({ pageSize: 20, keyword })
    expect([keyword, found.total]).toEqual([keyword, await countLawyers(`search like '%${keyword}%'`)])
  }
})

test('a frequent word finds the same rows as a rare one, page by page', async () => {
  const found = new Set<number>()
  const named = await countLawyers(`search like '%pinyin%'`)
  expect(named).toBeGreaterThan(1_000)
  for (let pageNum = 1; pageNum <= Math.ceil(named / 200); pageNum++)
    for (const { id } of (await pageOf({ pageNum, pageSize: 200, keyword: 'pinyin' })).records) found.add(id)
  expect(found.size).toBe(named)
})

test('a write of this process changes the count at once', async () => {
  const query = { pageSize: 20, organizationId: 1 }
  const { total } = await pageOf(query)
  await remove('b12')
  expect(await pageOf(query)).toMatchObject({ total: total - 1 })
})

test('a caller who may see fewer rows gets a smaller count', async () => {
  const { total } = await pageOf({ pageSize: 20, organizationId: 1 })
  const office = (await app.as('branch')).organizationId
  const ownOfficeCount = await countLawyers(`organization_id = ${office}`)
  for (const _ of [1, 2]) {
    expect(await pageOf({ pageSize: 20 }, 'branch')).toMatchObject({ total: ownOfficeCount })
    expect(await pageOf({ pageSize: 20, organizationId: 1 })).toMatchObject({ total })
  }
})

test('a write of another process shows after some seconds, or at once if the page itself reveals it', async () => {
  const query = { pageSize: 200, organizationId: 2 }
  const { total } = await pageOf(query)
  const last = Math.ceil(total / 200)
  await writeElsewhere(`update lawyers set deleted_at = now() where code_key = 'b13'`)
  expect(await pageOf({ ...query, pageNum: last })).toMatchObject({ total: total - 1 })
  await writeElsewhere(
    `update lawyers set deleted_at = null where code_key = 'b13'`,
    `update lawyers set organization_id = 2 where organization_id = 3 and code_key like 'b%'`,
  )
  const after = await countLawyers('organization_id = 2')
  expect(after).toBeGreaterThan(total + 200)
  const { records, total: counted } = await pageOf({ ...query, pageNum: last })
  expect([records.length, counted]).toEqual([200, after])
  await writeElsewhere(`update lawyers set organization_id = 3 where id % 2 = 0 and code_key like 'b%'`)
  app.clock.advance(cacheExpiryMs)
  expect(await pageOf(query)).toMatchObject({ total: await countLawyers('organization_id = 2') })
})

test('the counts of the tabs come from one statement, exact up to ten thousand, and are cached until the next write', async () => {
  const admin = await app.as('admin')
  const numbers = () => admin.call('lawyers.lawyerNum')
  const statementCount = async () => (await statementsOf(app.database.pool, numbers)).length
  await writeElsewhere(`update lawyers set status = 3 where code_key like 'b1_'`, 'analyze lawyers')
  app.clock.advance(cacheExpiryMs * 20)
  // After this time a call records that the session is in use, which is a write.
  await admin.call('positions.post')
  // The queries are the session and the count.
  expect([await statementCount(), await statementCount()]).toEqual([2, 1])
  const { normal, disabled, over } = await numbers()
  expect(disabled).toBe(await countLawyers('status = 3'))
  expect(over).toEqual(['all', 'normal'])
  expect(normal).toBe(10_000)
  await remove('b11')
  expect(await numbers()).toMatchObject({ disabled: await countLawyers('status = 3') })
  const page = await pageOf({ pageSize: 5, status: 3 })
  expect(page).toMatchObject({ total: await countLawyers('status = 3') })
})

test('log rows found by a name or a rare word are counted, while a frequent word is only reported as frequent', async () => {
  await writeElsewhere(fillLogs(2_000), 'analyze logs')
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
  // The queries are the session, the page, and the counts of the newest months and of the older ones.
  expect(await found({ target: '对象12' })).toEqual([rows[0]!.n, 4])
  expect(await found({ keyword: '对象12' })).toEqual([rows[0]!.n, 4])
  expect((await found({ keyword: '职位' }))[0]).toBeGreaterThan(1_000)
  expect((await found({ target: '对象1' }))[0]).toBeGreaterThan(rows[0]!.n)
})

describe('the log by months', () => {
  const statementsFor = async (query: object) => {
    const admin = await app.as('admin')
    let answer: { total: number; totalIs?: string; records: unknown[] } | undefined
    const statements = await statementsOf(app.database.pool, async () => {
      answer = await admin.call('logs.getAdminLogPageList', { pageSize: 20, ...query })
    })
    return { answer: answer!, statements: statements.filter(it => it.includes('"logs"')) }
  }
  const isAboutAll = (statement: string) => !/"created_at" >=? /.test(statement)

  test('a page that the newest months fill asks no other partition', async () => {
    await writeElsewhere('analyze logs')
    const query = { action: ['approve' as const] }
    const { answer } = await statementsFor(query)
    expect(answer.records).toHaveLength(20)
    app.clock.advance(cacheExpiryMs)
    const { statements } = await statementsFor(query)
    expect(statements).not.toEqual([])
    expect(statements.filter(isAboutAll)).toEqual([])
  })

  test('rows of earlier months follow those of the newest, page by page, and are counted with them', async () => {
    const query = { targetType: 'lawyers', targetId: 77_777 }
    const months = [0, 0, 1, 3, 3, 5, 8]
    await writeElsewhere(
      ...months.map(
        (
          month,
          at,
        ) => `insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_name,
          target_type, target_id, summary, result, request_id, prev_hash, hash) values (1, ${-9_000 - at},
          now() - ${month} * interval '31 days' - ${at} * interval '1 second', 2, 5, 'update', 1, '甲', 'lawyers', 77777, '第${at}行', 1, 'r', '', '')`,
      ),
    )
    const read = async (pageNum: number) => (await statementsFor({ ...query, pageNum, pageSize: 3 })).answer
    const pages = [await read(1), await read(2), await read(3)]
    const summaries = pages.flatMap(({ records }) => records as { summary: string }[])
    expect(summaries.map(({ summary }) => summary)).toEqual(months.map((_, at) => `第${at}行`))
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
    expect((await read(4)).records).toEqual([])
  })
})
