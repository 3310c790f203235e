import { eq, sql } from 'drizzle-orm'

import { type LogAction, rightSwitches } from '../../../../resources/kit/index.ts'
import type { Caller } from '../../../context.ts'
import {
  tellOffline,
  tellPublished,
  tellRefused,
  tellReviewers,
  tellScheduled,
} from '../../../routes/articlesLetters.ts'
import { contentDiff, type Named, namedIn, target } from '../../../routes/articlesRow.ts'
import { type Article, type Content, contentOf, workingOf } from '../../../services/articleContent.ts'
import { append } from '../../../services/audit.ts'
import type { Db } from '../../open.ts'
import { articleRevisions, articles } from '../../tables.ts'
import { adminKey, type FirmFixture, lawyerKey } from '../fixtureSchema.ts'
import type { Ids } from './firm.ts'

type Context = { db: Db; firm: FirmFixture; offices: Ids; admins: Ids; lawyers: Ids; now: Date }
type Kind = typeof articleRevisions.$inferInsert.kind

/** Something that happened to an article: its revision, its log row, its messages. */
type Step = {
  article: Article
  at: Date
  /** null: the clock. */
  by: Caller | null
  kind: Kind | null
  action: LogAction
  before: Partial<Content>
  content: Content
  reason?: string | null
}

const hour = 3_600_000
const later = (at: Date, hours: number) => new Date(at.getTime() + hours * hour)

type Person = Pick<Caller, 'population' | 'id' | 'name' | 'officeLevel' | 'organizationId'>
const callerOf = (firmId: number, person: Person): Caller => ({
  ...person,
  firmId,
  isSystem: false,
  roles: [],
  capabilities: new Set(),
  mustChangePwd: false,
  sessionId: 0,
})

/** Everybody of the firm by `population:id`, as one who calls. */
const callersOf = ({ firm, offices, admins, lawyers }: Context) => {
  const main = firm.offices.find(it => it.isMain === 1)?.key ?? ''
  const at = (office: string | undefined) => offices[office ?? main] ?? 0
  const people: Person[] = [
    ...firm.admins.map(it => ({
      population: 1 as const,
      id: admins[adminKey(it)] ?? 0,
      name: it.name,
      officeLevel: it.officeLevel,
      organizationId: at(it.office),
    })),
    ...firm.lawyers.map(it => ({
      population: 2 as const,
      id: lawyers[lawyerKey(it)] ?? 0,
      name: it.name,
      officeLevel: null,
      organizationId: at(it.office),
    })),
  ]
  return new Map(people.map(it => [`${it.population}:${it.id}`, callerOf(firm.firmId, it)]))
}
type Callers = ReturnType<typeof callersOf>

/** Of the office it is in, else the firm's; never the writer himself. */
const reviewerOf = (callers: Callers, { organizationId, createdBy }: Article) => {
  const heads = [...callers].filter(([key, it]) => key !== createdBy && it.population === 1)
  const own = heads.find(([, it]) => it.officeLevel === 3 && it.organizationId === organizationId)
  return (own ?? heads.find(([, it]) => it.officeLevel === 1))?.[1] ?? null
}

/** Its first state: the last block was written later. */
const firstOf = (content: Content): Content => {
  const blocks = content.content?.split(/(?<=<\/(?:p|ul|h2|table|blockquote)>)/) ?? []
  const draft = { ...content, publishAt: null }
  return blocks.length > 2 ? { ...draft, content: blocks.slice(0, -1).join('') } : draft
}

/** How it came to where it stands. */
const stepsOf = (article: Article, callers: Callers, now: Date): Step[] => {
  const { status, revision, revisionStatus, isTop, createdAt: at, expireAt, refuseReason } = article
  const writer = callers.get(article.createdBy ?? '') ?? null
  const reviewer = reviewerOf(callers, article)
  const final = contentOf(article)
  const draft = { ...final, publishAt: null }
  const first = firstOf(final)
  const isChief = writer?.population === 1 && writer.officeLevel !== 4
  const step = (
    hours: number,
    by: Caller | null,
    kind: Kind | null,
    action: LogAction,
    content: Content,
    more: Partial<Step> = {},
  ): Step => ({ article, at: later(at, hours), by, kind, action, before: content, content, ...more })

  const written = [
    step(-30, writer, 'create', 'create', first, { before: {} }),
    ...(first.content === final.content
      ? []
      : [step(-28, writer, 'edit', 'update', draft, { before: first })]),
  ]
  const submitted = [...written, step(status === 1 ? 0 : -4, writer, 'submit', 'submit', draft)]
  if (status === 0) return written
  if (status === 1) return submitted
  if (status === 3)
    return [...submitted, step(0, reviewer, 'refuse', 'refuse', draft, { reason: refuseReason })]
  const out = isChief
    ? [...written, step(0, writer, 'publish', 'publish', final)]
    : [...submitted, step(0, reviewer, 'pass', 'pass', final)]
  const head = [...callers.values()].find(it => it.officeLevel === 1) ?? null
  if (isTop === 1) out.push(step(1, head, null, 'top', final))
  if (status === 4) {
    const isExpired = expireAt !== null && expireAt <= now
    const gone = isExpired ? expireAt : later(at, 24 * 30)
    const reason = isExpired ? '到期自动下线' : '内容已过时'
    out.push({ ...step(0, isExpired ? null : head, 'offline', 'offline', final, { reason }), at: gone })
  }
  if (!revision) return out
  const changed = workingOf(article)
  out.push(step(2, writer, 'edit', 'update', changed, { before: final }))
  if (revisionStatus !== 0) out.push(step(3, writer, 'submit', 'submit', changed))
  if (revisionStatus === 3) out.push(step(5, reviewer, 'refuse', 'refuse', changed, { reason: refuseReason }))
  return out
}

const origin = { requestId: 'demo', ip: '127.0.0.1', device: '演示数据' }

const entryFor = ({ article, by, action, before, content, reason = null }: Step, named: Named) => ({
  module: 6 as const,
  action,
  target: target(article),
  diff: contentDiff(before, content, named),
  reason,
  ...(by === null && { isAutomatic: true as const }),
})

/** As the handlers tell it. */
const tell = async ({ db, firm }: Context, { article, at, by, action, reason }: Step) => {
  const switches = { features: {}, rights: { ...rightSwitches } }
  const sender = { caller: by, db, firmId: firm.firmId, now: at, switches }
  if (action === 'submit') await tellReviewers(sender, article, article.status === 2)
  if (action === 'pass' || action === 'publish')
    await (article.status === 5 ? tellScheduled(sender, article) : tellPublished(sender, article))
  if (action === 'refuse') await tellRefused(sender, article, reason ?? '')
  if (action === 'offline') await tellOffline(sender, article, reason)
}

/** What has been there for days has been read. */
const readAfterDays = 4

/** The past of articles: one revision, log row and message after the other, as if people had been at work. */
export const liveArticles = async (context: Context, rows: readonly Article[]): Promise<void> => {
  const { db, firm, now } = context
  const { firmId } = firm
  const callers = callersOf(context)
  const lives = rows.map(it => stepsOf(it, callers, now).filter(({ at }) => at <= now))
  const steps = lives.flat()
  const named = await namedIn(
    { db, firmId },
    steps.map(it => it.content),
  )
  const revisions = lives.flatMap(life =>
    life.map(({ article: { articleId }, kind, content, at, by }, index) => ({
      firmId,
      articleId,
      version: index + 1,
      content,
      at,
      kind,
      byName: by?.name ?? null,
    })),
  )
  const kept = revisions.flatMap(it => (it.kind === null ? [] : [{ ...it, kind: it.kind }]))
  if (kept.length > 0) await db.insert(articleRevisions).values(kept)
  for (const life of lives) {
    const last = life.at(-1)
    if (!last) continue
    const stamps = { version: life.length, updatedAt: last.at, updatedByName: last.by?.name ?? null }
    await db.update(articles).set(stamps).where(eq(articles.articleId, last.article.articleId))
  }
  for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { by: caller, at } = step
    await append(db, { ...origin, caller, firmId, now: at }, [entryFor(step, named)])
    await tell(context, step)
  }
  await db.execute(sql`update messages set status = 1, read_at = created_at
    where firm_id = ${firmId} and type = 4 and created_at < ${later(now, -24 * readAfterDays).toISOString()}::timestamptz`)
}
