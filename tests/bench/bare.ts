// The baseline of `npm run bench -- calls`: the same rows by the same queries directly through `pg`, with a keyed
// look-up of the session, but without validation, rights or a log.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
// As in the product, each connection belongs to one firm.
pool.on('connect', client => void client.query(`select set_config('app.firm_id', '1', false)`))

const list = `select id, name, name_en, name_pinyin, name_initials, gender, mobile, email, avatar, organization_id, team,
    employee_no, person_type, license_number, practice_type, first_practised_year, is_registered_partner, entry_date,
    leave_date, status, reject_reason, source, wx_bound, must_change_pwd, last_login_at, created_at, created_by_name,
    updated_at, updated_by_name, version,
    (select audit_status from cards where lawyer_id = lawyers.id and language = 'CN' and deleted_at is null) as "cardCn",
    (select audit_status from cards where lawyer_id = lawyers.id and language = 'EN' and deleted_at is null) as "cardEn",
    (select case when sent_at is not null then 3 when sealed is null then null when failed_at is not null then 2 else 1 end
      from text_messages where lawyers.must_change_pwd = 1 and firm_id = lawyers.firm_id and lawyer_id = lawyers.id
      order by text_messages.id desc limit 1) as "initialSms"
  from lawyers where firm_id = 1 and deleted_at is null
  order by card_top desc nulls last, card_post_level, card_weight desc nulls last, name_sort, id limit 20`
const count = `select count(*)::int as total
  from (select from lawyers where firm_id = 1 and deleted_at is null limit 10001) counted`

const session = `select s.user_id, a.name, a.office_level from sessions s join admins a on a.id = s.user_id
  where s.token_hash = $1 and s.expire_at > now()`
const isSignedIn = async (token: string) => {
  const hash = createHash('sha256').update(token).digest('hex')
  return (await pool.query(session, [hash])).rows.length === 1
}

const answers: Record<string, (id: number) => Promise<unknown>> = {
  list: async () => {
    const [page, total] = await Promise.all([pool.query(list), pool.query(count)])
    return { records: page.rows, total: total.rows[0].total }
  },
  record: async id => (await pool.query('select * from positions where post_id = $1', [id])).rows[0],
  update: async () => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query(
        `update lawyers set team = $1, version = version + 1 where id = $2 returning *`,
        [`组${Math.random()}`, 5_000 + Math.floor(Math.random() * 10_000)],
      )
      await client.query(`insert into bare_logs (text, created_at) values ($1, now())`, [rows[0].name])
      await client.query('commit')
      return rows[0]
    } finally {
      client.release()
    }
  },
}

const answer = async (url = '', token: unknown) => {
  if (!(await isSignedIn(String(token)))) return { code: '4003', message: '登录已失效', data: {} }
  const [name = '', id] = url.slice(1).split('?')
  return { code: '200', message: '操作成功', data: await answers[name]!(Number(id)) }
}

const server = createServer((request, response) => {
  void answer(request.url, request.headers['token']).then(answered => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answered))
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
