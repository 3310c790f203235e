import { and, eq, type SQL, sql } from 'drizzle-orm'

import { articleKinds } from '../../../resources/articles/index.ts'
import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { resourceNamed } from '../../../resources/index.ts'
import type { AnyResource } from '../../../resources/kit/index.ts'
import type { session } from '../../../resources/session.ts'
import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { recordKinds } from '../recordKinds.ts'

/** Seconds after which somebody who gave no sign of life is not shown any more; clients give one every 20 s. */
const presentSeconds = 45
/** Seconds after which rows are removed, some with each call. */
const keptSeconds = 600
/** Maximum number of names in an answer. */
const mostNames = 5

/** The kinds of articles are one table. */
const articleNames: readonly string[] = Object.values(articleKinds).map(({ name }) => name)

const isVisible = (context: Context, name: string, id: number) => {
  const kind = recordKinds[articleNames.includes(name) ? 'articles' : name]
  return kind && sql`exists (select from ${kind.table} where ${and(kind.visible(context), eq(kind.key, id))})`
}

/** The condition under which the caller may read the record, or null if he may not read such records at all. */
const readCondition = (context: Context, resource: AnyResource, id: number | undefined): SQL | null => {
  const { caller, switches } = context
  const { crud, calls, feature, fixed, name } = resource
  const read = crud.one === undefined ? undefined : calls[crud.one]
  const scope = read ? scopeOfCaller(context, read.who) : null
  if (!read || scope === null) return null
  if (!isSwitchedOn(read, feature, caller.population, switches.features, fixed)) return null
  if (resource.isSetting) return id === undefined ? sql`true` : null
  if (id === undefined) return null
  // Other records belong to the firm as a whole.
  return isVisible({ ...context, scope }, name, id) ?? (scope === 'all' ? sql`true` : null)
}

const isCallers = ({ caller }: Context) =>
  sql`population = ${caller.population}::int and user_id = ${caller.id}::bigint`

const leave = async (context: Context, isRecord: SQL) => {
  await context.db.execute(sql`delete from presences where ${isRecord} and ${isCallers(context)}`)
  return []
}

/** Stores that the caller has the form open, and reads who else has, with one statement. */
export const reportPresence: Handlers<typeof session.calls>['presence'] = async (
  { resource: resourceName, id, leaving },
  context,
) => {
  const { db, firmId, caller, now } = context
  const resource = resourceNamed(resourceName)
  const condition = resource ? readCondition(context, resource, id) : null
  if (!condition) throw notFound()
  const isRecord = sql`presences.firm_id = ${firmId}::int and presences.resource = ${resourceName}::text
    and presences.record_id = ${id ?? 0}::bigint`
  if (leaving) return leave(context, isRecord)
  const moment = sql`${now.toISOString()}::timestamptz`
  const before = (seconds: number) =>
    sql`${new Date(now.getTime() - seconds * 1_000).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ names: string[] }>(sql`
    with readable as (select 1 where ${condition}),
    own as (insert into presences (firm_id, resource, record_id, population, user_id, name, since, seen_at)
      select ${firmId}::int, ${resourceName}::text, ${id ?? 0}::bigint, ${caller.population}::int, ${caller.id}::bigint,
        ${caller.name}::text, ${moment}, ${moment} from readable
      on conflict (firm_id, resource, record_id, population, user_id) do update set name = excluded.name,
        since = case when presences.seen_at < ${before(presentSeconds)} then excluded.since else presences.since end,
        seen_at = excluded.seen_at),
    gone as (delete from presences where firm_id = ${firmId}::int and ctid = any(array(select ctid from presences
      where firm_id = ${firmId}::int and seen_at < ${before(keptSeconds)} limit 50 for update skip locked)))
    select array(select name from presences where ${isRecord} and seen_at >= ${before(presentSeconds)}
      and not (${isCallers(context)}) order by since, user_id limit ${mostNames}) as names from readable`)
  if (!rows[0]) throw notFound()
  return rows[0].names.map(name => ({ name }))
}
