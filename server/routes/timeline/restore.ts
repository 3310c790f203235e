import { and, eq, or } from 'drizzle-orm'
import type { z } from 'zod'

import { cardFields } from '../../../resources/cards/index.ts'
import { isWorded } from '../../../resources/domain/change.ts'
import {
  describeMasked,
  type Field,
  isPlainObject,
  type ReferenceNames,
} from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import type { timeline } from '../../../resources/timeline.ts'
import { invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { articleRevisions, articles, cardRevisions, logs } from '../../db/tables.ts'
import { type Content, workingContentOf } from '../../services/articles/content.ts'
import { visibleArticles } from '../articles/lock.ts'
import { fieldsKeptAtRestore } from '../articles/revisions.ts'
import { logColumns, readableRow, valueText, visibleLogs } from '../logs/rows.ts'
import type { FieldToRestore, LoggedKind, TimelineKinds } from './kind.ts'
import { differencesOf } from './differences.ts'
import { isRevised } from './sources.ts'
import { findSubject, type Subject } from './subject.ts'

type Calls = typeof timeline.calls
type Given = z.output<Calls['differences']['input']>
type Values = Readonly<Record<string, unknown>>
type Change = { field: string; label: string; before: string; after: string; masked: 0 | 1 }

/** What restoring an entry would do: the fields with their texts, and for each field that can be restored its value. */
type Plan = {
  version: number
  fields: FieldToRestore[]
  from: NonNullable<Context['restores']>
}

const pickNamed = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, values[name]]))

const numberIn = (entry: string, prefix: string) =>
  entry.startsWith(`${prefix}-`) ? Number(entry.slice(prefix.length + 1)) : Number.NaN

// Cards and articles: the contents of all versions are kept.

const currentArticle = async (context: Context, id: number) => {
  const scope = scopeOfCaller(context, 'article.view')
  if (scope === null) throw notFound()
  const [row] = await context.db
    .select()
    .from(articles)
    .where(and(visibleArticles({ ...context, scope }), eq(articles.articleId, id)))
  if (!row) throw notFound()
  const kept: readonly string[] = fieldsKeptAtRestore
  const content: Partial<Content> = workingContentOf(row)
  return {
    version: row.version,
    content,
    whyNot: (field: string) => (kept.includes(field) ? '不随内容恢复' : null),
  }
}

const currentCard = async (context: Context, kinds: TimelineKinds, id: number) => {
  const { version, language, policy, template, ...values } = await kinds.revised.cards.read(context, id)
  const policies: Values = { ...Object(policy) }
  const { locked, organizationName }: Values = isPlainObject(template) ? template : {}
  const office = String(organizationName)
  return {
    version: Number(version),
    content: pickNamed(values, cardFields),
    language: language === 'EN' ? ('EN' as const) : ('CN' as const),
    whyNot: (field: string) =>
      policies[field] !== 'locked'
        ? null
        : Array.isArray(locked) && locked.includes(field)
          ? `该字段由${office}锁定，如需修改请联系本所管理员`
          : '该字段由管理员维护，如需修改请联系管理员',
  }
}

const revisionContent = async (
  { db, firmId }: Context,
  type: 'cards' | 'articles',
  id: number,
  version: number,
) => {
  const rows =
    type === 'cards'
      ? await db
          .select({ content: cardRevisions.content })
          .from(cardRevisions)
          .where(
            and(
              eq(cardRevisions.firmId, firmId),
              eq(cardRevisions.cardId, id),
              eq(cardRevisions.version, version),
            ),
          )
      : await db
          .select({ content: articleRevisions.content })
          .from(articleRevisions)
          .where(
            and(
              eq(articleRevisions.firmId, firmId),
              eq(articleRevisions.articleId, id),
              eq(articleRevisions.version, version),
            ),
          )
  if (!rows[0]) throw notFound()
  return rows[0].content
}

const revisionPlan = async (
  context: Context,
  kinds: TimelineKinds,
  { type, id }: Subject & { type: 'cards' | 'articles' },
  to: number,
): Promise<Plan> => {
  const current =
    type === 'cards'
      ? await currentCard(context, kinds, id)
      : { ...(await currentArticle(context, id)), language: undefined }
  const content = await revisionContent(context, type, id, to)
  const compare = await differencesOf(context, type, [current.content, content], current.language)
  return {
    version: current.version,
    fields: (await compare(current.content, content)).map(change => ({
      ...change,
      why: current.whyNot(change.field),
    })),
    from: { version: to },
  }
}

// All other records: the log has the earlier values as texts, from which the value of some kinds of fields can be read.

const loggedRow = async (context: Context, { type, id }: Subject, logId: number) => {
  const isReadable =
    context.caller.population === 2 ? eq(logs.firmId, context.firmId) : or(...visibleLogs(context))!
  const [row] = await context.db
    .select(logColumns)
    .from(logs)
    .where(
      and(
        eq(logs.firmId, context.firmId),
        eq(logs.id, logId),
        eq(logs.targetType, type),
        eq(logs.targetId, id),
        isReadable,
      ),
    )
  if (!row) throw notFound()
  return row
}

const lossyText = '日志只保留了文字说明，不能据此还原'

/** The value before a change, or why it cannot be restored. */
const earlierValue = async (
  context: Context,
  kind: LoggedKind,
  { field: name, before, masked }: Change,
  current: string,
): Promise<{ value: unknown } | { why: string }> => {
  const field: Field | undefined = kind.fields[name]
  if (!field || !kind.accepts.has(name)) return { why: '不能直接修改该字段' }
  if (masked === 1 || field.isSensitive) return { why: '日志没有保留原来的值' }
  if (before === current) return { why: '与现在的值相同' }
  if (before === '') return field.isRequired ? { why: '原来没有填写，而现在为必填' } : { value: null }
  const value = await kind.valueOf(context, name, before)
  if (value === undefined) return { why: 'to' in field ? '原来的选项已不存在' : lossyText }
  // A text that several values have does not say which of them it was.
  const isSame = 'to' in field || describeMasked(chinese, field, value, name) === before
  return isSame ? { value } : { why: lossyText }
}

const textOf = (kind: LoggedKind, name: string, value: unknown, names: ReferenceNames) =>
  kind.fields[name] ? describeMasked(chinese, kind.fields[name], value, name, names) : ''

type LoggedPlan = Plan & { patch: Values; current: Values }

const loggedPlan = async (
  context: Context,
  kind: LoggedKind,
  subject: Subject,
  logId: number,
): Promise<LoggedPlan> => {
  const row = readableRow(context, await loggedRow(context, subject, logId))
  const current = await kind.read(context, subject.id)
  const names = await kind.names(context, kind.fields, current)
  const patch: Record<string, unknown> = {}
  const fields: FieldToRestore[] = []
  for (const { field, label, before, masked } of row.diff) {
    const [now, earlier] = [textOf(kind, field, current[field], names), valueText(before)]
    const found = await earlierValue(context, kind, { field, label, before: earlier, after: '', masked }, now)
    if ('value' in found) patch[field] = found.value
    fields.push({
      field,
      label,
      before: now,
      after: earlier,
      ...(isWorded(kind.fields, field) && { isWorded: 1 as const }),
      why: 'why' in found ? found.why : null,
    })
  }
  const time = chinese.formats.firmMoment(new Date(row.createdAt))
  return { version: Number(current['version']), fields, from: { time }, patch, current }
}

const planOf = async (kinds: TimelineKinds, context: Context, subject: Subject, entry: string) => {
  const { type } = subject
  if (subject.state !== 'present') throw notFound()
  const to = numberIn(entry, 'revision')
  if (isRevised(type) && Number.isSafeInteger(to))
    return {
      subject: { ...subject, type },
      to,
      plan: await revisionPlan(context, kinds, { ...subject, type }, to),
    }
  const kind = Object.hasOwn(kinds.logged, type) ? kinds.logged[type] : undefined
  const logId = numberIn(entry, 'log')
  if (!kind || !Number.isSafeInteger(logId)) throw notFound()
  return { subject, kind, plan: await loggedPlan(context, kind, subject, logId) }
}

/** The fields that restoring an entry would change, each with its present and its earlier value. */
export const timelineDifferences = async (kinds: TimelineKinds, given: Given, context: Context) => {
  const { plan } = await planOf(kinds, context, await findSubject(context, given), given.entry)
  return { version: plan.version, fields: plan.fields }
}

/** The names of the fields to restore: those that were chosen, or all that can be restored. */
const chosenFields = ({ fields }: Plan, chosen: readonly string[] | undefined) => {
  const possible = fields.flatMap(({ field, why }) => (why === null ? [field] : []))
  const refused = chosen?.filter(name => !possible.includes(name)) ?? []
  if (refused.length > 0)
    throw invalid(
      Object.fromEntries(
        refused.map(name => [
          name,
          fields.find(it => it.field === name)?.why ?? '该字段在这条记录里没有不同的值',
        ]),
      ),
    )
  if (possible.length === 0) throw invalid({ fields: '没有可以恢复的内容' })
  return chosen ?? possible
}

/** Restores through the ordinary call of the record, so that its rights, checks, review and messages are the same. */
export const restoreFromTimeline = async (
  kinds: TimelineKinds,
  { fields: chosen, version, ...given }: z.output<Calls['restore']['input']>,
  context: Context,
): Promise<{ version: number }> => {
  // A record that the caller does not see is not found, whether or not the caller could change it.
  const subject = await findSubject(context, given)
  const { type } = subject
  const call = isRevised(type) ? kinds.revised[type].restore : kinds.logged[type]?.update
  call?.permit(context)
  const wanted = await planOf(kinds, context, subject, given.entry)
  const { plan } = wanted
  // With an outdated version, the call of the record answers the conflict.
  const fields = version === plan.version ? chosenFields(plan, chosen) : plan.fields.map(({ field }) => field)
  const restoring: Context = { ...context, restores: plan.from }
  if (wanted.kind) {
    const { kind } = wanted
    const { patch: all } = wanted.plan
    const patch = pickNamed(
      all,
      fields.filter(name => name in all),
    )
    const input = { ...kind.inputFor(subject.id, wanted.plan.current, patch), version }
    return versionIn(await kind.update.perform(restoring, input))
  }
  const { id, restore } = kinds.revised[wanted.subject.type]
  const isWhole = chosen === undefined
  const input = { [id]: subject.id, to: wanted.to, version, ...(!isWhole && { fields }) }
  return versionIn(await restore.perform(restoring, input))
}

const versionIn = (answer: unknown) => ({ version: isPlainObject(answer) ? Number(answer['version']) : 0 })
