import type { z } from 'zod'

import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import { kindOfAction } from '../../../resources/domain/timeline.ts'
import type { timeline } from '../../../resources/timeline.ts'
import { invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { isWordedIn, readableRow, valueText } from '../logs/rows.ts'
import { revisionChanges } from './differences.ts'
import type { TimelineKinds } from './kind.ts'
import {
  type Cursor,
  isRevised,
  logsAbout,
  messagesAbout,
  type Range,
  ranks,
  revisionsAbout,
  signInsOf,
  type TimelineLog,
  type TimelineRevision,
  versionsAt,
} from './sources.ts'
import { findSubject, type Subject } from './subject.ts'

type Calls = typeof timeline.calls
type Query = z.output<Calls['page']['input']>
type Entry = z.input<Calls['page']['output']>['entries'][number]
type Changes = Entry['changes']
type Message = Awaited<ReturnType<typeof messagesAbout>>[number]
type Row =
  | { source: 'log'; at: number; id: number; row: TimelineLog }
  | { source: 'revision'; at: number; id: number; row: TimelineRevision }
  | { source: 'message'; at: number; id: number; row: Message }

const cursorFrom = (text: string | undefined): Cursor | null => {
  if (text === undefined) return null
  if (!/^\d{1,16}\.\d\.\d{1,16}$/.test(text)) throw invalid({ before: '格式不正确，请检查后重新填写' })
  const [at = 0, rank = 0, id = 0] = text.split('.').map(Number)
  return { at, rank, id }
}
const cursorAt = ({ source, at, id }: Row) => `${at}.${ranks[source]}.${id}`

const isoOf = (microseconds: number) => new Date(microseconds / 1000).toISOString()

const newestRowFirst = (one: Row, other: Row) =>
  other.at - one.at || ranks[one.source] - ranks[other.source] || other.id - one.id

/** The newest rows of all tables after the cursor, one more than the page shows. */
const rowsAfter = async (context: Context, subject: Subject, range: Range): Promise<Row[]> => {
  const about = await logsAbout(context, subject, range)
  const known = new Set(about.map(row => row.id))
  const signIns = await signInsOf(context, subject, range)
  const logRows = [...about, ...signIns.filter(row => !known.has(row.id))]
  const revisions = await revisionsAbout(context, subject, range)
  const messages = subject.state === 'purged' ? [] : await messagesAbout(context, subject, range)
  return [
    ...logRows.map(row => ({ source: 'log' as const, at: row.at, id: row.id, row })),
    ...revisions.map(row => ({ source: 'revision' as const, at: row.at, id: row.id, row })),
    ...messages.map(row => ({ source: 'message' as const, at: row.at, id: row.id, row })),
  ].toSorted(newestRowFirst)
}

const loggedChanges = (context: Context, row: TimelineLog) => {
  const readable = readableRow(context, row)
  const changes = readable.diff.map(change => ({
    field: change.field,
    label: change.label,
    before: valueText(change.before),
    after: valueText(change.after),
    ...(isWordedIn(row, change.field) && { isWorded: 1 as const }),
  }))
  return { text: readable.summary, changes }
}

/** Which entries offer to restore values; the call that restores them decides. */
const isLoggedChangeRestorable = (
  kinds: TimelineKinds,
  context: Context,
  { type, state }: Subject,
  row: TimelineLog,
) =>
  state === 'present' &&
  row.result === 1 &&
  row.diff.length > 0 &&
  ['update', 'config', 'restore'].includes(row.action) &&
  Object.hasOwn(kinds.logged, type) &&
  kinds.logged[type]!.update.may(context)

const isRevisionRestorable = (
  kinds: TimelineKinds,
  context: Context,
  { type, state }: Subject,
  version: number,
  newest: number,
) => state === 'present' && version < newest && isRevised(type) && kinds.revised[type].restore.may(context)

/** An entry of a record that was deleted for good: what was done when and by whom, without values and without names. */
const withoutValues = (entry: Entry, isByOwner: boolean): Entry => ({
  ...entry,
  by: isByOwner ? null : entry.by,
  text: null,
  reason: null,
  changes: entry.changes.map(({ field, label }) => ({ field, label, before: '', after: '' })),
  isRestorable: 0,
})

const messageEntry = ({ id, at, title, content, senderName, receivers, names }: Message): Entry => ({
  entry: `message-${id}`,
  kind: 'message',
  at: isoOf(at),
  by: senderName,
  action: null,
  text: title,
  reason: content,
  result: 1,
  receivers,
  names,
  changes: [],
  revision: null,
  isRestorable: 0,
})

/** Revisions name some of the actions by other words than the log. */
const actionOfRevision: Readonly<Record<TimelineRevision['kind'], LogAction>> = {
  create: 'create',
  edit: 'update',
  submit: 'submit',
  withdraw: 'withdraw',
  approve: 'approve',
  reject: 'reject',
  pass: 'pass',
  refuse: 'refuse',
  publish: 'publish',
  offline: 'offline',
  restore: 'restore',
  discard: 'withdraw',
  effect: 'publish',
}

/** The log has only the beginning of a long text. */
const isShortened = ({ type }: Subject, { row: { diff } }: { row: TimelineLog }) =>
  type === 'articles' && diff.some(({ field }) => field === 'content')

type RowOf<S extends Row['source']> = Extract<Row, { source: S }>

const revisionEntry = (
  { at, row: { version, kind, by } }: RowOf<'revision'>,
  changes: Changes,
  isRestorable: boolean,
): Entry => {
  const action = actionOfRevision[kind]
  return {
    entry: `revision-${version}`,
    kind: kindOfAction(action),
    at: isoOf(at),
    by,
    action,
    text: null,
    reason: null,
    result: 1,
    changes,
    revision: version,
    isRestorable: isRestorable ? 1 : 0,
  }
}

const logEntry = (context: Context, { at, row }: RowOf<'log'>, revision: number | null) => ({
  entry: revision === null ? `log-${row.id}` : `revision-${revision}`,
  kind: kindOfAction(row.action),
  at: isoOf(at),
  by: row.operatorName,
  action: row.action,
  ...loggedChanges(context, row),
  reason: row.reason,
  result: row.result,
  revision,
})

/** The page as entries. Rows of one moment belong to one change; the one with the differences names its version. */
const entriesOf = async (
  kinds: TimelineKinds,
  context: Context,
  subject: Subject,
  rows: readonly Row[],
): Promise<Entry[]> => {
  const { versions, newest } = await versionsAt(
    context,
    subject,
    rows.flatMap(row => (row.source === 'message' ? [] : [row.at])),
  )
  const changes = await revisionChanges(
    context,
    subject,
    rows.flatMap(row => {
      if (row.source === 'revision') return [row.row.version]
      return row.source === 'log' && isShortened(subject, row) ? (versions.get(row.at) ?? []) : []
    }),
  )
  const withChanges = new Set(
    rows.flatMap(row => (row.source === 'log' && row.row.diff.length > 0 ? [row.at] : [])),
  )
  const takeVersion = (at: number, hasChanges: boolean) => {
    if (!hasChanges && withChanges.has(at)) return null
    const version = versions.get(at) ?? null
    versions.delete(at)
    return version
  }
  return rows.map(entry => {
    if (entry.source === 'message') return messageEntry(entry.row)
    if (entry.source === 'revision')
      return revisionEntry(
        entry,
        changes.get(entry.row.version) ?? [],
        isRevisionRestorable(kinds, context, subject, entry.row.version, newest),
      )
    const { row } = entry
    const revision = takeVersion(entry.at, row.diff.length > 0)
    const isRestorable =
      revision === null
        ? isLoggedChangeRestorable(kinds, context, subject, row)
        : isRevisionRestorable(kinds, context, subject, revision, newest)
    const whole = revision !== null && isShortened(subject, entry) ? changes.get(revision) : undefined
    return {
      ...logEntry(context, entry, revision),
      ...(whole && { changes: whole }),
      isRestorable: isRestorable ? 1 : 0,
    }
  })
}

const isByOwner = ({ population, id }: Subject, row: Row) =>
  row.source === 'log' && row.row.operatorType === population && row.row.operatorId === id

/** One page of a timeline, the newest first. */
export const timelinePage = async (
  kinds: TimelineKinds,
  { before, size, kind, ...given }: Query,
  context: Context,
) => {
  const subject = await findSubject(context, given)
  const rows = await rowsAfter(context, subject, { kind, before: cursorFrom(before), limit: size + 1 })
  const isPurged = subject.state === 'purged'
  // A record that never existed has no rows.
  if (isPurged && rows.length === 0 && before === undefined && kind === undefined) throw notFound()
  const page = rows.slice(0, size)
  const entries = await entriesOf(kinds, context, subject, page)
  return {
    entries: isPurged
      ? entries.map((entry, index) => withoutValues(entry, isByOwner(subject, page[index]!)))
      : entries,
    next: rows.length > size ? cursorAt(page.at(-1)!) : null,
    isPurged: isPurged ? (1 as const) : (0 as const),
  }
}
