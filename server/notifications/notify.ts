import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import { auditing } from '../../resources/domain/permissions.ts'
import { scopeOf } from '../../resources/domain/rights.ts'
import type { OfficeLevel, Population } from '../../resources/domain/role.ts'
import type { Caller, Context } from '../context/context.ts'
import { admins, messages } from '../db/tables.ts'

/** A message to somebody; titles have up to 50 and contents up to 1,000 characters (domain.md §3.8). */
export type Notification = {
  type: 1 | 2 | 3 | 4 | 5 | 6 | 7
  title: string
  content: string
  level?: 1 | 2
  /** What it is about, and the route that shows it. */
  bizType?: string
  bizId?: number
  link?: string
  /** The announcement that it is a copy of. */
  batchId?: number
}

/** Everybody who may decide about something of this office. */
type Reviewers = {
  reviewing: 'lawyer.pass' | 'card.audit' | 'article.pass' | 'lawyer.transfer'
  organizationId: number
}
export type Receivers =
  | { population: Population; ids: readonly number[] }
  | Reviewers
  /** A query of population and id. */
  | { query: SQL }

export type Sender = Pick<Context<Caller | null>, 'caller' | 'db' | 'firmId' | 'now' | 'switches'>

/** The administrators of one level who hold the right for this office; undefined when the level lacks it. */
const reviewersOf = (
  officeLevel: OfficeLevel,
  { reviewing, organizationId }: Reviewers,
  { switches }: Sender,
) => {
  const scope = scopeOf(reviewing, `L${officeLevel}`, switches.rights)
  if (!scope) return undefined
  return and(
    eq(admins.officeLevel, officeLevel),
    scope === 'all' ? undefined : eq(admins.organizationId, organizationId),
    // Levels 2 and 4 are narrowed person by person (domain.md §3.2).
    (officeLevel === 2 || officeLevel === 4) && auditing.includes(reviewing)
      ? eq(admins.canAudit, 1)
      : undefined,
  )
}

const queryOf = (sender: Sender, to: Receivers): SQL => {
  if ('query' in to) return to.query
  if ('ids' in to) return sql`select ${to.population}::int, unnest(${sql.param(to.ids)}::bigint[])`
  const levels = ([1, 2, 3, 4] as const).map(level => reviewersOf(level, to, sender))
  return sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${sender.firmId}
    and ${admins.status} = 1 and ${admins.isSystem} = 0 and ${admins.deletedAt} is null
    and ${or(...levels) ?? sql`false`}`
}

const truncate = (text: string, max: number) => Array.from(text).slice(0, max).join('')

/** One statement for any number of receivers, in the transaction of what it is about; answers how many they were. */
export const notify = async (sender: Sender, notification: Notification, to: Receivers): Promise<number> => {
  const { caller, db, firmId, now } = sender
  const { type, title, content, level = 1 } = notification
  const { bizType = null, bizId = null, link = null, batchId = null } = notification
  const { rowCount } = await db.execute(sql`
    insert into ${messages} (firm_id, receiver_type, receiver_id, type, title, content, level, biz_type, biz_id, link,
      sender_name, batch_id, created_at)
    select ${firmId}::int, receiver.population, receiver.id, ${type}::int, ${truncate(title, 50)},
      ${truncate(content, 1000)}, ${level}::int, ${bizType}, ${bizId}::bigint, ${link}, ${caller?.name ?? null},
      ${batchId}::bigint, ${now.toISOString()}::timestamptz
    from (${queryOf(sender, to)}) as receiver(population, id)`)
  return rowCount ?? 0
}
