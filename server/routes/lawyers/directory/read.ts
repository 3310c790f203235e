import { and, desc, eq } from 'drizzle-orm'

import {
  directoryFields,
  type DirectoryKind,
  directoryKinds,
  type DirectoryRow,
  isApplicable,
} from '../../../../resources/domain/directory.ts'
import { maskMiddle } from '../../../../resources/kit/index.ts'
import type { lawyers as resource } from '../../../../resources/lawyers/index.ts'
import { actorOf } from '../../../context/actor.ts'
import { ApiError } from '../../../context/apiError.ts'
import type { Context } from '../../../context/context.ts'
import type { Handlers } from '../../../context/handlers.ts'
import { directoryRuns, offices } from '../../../db/tables.ts'
import { log } from '../../../services/audit/audit.ts'
import { enqueue } from '../../../services/jobs/queue.ts'
import { countWithin } from '../../../services/limits/counters.ts'
import { configRow } from '../../../services/settings/configRows.ts'
import { directorySettingsIn } from '../../../services/settings/directory.ts'
import { systemSettingsFrom } from '../../../services/settings/systemConfig.ts'

type Calls = Handlers<typeof resource.calls>
type Run = typeof directoryRuns.$inferSelect

/** Rows of one kind that are answered at once; the others follow as these are applied. */
const mostShown = 500
/** Each comparison asks the directory hundreds of times. */
const limit = { most: 30, windowMs: 3_600_000 }
/** Fields that a member of 企业微信 does not have. */
const missingInWecom: readonly string[] = ['employeeNo']

const settingsOf = async ({ db, firmId }: Context) =>
  systemSettingsFrom((await configRow(db, firmId, 'system')).value)

const latestRun = async ({ db, firmId }: Context): Promise<Run | undefined> => {
  const [run] = await db
    .select()
    .from(directoryRuns)
    .where(eq(directoryRuns.firmId, firmId))
    .orderBy(desc(directoryRuns.id))
    .limit(1)
  return run
}

const officeNames = async ({ db, firmId }: Context) => {
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(eq(offices.firmId, firmId))
  return new Map(rows.map(it => [String(it.id), it.name]))
}

/** A value as it is shown: the name of an office, and of a mobile not all digits. */
const shownValue = (field: string, value: string, names: ReadonlyMap<string, string>) => {
  if (field === 'organizationId') return names.get(value) ?? value
  return field === 'mobile' && value !== '' ? maskMiddle(value) : value
}

const shownRow = (row: DirectoryRow, { results }: Run, names: ReadonlyMap<string, string>) => ({
  index: row.index,
  kind: row.kind,
  name: row.name,
  officeName: names.get(row.values.organizationId ?? '') ?? null,
  lawyerId: row.lawyerId,
  mobile: row.values.mobile ? maskMiddle(row.values.mobile) : '',
  team: row.values.team ?? '',
  differences: row.differences.map(it => ({
    ...it,
    before: shownValue(it.field, it.before, names),
    after: shownValue(it.field, it.after, names),
  })),
  by: row.by,
  candidates: row.candidates,
  isOffered: isApplicable(row) ? (1 as const) : (0 as const),
  reason: results[row.index]?.reason ?? row.reason,
})

const shownRun = async (context: Context, run: Run) => {
  const names = await officeNames(context)
  const open = run.rows.filter(it => run.results[it.index]?.ok !== 1)
  const byKind = Map.groupBy(open, it => it.kind)
  const countOf = (kind: DirectoryKind) => byKind.get(kind)?.length ?? 0
  return {
    id: run.id,
    source: run.source,
    state: run.state,
    reason: run.reason,
    version: run.version,
    createdAt: run.createdAt.toISOString(),
    createdByName: run.createdByName,
    batchId: run.batchId,
    unchanged: run.unchanged,
    applied: run.rows.length - open.length,
    counts: {
      new: countOf('new'),
      change: countOf('change'),
      kept: countOf('kept'),
      match: countOf('match'),
      gone: countOf('gone'),
      error: countOf('error'),
    },
    rows: directoryKinds.flatMap(kind =>
      (byKind.get(kind) ?? []).slice(0, mostShown).map(row => shownRow(row, run, names)),
    ),
  }
}

/** The latest comparison. */
export const readDirectory: Calls['directory'] = async (_, context) => {
  const run = await latestRun(context)
  return {
    isReady: directorySettingsIn(await settingsOf(context)) ? 1 : 0,
    comparison: run ? await shownRun(context, run) : null,
  }
}

/** Begins a comparison; the job reads the directory after this transaction. */
export const beginComparison: Calls['compareDirectory'] = async (_, context) => {
  const { db, firmId, caller, now } = context
  const settings = await settingsOf(context)
  const connection = directorySettingsIn(settings)
  if (!connection) throw new ApiError('4091', '还没有连接通讯录，请运营方在系统配置中填写')
  // One after the other: the second finds what the first has begun.
  await countWithin(db, `directoryCompare:${firmId}`, limit, now)
  const running = await latestRun(context)
  if (running?.state === 1) return { id: running.id }
  const { provider } = connection
  const chosen = settings.directory.fields ?? []
  const [run] = await db
    .insert(directoryRuns)
    .values({
      firmId,
      source: provider,
      state: 1,
      fields: directoryFields.filter(
        it =>
          (chosen.length === 0 || chosen.includes(it)) &&
          !(provider === 'wecom' && missingInWecom.includes(it)),
      ),
      createdAt: now,
      createdBy: actorOf(caller),
      createdByName: caller.name,
    })
    .returning({ id: directoryRuns.id })
  const { id } = run!
  await enqueue(db, 'directoryCompare', { firmId, id }, { key: `directoryCompare:${firmId}:${id}` })
  await log(context, { module: 13, action: 'import', summary: '与通讯录比对' })
  return { id }
}

export const isRun = ({ firmId }: Context, id: number) =>
  and(eq(directoryRuns.firmId, firmId), eq(directoryRuns.id, id))!
