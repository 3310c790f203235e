import { afterAll, beforeAll, expect, test } from 'vitest'

import { withClient } from '../../../server/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fillArticles, fillCards, fillLawyers, fillLogs } from '../../support/manyRows.ts'
import { queriesOf } from '../../support/statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await withClient({ connectionString: app.database.url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    for (const fill of [
      fillLawyers(4_000),
      fillCards,
      fillLogs(4_000),
      fillArticles(4_000),
      messagesAboutPeople,
    ])
      await client.query(fill)
    await client.query('analyze')
  })
})
afterAll(() => app.close())

const messagesAboutPeople = `
  insert into messages (firm_id, receiver_type, receiver_id, type, title, content, biz_type, biz_id)
  select 1, 1, 1 + n % 6, 1, '通知', '内容' || n, 'lawyer', n % 500 from generate_series(1, 4000) n`

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Total Cost': number
  'Parent Relationship'?: string
  Plans?: Plan[]
}

/** The nodes of the plan without the count, which is limited, and without look-ups by key. */
const nodesOf = (plan: Plan): Plan[] =>
  ['InitPlan', 'SubPlan'].includes(plan['Parent Relationship'] ?? '')
    ? []
    : [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The plan for reading the rows of a page. */
const planOf = async (path: string, table: string) => {
  const { token } = await app.as('admin')
  const queries = await queriesOf(app.database.pool, () => app.send('GET', path, { token }))
  const [page] = queries.filter(it => it.text.includes(`from "${table}"`) && / limit /.test(it.text))
  const { rows } = await withClient({ connectionString: app.database.url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    return client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) ${page!.text}`,
      page!.values,
    )
  })
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
}

// Sorting all rows for the first twenty would read all of them.
test.each([
  ['people', '/lawyer/pageList?pageNum=1&pageSize=20', 'lawyers'],
  ['cards', '/lawyer/card/pageList?pageNum=1&pageSize=20', 'cards'],
  ['articles', '/article/getList?pageNum=1&pageSize=20&kind=2', 'articles'],
  ['logs', '/log/getAdminLogPageList?pageNum=1&pageSize=20', 'logs'],
])('the first page of %s is read in the order of an index', async (_, path, table) => {
  const nodes = await planOf(path, table)
  const scannedTables = nodes.filter(it => it['Node Type'] === 'Seq Scan').map(it => it['Relation Name'])
  expect(nodes.map(it => it['Node Type'])).not.toContain('Sort')
  expect(scannedTables.filter(it => it === 'lawyers' || it === table)).toEqual([])
})

// A timeline reads the log by its record and by its person, and the messages by their record.
test.each([
  ['changes', '/log/timeline?type=lawyers&id=77&kind=change', 'logs'],
  ['sign-ins', '/log/timeline?type=lawyers&id=77&kind=signIn', 'logs'],
  ['messages', '/log/timeline?type=lawyers&id=77&kind=message', 'messages'],
])('the %s of a timeline are found by an index', async (_, path, table) => {
  const nodes = await planOf(path, table)
  // Reading an empty partition costs next to nothing.
  const read = nodes.filter(it => it['Relation Name']?.startsWith(table) && it['Total Cost'] > 1)
  expect(read.length).toBeGreaterThan(0)
  expect(read.filter(it => it['Node Type'] === 'Seq Scan')).toEqual([])
})

test('log rows about one record are found by an index', async () => {
  const nodes = await planOf(
    '/log/getAdminLogPageList?pageNum=1&pageSize=20&targetType=lawyers&targetId=77',
    'logs',
  )
  // An empty partition, such as that of a month to come, costs nothing.
  const read = nodes.filter(it => it['Relation Name']?.startsWith('logs') && it['Total Cost'] > 0)
  expect(read.length).toBeGreaterThan(0)
  expect(read.filter(it => it['Node Type'] === 'Seq Scan')).toEqual([])
})
