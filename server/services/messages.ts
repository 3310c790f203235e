import { and, eq, or, type SQL, sql } from 'drizzle-orm'

import { type OfficeLevel, type Population, scopeOf } from '../../resources/kit/index.ts'
import type { Caller, Context } from '../context.ts'
import { admins } from '../db/tables.ts'

/** What is told; titles have up to 50 and contents up to 1,000 characters (domain.md §3.8). */
export type Letter = {
  type: 1 | 2 | 3 | 4 | 5 | 6 | 7
  title: string
  content: string
  level?: 1 | 2
  /** What it is about, and the route that shows it. */
  bizType?: string
  bizId?: number
  link?: string
}

/** Everybody who may decide about something of this office. */
type Reviewers = { reviewing: 'lawyer.pass' | 'card.audit' | 'article.pass'; organizationId: number }
export type Receivers = { population: Population; ids: readonly number[] } | Reviewers

/** Where both populations find their devices, and what opens their account. */
export const accountPage = { bizType: 'account', link: '/app/user/account/settings' } as const

type Sender = Pick<Context<Caller | null>, 'caller' | 'db' | 'firmId' | 'now' | 'switches'>

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
    officeLevel === 2 || officeLevel === 4 ? eq(admins.canAudit, 1) : undefined,
  )
}

const idsOf = (sender: Sender, to: Receivers): SQL => {
  if ('ids' in to) return sql`select unnest(${sql.param(to.ids)}::bigint[])`
  const levels = ([1, 2, 3, 4] as const).map(it => reviewersOf(it, to, sender))
  return sql`select ${admins.id} from ${admins} where ${admins.firmId} = ${sender.firmId}
    and ${admins.status} = 1 and ${admins.isSystem} = 0 and ${admins.deletedAt} is null
    and ${or(...levels) ?? sql`false`}`
}

const cut = (text: string, max: number) => Array.from(text).slice(0, max).join('')

/** One statement for any number of receivers, in the transaction of what is told. */
export const sendMessages = (sender: Sender, letter: Letter, to: Receivers) => {
  const { caller, db, firmId, now } = sender
  const { type, title, content, level = 1, bizType = null, bizId = null, link = null } = letter
  return db.execute(sql`
    insert into messages (firm_id, receiver_type, receiver_id, type, title, content, level, biz_type, biz_id, link,
      sender_name, created_at)
    select ${firmId}::int, ${'ids' in to ? to.population : 1}::int, receiver.id, ${type}::int, ${cut(title, 50)},
      ${cut(content, 1000)}, ${level}::int, ${bizType}, ${bizId}::bigint, ${link}, ${caller?.name ?? null},
      ${now.toISOString()}::timestamptz
    from (${idsOf(sender, to)}) as receiver(id)`)
}
