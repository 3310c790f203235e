// Compares every search of a firm of 20,000 people where a superuser has marked the functions of searches as leakproof
// with a database where nobody can, as managed ones are: `npm run bench -- searches`. Prints medians and their ratio.
import { missingMarkStatements } from '../../server/db/lists/leakproof.ts'
import { withClient } from '../../server/db/migrate.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { setup, testSuperuser } from '../support/database.ts'
import { fillArticles, fillCards, fillLawyers, fillLogs } from '../support/manyRows.ts'

const people = 20_000
const articles = 5_000
const logs = 20_000
const rounds = 11

const fill = (url: string) =>
  withClient({ connectionString: url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    for (const statement of [fillLawyers(people), fillCards, fillLogs(logs), fillArticles(articles)])
      await client.query(statement)
    await client.query('vacuum analyze')
  })

/** Takes the marks away, which a superuser has set in the template of the tests' databases. */
const unmark = async (url: string) => {
  const database = new URL(url).pathname.slice(1)
  await withClient({ ...testSuperuser(), database }, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p where p.proleakproof and p.proname = any($1)`,
      [
        [
          'textlike',
          'texticlike',
          'arraycontains',
          'arrayoverlap',
          'search_parts',
          'jsonb_contains',
          'jsonb_object_field',
        ],
      ],
    )
    for (const { name } of rows) await client.query(`alter function ${name} not leakproof`)
    if ((await missingMarkStatements(client)).length === 0) throw new Error('no mark was taken away')
  })
}

const page = 'pageNum=1&pageSize=20'
const word = (path: string, keyword: string) => `${path}${page}&keyword=${encodeURIComponent(keyword)}`
const searches = [
  ['people, a name', word('/lawyer/pageList?', '张伟')],
  ['people, a frequent character', word('/lawyer/pageList?', '张')],
  ['people, the end of a number', word('/lawyer/pageList?', '7919')],
  ['people, nobody', word('/lawyer/pageList?', '不存在的人')],
  ['removed people', word('/lawyer/recycled?', '张伟')],
  ['cards, a name', word('/lawyer/card/pageList?', '张伟')],
  ['cards, a frequent character', word('/lawyer/card/pageList?', '张')],
  ['cards of a field of work', `/lawyer/card/pageList?${page}&professionId=7`],
  ['articles, a title', word('/article/getList?kind=2&', '问题之77')],
  ['articles, frequent words', word('/article/getList?kind=2&', '数据合规')],
  ['articles of a person', `/article/getList?kind=2&${page}&lawyerId=77`],
  ['articles of a field of work', `/article/getList?kind=2&${page}&professionalId=7`],
  ['log, a rare word', word('/log/getAdminLogPageList?', '对象4711')],
  ['log, a frequent word', word('/log/getAdminLogPageList?', '职位')],
  ['log, a name', `/log/getAdminLogPageList?${page}&target=${encodeURIComponent('对象123')}`],
  ['messages', word('/message?', '停电')],
  ['offices', word('/firmOrganization/pageList?', '总所')],
  ['administrators', word('/firmAccessUser/pageList?', '赵')],
] as const

/** The search box of the menu asks these lists at once. */
const palette = [
  '/lawyer/pageList?',
  '/lawyer/card/pageList?',
  '/article/getList?kind=2&',
  '/firmOrganization/pageList?',
]

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

const timed = async (app: TestApp, token: string, paths: readonly string[]) => {
  const start = performance.now()
  const answers = await Promise.all(paths.map(path => app.send('GET', path, { token })))
  const ms = performance.now() - start
  for (const [index, { body }] of answers.entries())
    if (body.code !== '200') throw new Error(`${paths[index]}: ${body.code} ${JSON.stringify(body)}`)
  return ms
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const stop = await setup()
try {
  const apps = { marked: await startApp(), unmarked: await startApp() }
  for (const { database } of Object.values(apps)) await fill(database.url)
  await unmark(apps.unmarked.database.url)
  const tokens = {
    marked: (await apps.marked.as('admin')).token,
    unmarked: (await apps.unmarked.as('admin')).token,
  }
  print('| search | with marks, ms | without, ms | ratio |\n| --- | --: | --: | --: |')
  const all = [
    ...searches.map(([name, path]) => [name, [path]] as const),
    ['the search box of the menu', palette.map(path => word(path, '张伟'))] as const,
  ]
  for (const [name, paths] of all.filter(([it]) => it.includes(process.argv[2] ?? ''))) {
    const times = { marked: [] as number[], unmarked: [] as number[] }
    for (let round = 0; round < rounds; round++)
      for (const kind of ['marked', 'unmarked'] as const)
        times[kind].push(await timed(apps[kind], tokens[kind], paths))
    const [marked, unmarked] = [median(times.marked), median(times.unmarked)]
    print(`| ${name} | ${marked.toFixed(1)} | ${unmarked.toFixed(1)} | ${(unmarked / marked).toFixed(2)} |`)
  }
  await apps.marked.close()
  await apps.unmarked.close()
} finally {
  await stop()
}
