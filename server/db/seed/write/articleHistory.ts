import { eq, sql } from 'drizzle-orm'

import type { LogAction } from '../../../../resources/domain/logVocabulary.ts'
import { rightSwitches } from '../../../../resources/domain/rights.ts'
import type { Caller } from '../../../context/context.ts'
import {
  notifyArticleOffline,
  notifyArticlePublished,
  notifyArticleRefused,
  notifyArticleSubmitted,
  notifyArticleScheduled,
} from '../../../notifications/articles.ts'
import {
  type ArticleRow,
  type Content,
  contentOf,
  articleTarget,
  workingOf,
} from '../../../services/articles/content.ts'
import { contentDiff, type FoundReferences, referencesIn } from '../../../services/articles/references.ts'
import { append } from '../../../services/audit/audit.ts'
import type { Db } from '../../connection/open.ts'
import { articleRevisions, articles } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { adminKey, lawyerKey } from '../schema/references.ts'
import { type Ids, idOf, officeIdOf } from './ids.ts'

type Context = { db: Db; firm: FirmFixture; offices: Ids; admins: Ids; lawyers: Ids; now: Date }
type Kind = typeof articleRevisions.$inferInsert.kind

/** Something that happened to an article: its revision, its log row, its messages. */
type Step = {
  article: ArticleRow
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
const addHours = (at: Date, hours: number) => new Date(at.getTime() + hours * hour)

type Person = Pick<Caller, 'population' | 'id' | 'name' | 'officeLevel' | 'organizationId'>
const callerOf = (firmId: number, person: Person): Caller => ({
  ...person,
  firmId,
  isSystem: false,
  roles: [],
  capabilities: new Set(),
  mustChangePwd: false,
  mustSetFactor: false,
  sessionId: 0,
})

/** Everybody of the firm by `population:id`, as one who calls. */
const callersOf = ({ firm, offices, admins, lawyers }: Context) => {
  const people: Person[] = [
    ...firm.admins.map(admin => ({
      population: 1 as const,
      id: idOf(admins, 'admin', adminKey(admin)),
      name: admin.name,
      officeLevel: admin.officeLevel,
      organizationId: officeIdOf(firm, offices, admin.office),
    })),
    ...firm.lawyers.map(lawyer => ({
      population: 2 as const,
      id: idOf(lawyers, 'lawyer', lawyerKey(lawyer)),
      name: lawyer.name,
      officeLevel: null,
      organizationId: officeIdOf(firm, offices, lawyer.office),
    })),
  ]
  return new Map(people.map(person => [`${person.population}:${person.id}`, callerOf(firm.firmId, person)]))
}
type Callers = ReturnType<typeof callersOf>

/** The administrator who reviews it: of its office, else of the firm; never its writer. */
const reviewerOf = (callers: Callers, { organizationId, createdBy }: ArticleRow) => {
  const admins = [...callers].filter(([key, caller]) => key !== createdBy && caller.population === 1)
  const own = admins.find(([, admin]) => admin.officeLevel === 3 && admin.organizationId === organizationId)
  return (own ?? admins.find(([, admin]) => admin.officeLevel === 1))?.[1] ?? null
}

/** Its first state: the last block was written later. */
const firstVersionOf = (content: Content): Content => {
  const blocks = content.content?.split(/(?<=<\/(?:p|ul|h2|table|blockquote)>)/) ?? []
  const draft = { ...content, publishAt: null }
  return blocks.length > 2 ? { ...draft, content: blocks.slice(0, -1).join('') } : draft
}

/** What happened to it before it came to its status. */
const stepsOf = (article: ArticleRow, callers: Callers, now: Date): Step[] => {
  const { status, revision, revisionStatus, isTop, createdAt: at, expireAt, refuseReason } = article
  const writer = callers.get(article.createdBy ?? '') ?? null
  const reviewer = reviewerOf(callers, article)
  const final = contentOf(article)
  const draft = { ...final, publishAt: null }
  const first = firstVersionOf(final)
  const mayPublish = writer?.population === 1 && writer.officeLevel !== 4
  const step = (
    hours: number,
    by: Caller | null,
    kind: Kind | null,
    action: LogAction,
    content: Content,
    more: Partial<Step> = {},
  ): Step => ({ article, at: addHours(at, hours), by, kind, action, before: content, content, ...more })

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
  const out = mayPublish
    ? [...written, step(0, writer, 'publish', 'publish', final)]
    : [...submitted, step(0, reviewer, 'pass', 'pass', final)]
  const mainAdmin = [...callers.values()].find(caller => caller.officeLevel === 1) ?? null
  if (isTop === 1) out.push(step(1, mainAdmin, null, 'top', final))
  if (status === 4) {
    const isExpired = expireAt !== null && expireAt <= now
    const offlineAt = isExpired ? expireAt : addHours(at, 24 * 30)
    const reason = isExpired ? '到期自动下线' : '内容已过时'
    out.push({
      ...step(0, isExpired ? null : mainAdmin, 'offline', 'offline', final, { reason }),
      at: offlineAt,
    })
  }
  if (!revision) return out
  const changed = workingOf(article)
  out.push(step(2, writer, 'edit', 'update', changed, { before: final }))
  if (revisionStatus !== 0) out.push(step(3, writer, 'submit', 'submit', changed))
  if (revisionStatus === 3) out.push(step(5, reviewer, 'refuse', 'refuse', changed, { reason: refuseReason }))
  return out
}

/** Who put it into the bin, after everything else. */
const removalIn = (article: ArticleRow, callers: Callers): Step[] => {
  const { deletedAt, deletedBy } = article
  if (!deletedAt) return []
  const by = [...callers.values()].find(it => it.population === 1 && it.name === deletedBy) ?? null
  const content = contentOf(article)
  return [{ article, at: deletedAt, by, kind: null, action: 'delete', before: content, content }]
}

const origin = { requestId: 'demo', ip: '127.0.0.1', device: '演示数据' }

const entryFor = (
  { article, by, action, before, content, reason = null }: Step,
  references: FoundReferences,
) => ({
  module: 6 as const,
  action,
  target: articleTarget(article),
  diff: contentDiff(before, content, references),
  reason,
  ...(by === null && { isAutomatic: true as const }),
})

/** The messages that the handlers would have sent. */
const tell = async ({ db, firm }: Context, { article, at, by, action, reason }: Step) => {
  const switches = { features: {}, rights: { ...rightSwitches }, miniProgram: {} }
  const sender = { caller: by, db, firmId: firm.firmId, now: at, switches }
  if (action === 'submit') await notifyArticleSubmitted(sender, article, article.status === 2)
  if (action === 'pass' || action === 'publish')
    await (article.status === 5
      ? notifyArticleScheduled(sender, article)
      : notifyArticlePublished(sender, article))
  if (action === 'refuse') await notifyArticleRefused(sender, article, reason ?? '')
  if (action === 'offline') await notifyArticleOffline(sender, article, reason)
}

/** Older messages count as read. */
const readAfterDays = 4

/** The history of articles: one revision, log row and message after the other, as if people had been at work. */
export const writeArticleHistory = async (context: Context, rows: readonly ArticleRow[]): Promise<void> => {
  const { db, firm, now } = context
  const { firmId } = firm
  const callers = callersOf(context)
  const histories = rows.map(article =>
    [...stepsOf(article, callers, now), ...removalIn(article, callers)].filter(step => step.at <= now),
  )
  const steps = histories.flat()
  const references = await referencesIn(
    { db, firmId },
    steps.map(step => step.content),
  )
  const revisions = histories.flatMap(history =>
    history.map(({ article: { articleId }, kind, content, at, by }, index) => ({
      firmId,
      articleId,
      version: index + 1,
      content,
      at,
      kind,
      byName: by?.name ?? null,
    })),
  )
  const kept = revisions.flatMap(({ kind, ...revision }) => (kind === null ? [] : [{ ...revision, kind }]))
  if (kept.length > 0) await db.insert(articleRevisions).values(kept)
  for (const history of histories) {
    const last = history.at(-1)
    if (!last) continue
    const columns = { version: history.length, updatedAt: last.at, updatedByName: last.by?.name ?? null }
    await db.update(articles).set(columns).where(eq(articles.articleId, last.article.articleId))
  }
  for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { by: caller, at } = step
    await append(db, { ...origin, caller, firmId, now: at }, [entryFor(step, references)])
    await tell(context, step)
  }
  await db.execute(sql`update messages set status = 1, read_at = created_at
    where firm_id = ${firmId} and type = 4 and created_at < ${addHours(now, -24 * readAfterDays).toISOString()}::timestamptz`)
}
