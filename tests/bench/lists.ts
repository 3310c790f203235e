// Compares paged lists at 10,000 and 1,000,000 rows (articles: 1,000 and 100,000), call by call in turn: `npm run
// bench -- lists`, or `npm run bench -- lists logs` for lists with this name. The large log lies in 41 monthly partitions,
// the small one in one or two. Prints medians and their ratio.
import { withClient } from '../../server/db/migrate.ts'
import { makeLogMonths, monthAfter } from '../../server/db/rules/logMonths.ts'
import { fillArticles, fillLawyers, fillLogs } from '../support/manyRows.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { setup } from '../support/database.ts'

const sizes = { small: 10_000, large: 1_000_000 } as const
const rounds = 40
/** The number of months before this one that the large log contains. */
const months = 37
/** Longer than the cache of totals and estimates, so that each call counts its rows. */
const pause = 61_000

const secondary = `select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' and tablename in ('lawyers', 'logs', 'articles')
    and indexname not in (select conindid::regclass::text from pg_constraint where conindid <> 0)`

/**
 * Uses a connection of its own without the server's time limits. Indexes are created afterwards, which takes a third
 * of the time.
 */
const fill = (url: string, rows: number) =>
  withClient({ connectionString: url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false); set maintenance_work_mem = '512MB'`)
    if (rows === sizes.large)
      for (let month = 1; month <= months; month++)
        await makeLogMonths(client, monthAfter(new Date(), -month))
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(secondary)
    for (const { name } of indexes) await client.query(`drop index "${name}"`)
    await client.query(fillLawyers(rows))
    await client.query(fillLogs(rows, rows === sizes.large ? Math.floor((months * 30 * 86_400) / rows) : 1))
    await client.query(fillArticles(rows / 10))
    for (const { definition } of indexes) await client.query(definition)
    await client.query('vacuum analyze')
  })

const page = 'pageNum=1&pageSize=20'
const log = `/log/getAdminLogPageList?${page}`
const own = `/log/getPageList?${page}`
const article = `/article/getList?${page}&kind=2`
const word = encodeURIComponent

const lists = [
  ['lawyers, first page', `/lawyer/pageList?${page}`],
  ['lawyers, page 100', '/lawyer/pageList?pageNum=100&pageSize=20'],
  ['lawyers by name', `/lawyer/pageList?${page}&sortField=name&sortOrder=asc`],
  ['lawyers of an office', `/lawyer/pageList?${page}&organizationId=1`],
  ['lawyers named 张伟', `/lawyer/pageList?${page}&keyword=${word('张伟')}`],
  ['lawyers with a frequent name', `/lawyer/pageList?${page}&keyword=${word('张')}`],
  ['lawyers, phone tail', `/lawyer/pageList?${page}&keyword=7919`],
  ['logs, first page', log],
  ['logs, page 100', '/log/getAdminLogPageList?pageNum=100&pageSize=20'],
  ['logs of a module', `${log}&module=5`],
  ['logs of an action', `${log}&action=approve`],
  ['logs of a module and an action', `${log}&module=5&action=approve`],
  ['logs, failures', `${log}&result=0`],
  ['logs, successes', `${log}&result=1`],
  ['logs of an administrator', `${log}&adminId=17`],
  ['logs of an office', `${log}&organizationId=2`],
  ['logs about one record', `${log}&targetType=lawyers&targetId=77`],
  ['logs about a name', `${log}&target=${word('对象123')}`],
  ['logs about a frequent name', `${log}&target=${word('对象1')}`],
  ['logs with a rare word', `${log}&keyword=${word('对象4711')}`],
  ['logs with a frequent word', `${log}&keyword=${word('职位')}`],
  ['logs of sign-ins', `${log}&module=1`],
  ['logs of a span', `${log}&from=2000-01-01&to=2999-12-31`],
  ['my own logs', own],
  ['articles, first page', article],
  ['articles, drafts', `${article}&status=0`],
  ['articles, pending', `${article}&status=1`],
  ['articles, published', `${article}&status=2`],
  ['articles, counts of the tabs', '/article/getArticleNum?kind=2'],
  ['articles of a category', `${article}&typeId=2`],
  ['articles of an office', `${article}&organizationId=2`],
  ['articles of a lawyer', `${article}&lawyerId=77`],
  ['articles of a profession', `${article}&professionalId=7`],
  ['articles on top', `${article}&isTop=1`],
  ['articles named 数据合规', `${article}&keyword=${word('数据合规')}`],
  ['articles named 问题之77', `${article}&keyword=${word('问题之77')}`],
  ['articles by title', `${article}&sortField=title&sortOrder=asc`],
  ['articles of a span', `${article}&from=2026-01-01&to=2026-12-31`],
  ['a lawyer’s articles', `/article/getUserList/77?${page}`],
] as const

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

const timed = async (app: TestApp, token: string, path: string) => {
  app.clock.advance(pause)
  const start = performance.now()
  const { body } = await app.send('GET', path, { token })
  if (body.code !== '200') throw new Error(`${path}: ${body.code} ${body.message}`)
  return performance.now() - start
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const stop = await setup()
try {
  const apps = { small: await startApp(), large: await startApp() }
  for (const size of ['small', 'large'] as const) await fill(apps[size].database.url, sizes[size])
  print(
    '| list | 10,000 rows (articles 1,000), ms | 1,000,000 (100,000), ms | ratio |\n| --- | --: | --: | --: |',
  )
  for (const [name, path] of lists.filter(([it]) => it.includes(process.argv[2] ?? ''))) {
    // Each list advances the clock by almost an hour, and a session expires after some.
    const tokens = {
      small: (await apps.small.asNew('admin')).token,
      large: (await apps.large.asNew('admin')).token,
    }
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds; round++)
      for (const size of ['small', 'large'] as const)
        times[size].push(await timed(apps[size], tokens[size], path))
    const [small, large] = [median(times.small), median(times.large)]
    print(`| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${(large / small).toFixed(2)} |`)
  }
  await apps.small.close()
  await apps.large.close()
} finally {
  await stop()
}
