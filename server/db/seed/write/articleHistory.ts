import { eq, sql } from 'drizzle-orm'

import type { LogAction } from '../../../../resources/domain/logVocabulary.ts'
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
  workingContentOf,
} from '../../../services/articles/content.ts'
import { contentDiff, type FoundReferences, referencesIn } from '../../../services/articles/references.ts'
import { isPublishedAtOnce } from '../../../services/articles/permissions.ts'
import { appendLogEntries } from '../../../services/audit/audit.ts'
import type { Db } from '../../connection/open.ts'
import { articleRevisions, articles } from '../../tables.ts'
import type { FirmFixture } from '../fixtureSchema.ts'
import { adminKey, lawyerKey } from '../schema/references.ts'
import { type IdsByKey, idOf, officeIdOf } from './ids.ts'
import { isReviewerOf, reviewerOf, type Staff, staffOf } from './staff.ts'

type Context = {
  db: Db
  firm: FirmFixture
  offices: IdsByKey
  admins: IdsByKey
  lawyers: IdsByKey
  now: Date
}
type Kind = typeof articleRevisions.$inferInsert.kind

/** An event in an article's history, with its revision, log row and messages. */
type Step = {
  article: ArticleRow
  at: Date
  /** null: a scheduled job. */
  by: Caller | null
  kind: Kind | null
  action: LogAction
  before: Partial<Content>
  content: Content
  reason?: string | null
}

const hourMs = 3_600_000
const addHours = (at: Date, hours: number) => new Date(at.getTime() + hours * hourMs)

type HistoryPerson = Pick<Caller, 'population' | 'id' | 'name' | 'officeLevel' | 'organizationId'>
const callerOf = (firmId: number, person: HistoryPerson): Caller => ({
  ...person,
  firmId,
  isSystem: false,
  roles: [],
  capabilities: new Set(),
  mustChangePwd: false,
  mustSetFactor: false,
  sessionId: 0,
  standsInFor: [],
})

/** Everybody of the firm by `population:id`, as the caller of a request. */
const callersOf = ({ firm, offices, admins, lawyers }: Context) => {
  const people: HistoryPerson[] = [
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

/** The firm's people, and everybody of them as the caller of a request. */
type People = Staff & { callers: Callers }

const decidedOf = ({ organizationId, lawyerIds }: ArticleRow) => ({
  office: organizationId,
  owners: lawyerIds,
})

/** The administrator who reviews the article, as the caller of a request. */
const articleReviewerOf = (people: People, article: ArticleRow): Caller | null => {
  const [population, id] = (article.createdBy ?? '').split(':')
  const writer = population === '1' ? Number(id) : null
  const reviewer = reviewerOf(people, 'article.pass', decidedOf(article), writer)
  return people.callers.get(`1:${reviewer}`) ?? null
}

/** Whether what the writer hands in is published without a decision of somebody else. */
const isPublishedBy = (people: People, article: ArticleRow, writer: Caller | null) =>
  writer !== null &&
  isPublishedAtOnce(people.rules.articleReview, {
    population: writer.population,
    isReviewer:
      writer.population === 1 && isReviewerOf(people, 'article.pass', decidedOf(article), writer.id),
  })

/** The first version of a content: it lacks the last block. */
const firstVersionOf = (content: Content): Content => {
  const blocks = content.content?.split(/(?<=<\/(?:p|ul|h2|table|blockquote)>)/) ?? []
  const draft = { ...content, publishAt: null }
  return blocks.length > 2 ? { ...draft, content: blocks.slice(0, -1).join('') } : draft
}

/** The events that led to the article's status. */
const stepsOf = (article: ArticleRow, people: People, now: Date): Step[] => {
  const { callers } = people
  const { status, revision, revisionStatus, isTop, createdAt: at, expireAt, refuseReason } = article
  const writer = callers.get(article.createdBy ?? '') ?? null
  const reviewer = articleReviewerOf(people, article)
  const finalContent = contentOf(article)
  const draft = { ...finalContent, publishAt: null }
  const firstVersion = firstVersionOf(finalContent)
  const step = (
    hours: number,
    by: Caller | null,
    kind: Kind | null,
    action: LogAction,
    content: Content,
    overrides: Partial<Step> = {},
  ): Step => ({ article, at: addHours(at, hours), by, kind, action, before: content, content, ...overrides })

  const draftSteps = [
    step(-30, writer, 'create', 'create', firstVersion, { before: {} }),
    ...(firstVersion.content === finalContent.content
      ? []
      : [step(-28, writer, 'edit', 'update', draft, { before: firstVersion })]),
  ]
  const submittedSteps = [...draftSteps, step(status === 1 ? 0 : -4, writer, 'submit', 'submit', draft)]
  if (status === 0) return draftSteps
  if (status === 1) return submittedSteps
  if (status === 3)
    return [...submittedSteps, step(0, reviewer, 'refuse', 'refuse', draft, { reason: refuseReason })]
  const steps = isPublishedBy(people, article, writer)
    ? [...draftSteps, step(0, writer, 'publish', 'publish', finalContent)]
    : [...submittedSteps, step(0, reviewer, 'pass', 'pass', finalContent)]
  const mainAdmin = [...callers.values()].find(caller => caller.officeLevel === 1) ?? null
  if (isTop === 1) steps.push(step(1, mainAdmin, null, 'top', finalContent))
  if (status === 4) {
    const isExpired = expireAt !== null && expireAt <= now
    const offlineAt = isExpired ? expireAt : addHours(at, 24 * 30)
    const reason = isExpired ? '到期自动下线' : '内容已过时'
    steps.push({
      ...step(0, isExpired ? null : mainAdmin, 'offline', 'offline', finalContent, { reason }),
      at: offlineAt,
    })
  }
  if (!revision) return steps
  const pendingContent = workingContentOf(article)
  steps.push(step(2, writer, 'edit', 'update', pendingContent, { before: finalContent }))
  if (revisionStatus !== 0) steps.push(step(3, writer, 'submit', 'submit', pendingContent))
  if (revisionStatus === 3)
    steps.push(step(5, reviewer, 'refuse', 'refuse', pendingContent, { reason: refuseReason }))
  return steps
}

/** The event of the removal into the bin, if there was one. */
const removalIn = (article: ArticleRow, callers: Callers): Step[] => {
  const { deletedAt, deletedBy } = article
  if (!deletedAt) return []
  const deleter = [...callers.values()].find(it => it.population === 1 && it.name === deletedBy) ?? null
  const content = contentOf(article)
  return [{ article, at: deletedAt, by: deleter, kind: null, action: 'delete', before: content, content }]
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

/** Sends the messages that the handlers would have sent. */
const notifyPeople = async (
  { db, firm }: Context,
  { rules }: Staff,
  { article, at, by, action, reason }: Step,
) => {
  const switches = { features: {}, rights: rules.switches, miniProgram: {} }
  const sender = { caller: by, db, firmId: firm.firmId, now: at, switches }
  if (action === 'submit') await notifyArticleSubmitted(sender, article, article.status === 2)
  if (action === 'pass' || action === 'publish')
    await (article.status === 5
      ? notifyArticleScheduled(sender, article)
      : notifyArticlePublished(sender, article))
  if (action === 'refuse') await notifyArticleRefused(sender, article, reason ?? '')
  if (action === 'offline') await notifyArticleOffline(sender, article, reason)
}

/** Days after which messages count as read. */
const readAfterDays = 4

/** Writes the history of articles: revisions, log rows and messages, as if people had worked on them. */
export const writeArticleHistory = async (context: Context, rows: readonly ArticleRow[]): Promise<void> => {
  const { db, firm, now } = context
  const { firmId } = firm
  const people = { ...staffOf(context), callers: callersOf(context) }
  const histories = rows.map(article =>
    [...stepsOf(article, people, now), ...removalIn(article, people.callers)].filter(step => step.at <= now),
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
  const storedRevisions = revisions.flatMap(({ kind, ...revision }) =>
    kind === null ? [] : [{ ...revision, kind }],
  )
  if (storedRevisions.length > 0) await db.insert(articleRevisions).values(storedRevisions)
  for (const history of histories) {
    const lastStep = history.at(-1)
    if (!lastStep) continue
    const columns = {
      version: history.length,
      updatedAt: lastStep.at,
      updatedByName: lastStep.by?.name ?? null,
    }
    await db.update(articles).set(columns).where(eq(articles.articleId, lastStep.article.articleId))
  }
  for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { by: caller, at } = step
    await appendLogEntries(db, { ...origin, caller, firmId, now: at }, [entryFor(step, references)])
    await notifyPeople(context, people, step)
  }
  await db.execute(sql`update messages set status = 1, read_at = created_at
    where firm_id = ${firmId} and type = 4 and created_at < ${addHours(now, -24 * readAfterDays).toISOString()}::timestamptz`)
}
