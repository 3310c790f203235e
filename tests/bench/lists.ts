// Page lists at 10,000 and 1,000,000 rows, of articles 1,000 and 100,000, call by call in turn: `npm run bench:lists`,
// or `npm run bench:lists -- logs` for those named so. Prints medians and their ratio.
import { withClient } from '../../server/db/migrate.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { setup } from '../support/database.ts'

const sizes = { small: 10_000, large: 1_000_000 } as const
const rounds = 40

// Two- and three-character names from 40 surnames and 60 characters: realistic selectivity for a search.
const fillLawyers = (rows: number) => `
  insert into lawyers (firm_id, name, name_pinyin, name_initials, mobile, organization_id, person_type, status, code_key, search, updated_at)
  select 1, name, 'pinyin' || n % 977, 'py', mobile, 1 + n % 3, 1, 1, 'b' || n,
    name || ' pinyin' || n % 977 || ' py ' || mobile, now() - n * interval '1 second'
  from (
    select n, '1' || (3 + n % 7) || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0') as mobile,
      substr（'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章', 1 + n % 40, 1）
      || substr（'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰萍鹏飞慧', 1 + n / 40 % 30, 1）
      || substr（'一文子浩宇轩梓涵欣怡晨思雨佳琪嘉懿煜城烨磊晟睿弘文博', 1 + n / 1200 % 26, 1） as name
    from generate_series(10, ${rows + 9}) n
  ) people`

const fillLogs = (rows: number) => `
  insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id, operator_name,
    target_type, target_id, target_name, target_org_id, summary, result, request_id, prev_hash, hash)
  select 1, 100 + n, now() - n * interval '1 second', 2, 1 + n % 14, (array['update', 'create', 'approve', 'export', 'reveal'])[1 + n % 5],
    (n % 7 <> 0)::int, 1, 1 + n % 50, '操作人' || n % 50, 'lawyers', n % 5000, '对象' || n % 5000, 1 + n % 3,
    '将【对象' || n % 5000 || '】的职位由“律师”改为“合伙人”' || n, (n % 100 <> 0)::int, 'R' || n, 'p' || n, 'h' || n
  from generate_series(1, ${rows}) n`

// Of four kinds, most published; each by one of 5,000 lawyers.
const fillArticles = (rows: number) => `
  insert into categories (firm_id, kind, type_name) select 1, 1 + n % 4, '分类' || n from generate_series(1, 12) n;
  insert into articles (firm_id, kind, type_id, organization_id, title, language, content_mode, source_type, lawyer_ids,
    professional, status, publish_at, is_top, search, updated_at)
  select 1, 1 + n % 4, 1 + n % 12, 1 + n % 3, title, 'CN', 1, 1, array[n % 5000], array[n % 13], (array[2, 2, 2, 2, 2, 2, 0, 1, 3, 4])[1 + n / 4 % 10],
    now() - n * interval '1 minute', (n % 997 = 0)::int, title, now() - n * interval '1 minute'
  from (
    select n, （array['股东出资', '公司控制权', '对赌回购', '数据合规', '劳动仲裁', '婚姻财产', '建设工程', '破产重整']）[1 + n / 4 % 8]
      || （array['期限', '纠纷', '协议', '审查', '举证', '分割', '结算', '清偿']）[1 + n / 32 % 8] || '实务问题之' || n as title
    from generate_series(1, ${rows}) n
  ) written;
  insert into article_lawyers (article_id, firm_id, lawyer_id, role, is_show, is_top)
  select article_id, 1, lawyer_ids[1], 1, 1, 0 from articles where firm_id = 1`

/** Over a connection of its own, without the server's time limits. */
const fill = (url: string, rows: number) =>
  withClient({ connectionString: url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    await client.query(fillLawyers(rows))
    await client.query(fillLogs(rows))
    await client.query(fillArticles(rows / 10))
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
  ['articles of a lawyer', `${article}&lawyerId=4711`],
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
  const tokens = { small: (await apps.small.as('admin')).token, large: (await apps.large.as('admin')).token }
  print(
    '| list | 10,000 rows (articles 1,000), ms | 1,000,000 (100,000), ms | ratio |\n| --- | --: | --: | --: |',
  )
  for (const [name, path] of lists.filter(([it]) => it.includes(process.argv[2] ?? ''))) {
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
