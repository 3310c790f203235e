import { and, eq, sql } from 'drizzle-orm'

import type { DirectoryRow } from '../../../../resources/domain/directory.ts'
import { rightSwitches } from '../../../../resources/domain/rights.ts'
import { ApiError } from '../../../context/apiError.ts'
import type { Runtime } from '../../../context/runtime.ts'
import type { Directory } from '../../../context/services.ts'
import type { Db } from '../../../db/connection/open.ts'
import { directoryPeople, directoryRuns, lawyers, offices } from '../../../db/tables.ts'
import { notifyGone } from '../../../notifications/directory.ts'
import type { Log } from '../../../process/log.ts'
import { ProviderError } from '../../integrations/provider.ts'
import { enabledOffices } from '../../offices/enabled.ts'
import { configRow } from '../../settings/configRows.ts'
import { directorySettingsIn } from '../../settings/directory.ts'
import { type SystemSettings, systemSettingsFrom } from '../../settings/systemConfig.ts'
import { directoryColumns } from '../directoryColumns.ts'
import { compareWithPeople, type DirectoryComparison, type Link } from './compare.ts'
import type { DirectoryMapping } from './incoming.ts'
import type { FirmPerson } from './matching.ts'

// The job of a comparison: reads the directory outside of any transaction, then compares and stores in one.

type Options = Pick<Runtime, 'database' | 'services' | 'now'> & { log: Pick<Log, 'error'> }
type Which = { firmId: number; id: number }
type Run = typeof directoryRuns.$inferSelect

const isThis = ({ firmId, id }: Which) => and(eq(directoryRuns.firmId, firmId), eq(directoryRuns.id, id))!

const settingsOf = async (db: Db, firmId: number) =>
  systemSettingsFrom((await configRow(db, firmId, 'system')).value)

const readPeople = (db: Db, firmId: number): Promise<FirmPerson[]> =>
  db
    .select({
      ...directoryColumns,
      isEmailUnproven: lawyers.isEmailUnproven,
      isDeleted: sql<boolean>`${lawyers.deletedAt} is not null`,
    })
    .from(lawyers)
    .where(eq(lawyers.firmId, firmId))

const readLinks = (db: Db, { firmId, source }: Run): Promise<Link[]> =>
  db
    .select({
      externalId: directoryPeople.externalId,
      lawyerId: directoryPeople.lawyerId,
      given: directoryPeople.given,
      isGone: sql<boolean>`${directoryPeople.goneAt} is not null`,
    })
    .from(directoryPeople)
    .where(and(eq(directoryPeople.firmId, firmId), eq(directoryPeople.source, source)))

const readMapping = async (
  db: Db,
  { firmId, fields }: Run,
  { directory }: SystemSettings,
): Promise<DirectoryMapping> => {
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name, isMain: offices.isMain })
    .from(offices)
    .where(enabledOffices(firmId))
  const main = rows.find(it => it.isMain === 1)?.id ?? 0
  return {
    fields,
    offices: new Map((directory.offices ?? []).map(it => [it.department, it.organizationId])),
    defaultOffice: directory.organizationId ?? main,
    openOffices: new Map(rows.map(it => [it.id, it.name])),
  }
}

/** Fewer than half of those whom the directory had the last time: it has answered a part, or its application sees less. */
const refuseHalf = ({ members }: Directory, links: readonly Link[]) => {
  const known = links.filter(it => !it.isGone)
  const present = new Set(members.map(it => it.externalId))
  const still = known.filter(it => present.has(it.externalId)).length
  if (still * 2 < known.length)
    throw new ProviderError(
      `上次对应的${known.length}人中，通讯录只给出了${still}人，不到一半，没有比对；请检查应用的可见范围`,
    )
}

const noteLinks = async (
  db: Db,
  run: Run,
  { agreed, gone }: DirectoryComparison,
  now: Date,
  present: string[],
) => {
  const isOfRun = and(eq(directoryPeople.firmId, run.firmId), eq(directoryPeople.source, run.source))
  if (agreed.length > 0)
    await db.execute(sql`update directory_people set given = item.given, updated_at = ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) as item("externalId" text, given jsonb)
      where firm_id = ${run.firmId} and source = ${run.source} and external_id = item."externalId"`)
  await db
    .update(directoryPeople)
    .set({ goneAt: null, updatedAt: now })
    .where(
      and(
        isOfRun,
        sql`${directoryPeople.goneAt} is not null`,
        sql`${directoryPeople.externalId} = any(${sql.param(present)}::text[])`,
      ),
    )
  const goneIds = gone.flatMap(({ link }) => (link.isGone ? [] : [link.externalId]))
  if (goneIds.length > 0)
    await db
      .update(directoryPeople)
      .set({ goneAt: now, updatedAt: now })
      .where(and(isOfRun, sql`${directoryPeople.externalId} = any(${sql.param(goneIds)}::text[])`))
}

/** Tells of those whom the directory has no more since this comparison. */
const tellOfGone = async (db: Db, { firmId }: Run, { gone }: DirectoryComparison, now: Date) => {
  const newly = gone.filter(({ link }) => !link.isGone).map(({ person }) => person)
  const switches = { features: {}, rights: { ...rightSwitches }, miniProgram: {} }
  const sender = { caller: null, db, firmId, now, switches }
  for (const [organizationId, people] of Map.groupBy(newly, it => it.organizationId))
    await notifyGone(sender, organizationId, people)
}

const peopleIn = (rows: readonly DirectoryRow[]) => [
  ...new Set(rows.flatMap(it => it.candidates.map(({ id }) => id))),
]

const store = async (db: Db, run: Run, directory: Directory, now: Date) => {
  const links = await readLinks(db, run)
  refuseHalf(directory, links)
  const comparison = compareWithPeople({
    isWecom: run.source === 'wecom',
    directory,
    mapping: await readMapping(db, run, await settingsOf(db, run.firmId)),
    people: await readPeople(db, run.firmId),
    links,
  })
  const { rows, unchanged } = comparison
  await noteLinks(
    db,
    run,
    comparison,
    now,
    directory.members.map(it => it.externalId),
  )
  await tellOfGone(db, run, comparison, now)
  await db
    .update(directoryRuns)
    .set({ state: 2, rows, unchanged, lawyerIds: peopleIn(rows), endedAt: now })
    .where(isThis(run))
}

const lockRun = async (db: Db, which: Which) => {
  const [run] = await db
    .select()
    .from(directoryRuns)
    .where(and(isThis(which), eq(directoryRuns.state, 1)))
    .for('update')
  return run
}

/** A sentence for whoever waits; null for a failure of the server, which the queue repeats. */
const refusalOf = (error: unknown) => {
  if (error instanceof ProviderError) return error.reason
  return error instanceof ApiError ? error.message : null
}

/** Makes a comparison that was begun, once. */
export const compareDirectory = async (
  { database, services, now, log }: Options,
  which: Which,
  signal?: AbortSignal,
): Promise<void> => {
  const { firmId } = which
  const settings = await database.read(firmId, async db => {
    const [run] = await db.select().from(directoryRuns).where(isThis(which))
    const found = directorySettingsIn(await settingsOf(db, firmId))
    return run?.state === 1 ? { found: found?.provider === run.source ? found : null } : null
  })
  if (!settings) return
  try {
    if (!settings.found) throw new ProviderError('通讯录的连接已改变，请重新比对')
    const directory = await services.directory.read(settings.found, signal)
    await database.write(firmId, async db => {
      const run = await lockRun(db, which)
      if (run) await store(db, run, directory, now())
    })
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null || signal?.aborted) throw error
    log.error({ err: error }, 'a directory was not compared')
    await database.write(firmId, db =>
      db
        .update(directoryRuns)
        .set({ state: 3, reason, endedAt: now() })
        .where(and(isThis(which), eq(directoryRuns.state, 1))),
    )
  }
}
