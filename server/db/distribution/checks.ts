import type pg from 'pg'

/** The oldest release of Citus with which this was run. */
const MIN_VERSION = 12.1

const FACTS = `
  select (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    (select extversion from pg_extension where extname = 'citus') as version,
    to_regclass('public.firms') is not null as "hasTables"`

type Facts = { isSuperuser: boolean; version: string | null; hasTables: boolean }

const NODES = `
  select count(*) filter (where groupid = 0)::int as coordinators,
    count(*) filter (where groupid <> 0 and isactive and shouldhaveshards)::int as workers from pg_dist_node`

/** Which of the given logins each worker knows, as an array of names. */
const LOGINS = (logins: string) =>
  `select coalesce(string_agg(rolname, ','), '') from pg_roles where rolname = any(${logins})`

const OWNERS = `select distinct tableowner as name from pg_tables where schemaname = 'public'`

/** Logins of the product that a worker does not know. */
const missingLogins = async (client: pg.ClientBase, server: string | undefined): Promise<string[]> => {
  const { rows: owners } = await client.query<{ name: string }>(OWNERS)
  const logins = [...new Set([...owners.map(({ name }) => name), ...(server === undefined ? [] : [server])])]
  const list = `array[${logins.map(it => client.escapeLiteral(it)).join(', ')}]::name[]`
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success, result from run_command_on_workers($1)`,
    [LOGINS(list)],
  )
  return rows.flatMap(({ node, success, result }) => {
    if (!success) return [`工作节点 ${node} 不可达：${result} (this worker cannot be reached)`]
    const known = result.split(',')
    return logins
      .filter(login => !known.includes(login))
      .map(login => `工作节点 ${node} 没有登录名 ${login} (this worker has no such login)`)
  })
}

const missingFrom = async (client: pg.ClientBase, login: string | undefined): Promise<string[]> => {
  const { rows } = await client.query<Facts>(FACTS)
  const { isSuperuser, version, hasTables } = rows[0]!
  if (!isSuperuser)
    return [
      '请在 DATABASE_OWNER_URL 中写明超级用户，只用于这个命令 (set DATABASE_OWNER_URL to a superuser for this command)',
    ]
  if (version === null)
    return [
      '这个数据库没有 citus 扩展：请在每个节点的这个数据库里运行 create extension citus (this database has no extension citus: create it on each node)',
    ]
  if (Number.parseFloat(version) < MIN_VERSION)
    return [
      `需要 Citus ${MIN_VERSION} 或更新的版本，这里是 ${version} (Citus ${MIN_VERSION} or newer is needed)`,
    ]
  if (!hasTables)
    return ['这里还没有数据表：请先运行 npm run cli -- migrate (there are no tables here: migrate first)']
  const { rows: nodes } = await client.query<{ coordinators: number; workers: number }>(NODES)
  const { coordinators, workers } = nodes[0]!
  const missing = [
    ...(coordinators === 0
      ? [
          `协调节点未登记：请运行 select citus_set_coordinator_host('db0', 5432) (the coordinator is not registered: call citus_set_coordinator_host)`,
        ]
      : []),
    ...(workers === 0
      ? [
          `没有工作节点：请运行 select citus_add_node('db1', 5432) (there are no workers: call citus_add_node)`,
        ]
      : []),
  ]
  return missing.length > 0 ? missing : missingLogins(client, login)
}

/** Refuses a database that cannot be distributed, with all that it lacks. */
export const refuseUnfit = async (client: pg.ClientBase, login: string | undefined): Promise<void> => {
  const missing = await missingFrom(client, login)
  if (missing.length > 0) throw new Error(missing.join('\n'))
}
