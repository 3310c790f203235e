import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { firms, messageMirrors } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { anyHost } from '../identity/hosts.ts'
import { enqueue } from '../jobs/queue.ts'
import { settingOf } from '../settings/firmSettings.ts'
import { robotAddressOf } from '../settings/systemConfig.ts'

// Messages that are also sent by mail or to the firm's 企业微信 group. Each is a row that is stored with its message;
// a job sends it outside any transaction and stores the result. If the process is killed between the two, the same
// mail (with the same Message-ID) or text is sent twice.

type Options = {
  database: Database
  services: Pick<Services, 'mirrors'>
  now: () => Date
  log: Pick<Log, 'info' | 'warn' | 'error'>
}
type Mirror = typeof messageMirrors.$inferSelect

const MINUTE_MS = 60_000
/** Minutes until the next attempt after each failed one; a mirror is given up when one more fails. */
const pauses = [1, 5, 15, 60, 240]
/** Minutes after which an attempt counts as abandoned, longer than any attempt takes. */
const leaseMinutes = 5
/** Milliseconds after which a job yields to others. */
const PORTION_MS = 15_000
/** Days for which rows are kept that were sent or given up. */
const keptDays = 7

const isWaiting = sql`sent_at is null and failed_at is null`

const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)

/**
 * Takes the next mirror that is due, so that no other process sends it meanwhile. One at a time, because the others would
 * wait behind a slow service until they count as abandoned.
 */
const takeNext = async (database: Database, firmId: number, now: Date): Promise<Mirror | undefined> => {
  const [mirror] = await database.write(firmId, db =>
    db
      .update(messageMirrors)
      .set({ attempts: sql`attempts + 1`, nextAt: minutesAfter(now, leaseMinutes) })
      .where(
        and(
          eq(messageMirrors.firmId, firmId),
          sql`${messageMirrors.id} = (select id from message_mirrors where firm_id = ${firmId} and ${isWaiting}
            and next_at <= ${now.toISOString()}::timestamptz order by id limit 1 for update skip locked)`,
        ),
      )
      .returning(),
  )
  return mirror
}

type Target = { send: () => Promise<void> } | null

/** The receiver's address if he still wants this type by mail and can sign in. */
const mailAddressOf = async (db: Db, { firmId, population, userId, type }: Mirror) => {
  const table = population === 1 ? sql`admins` : sql`lawyers`
  const { rows } = await db.execute<{ email: string | null }>(sql`
    select email from ${table} where firm_id = ${firmId} and id = ${userId} and deleted_at is null
      and prefs -> 'mailTypes' @> ${JSON.stringify(type)}::jsonb`)
  return rows[0]?.email ?? null
}

/** The firm's name, and the address under which its people open the product; undefined where none is known. */
const firmOf = async (db: Db, firmId: number, origin: string | undefined) => {
  const { rows } = await db.execute<{ name: string; host: string | null }>(sql`
    select ${firms.shortName} as name, (select name from hosts where hosts.firm_id = ${firmId} and name <> ${anyHost}
      order by name limit 1) as host
    from ${firms} where ${firms.firmId} = ${firmId} and ${firms.suspendedAt} is null`)
  const [firm] = rows
  return firm && { name: firm.name, origin: firm.host === null ? origin : `https://${firm.host}` }
}

/** How a mirror is sent now; null where it is not wanted any more, or cannot be sent. */
const targetOf = async ({ database, services }: Options, mirror: Mirror): Promise<Target> => {
  const { mirrors } = services
  const { firmId, channel, type, title, link } = mirror
  return database.read(firmId, async db => {
    const firm = await firmOf(db, firmId, mirrors.origin)
    const { mailTypes, robotTypes } = await settingOf(db, firmId, 'reminderSet')
    const isChosen = (channel === 'mail' ? mailTypes : robotTypes)?.some(it => it === type)
    if (!firm || !isChosen) return null
    const text = link && firm.origin ? `${title}\n${firm.origin}${mirrors.basePath}${link}` : title
    if (channel === 'robot') {
      const address = await robotAddressOf(db, firmId)
      return address === null ? null : { send: () => mirrors.robot(address, `[${firm.name}] ${text}`) }
    }
    const to = mirrors.isMailOn ? await mailAddressOf(db, mirror) : null
    const id = `message-${firmId}-${mirror.id}`
    return to === null
      ? null
      : { send: () => mirrors.mail({ to, subject: `[${firm.name}] ${title}`, text, id }) }
  })
}

const sendMirror = async (options: Options, mirror: Mirror): Promise<void> => {
  const { database, now, log } = options
  const { firmId, id, channel, attempts } = mirror
  const isThis = and(eq(messageMirrors.firmId, firmId), eq(messageMirrors.id, id))!
  // Not where a later attempt has been made, since this one took so long that it counted as abandoned.
  const isLatest = and(isThis, isWaiting, eq(messageMirrors.attempts, attempts))!
  const save = (where: SQL, values: Partial<typeof messageMirrors.$inferInsert>) =>
    database.write(firmId, db => db.update(messageMirrors).set(values).where(where))
  const target = await targetOf(options, mirror)
  if (!target) return void (await database.write(firmId, db => db.delete(messageMirrors).where(isLatest)))
  try {
    await target.send()
  } catch (error) {
    const pause = pauses[attempts - 1]
    const isLast = pause === undefined
    const text = isLast
      ? 'a message could not be mirrored and is given up'
      : 'a message could not be mirrored yet'
    log[isLast ? 'error' : 'warn']({ err: error, firmId, mirror: id, channel, attempts }, text)
    await save(isLatest, isLast ? { failedAt: now() } : { nextAt: minutesAfter(now(), pause) })
    return
  }
  await save(isThis, { sentAt: now(), failedAt: null })
  log.info({ firmId, mirror: id, channel }, 'a message was mirrored')
}

const enqueueMirrors = (db: Db, firmId: number) =>
  enqueue(db, 'sendMirrors', { firmId }, { key: `sendMirrors:${firmId}` })

/** The job: sends what is due in a firm, one after the other, for a while. */
export const sendMirrors = async (options: Options, firmId: number, signal?: AbortSignal): Promise<void> => {
  const { database, now } = options
  const endsAt = performance.now() + PORTION_MS
  for (;;) {
    const mirror = await takeNext(database, firmId, now())
    if (!mirror) return
    await sendMirror(options, mirror)
    if (performance.now() > endsAt || signal?.aborted)
      return database.write(firmId, db => enqueueMirrors(db, firmId))
  }
}

/** Adds jobs for firms with mirrors that are due, because an attempt failed or was abandoned. */
export const resumeMirrors = (database: Database, now: Date): Promise<void> =>
  database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select distinct firm_id as "firmId" from message_mirrors where ${isWaiting}
        and next_at <= ${now.toISOString()}::timestamptz
        and not exists (select from graphile_worker._private_jobs as job
          where job.key = 'sendMirrors:' || message_mirrors.firm_id)`)
    for (const { firmId } of rows) await enqueueMirrors(db, firmId)
  })

/** Removes mirrors that are older than `keptDays`; returns how many. */
export const expireMirrors = async (database: Database, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * MINUTE_MS).toISOString()
  const firmIds = await database.write(null, async db => {
    await db.execute(sql`select set_config('app.every_firm', 'on', true)`)
    const { rows } = await db.execute<{ firmId: number }>(sql`
      select firm_id as "firmId" from firms where exists (select from message_mirrors as mirror
        where mirror.firm_id = firms.firm_id and mirror.created_at < ${before}::timestamptz)`)
    return rows.map(({ firmId }) => firmId)
  })
  let removed = 0
  for (const firmId of firmIds)
    removed += await database.write(firmId, async db => {
      const { rowCount } = await db.execute(sql`
        delete from message_mirrors where firm_id = ${firmId} and created_at < ${before}::timestamptz`)
      return rowCount ?? 0
    })
  return removed
}
