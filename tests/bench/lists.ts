// Page lists at 10,000 and 1,000,000 rows, call by call in turn: `npm run bench:lists`. Prints medians and their ratio.
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
      substr('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章', 1 + n % 40, 1)
      || substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰萍鹏飞慧', 1 + n / 40 % 30, 1)
      || substr('一文子浩宇轩梓涵欣怡晨思雨佳琪嘉懿煜城烨磊晟睿弘文博', 1 + n / 1200 % 26, 1) as name
    from generate_series(10, ${rows + 9}) n
  ) people`

const fillLogs = (rows: number) => `
  insert into logs (firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id, operator_name,
    target_type, target_id, target_name, target_org_id, summary, result, request_id, prev_hash, hash)
  select 1, 100 + n, now() - n * interval '1 second', 2, 1 + n % 14, 'update', (n % 5 <> 0)::int, 1, n % 50, '操作人' || n % 50,
    'lawyers', n % 5000, '对象' || n % 5000, 1 + n % 3, '修改第' || n || '项', 1, 'R' || n, 'p' || n, 'h' || n
  from generate_series(1, ${rows}) n`

/** Over a connection of its own, without the server's time limits. */
const fill = (url: string, rows: number) =>
  withClient({ connectionString: url }, async client => {
    await client.query(`select set_config('app.firm_id', '1', false)`)
    await client.query(fillLawyers(rows))
    await client.query(fillLogs(rows))
    await client.query('vacuum analyze')
  })

const lists = [
  ['lawyers, first page', '/lawyer/pageList?pageNum=1&pageSize=20'],
  ['lawyers, page 100', '/lawyer/pageList?pageNum=100&pageSize=20'],
  ['lawyers by name', '/lawyer/pageList?pageNum=1&pageSize=20&sortField=name&sortOrder=asc'],
  ['lawyers of an office', '/lawyer/pageList?pageNum=1&pageSize=20&organizationId=1'],
  ['lawyers named 张伟', `/lawyer/pageList?pageNum=1&pageSize=20&keyword=${encodeURIComponent('张伟')}`],
  ['lawyers, phone tail', '/lawyer/pageList?pageNum=1&pageSize=20&keyword=7919'],
  ['logs, first page', '/log/getAdminLogPageList?pageNum=1&pageSize=20'],
  ['logs of a module', '/log/getAdminLogPageList?pageNum=1&pageSize=20&module=5'],
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
  print('| list | 10,000 rows, ms | 1,000,000 rows, ms | ratio |\n| --- | --: | --: | --: |')
  for (const [name, path] of lists) {
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
