import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { Services } from '../../context/services.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { firms, messageMirrors } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { anyHost } from '../identity/hosts.ts'
import { addJobSql, type JobAttempt, RepeatLater } from '../jobs/queue.ts'
import { settingOf } from '../settings/firmSettings.ts'
import { robotAddressOf } from '../settings/systemConfig.ts'
import { type OfferDecision, wecomTargetOf } from './wecomMirror.ts'

// Messages that are also sent by mail, by the firm's application in 企业微信 or to its group there. Each is a row that is stored with its message;
// a job sends it outside any transaction and stores the result. If the process is killed between the two, the same
// mail (with the same Message-ID) or text is sent twice.

type Options = {
  database: Database
  services: Pick<Services, 'mirrors' | 'wecomApp'>
  now: () => Date
  log: Pick<Log, 'info' | 'warn' | 'error'>
  offerDecision: OfferDecision
}
type Mirror = typeof messageMirrors.$inferSelect

const isWaiting = sql`sent_at is null and failed_at is null`

type Target = {
  /** Finds the member of 企业微信 to whom the message goes; null where there is none. */
  member?: () => Promise<string | null>
  send: (member: string) => Promise<void>
} | null

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
const targetOf = async ({ database, services, offerDecision }: Options, mirror: Mirror): Promise<Target> => {
  const { mirrors } = services
  const { firmId, channel, type, title, link } = mirror
  return database.read(firmId, async db => {
    const firm = await firmOf(db, firmId, mirrors.origin)
    const { mailTypes, wecomTypes, robotTypes } = await settingOf(db, firmId, 'reminderSet')
    const chosen = { mail: mailTypes, wecom: wecomTypes, robot: robotTypes }[channel]
    if (!firm || !chosen?.some(it => it === type)) return null
    if (channel === 'wecom') return wecomTargetOf(db, services, mirror, firm, offerDecision)
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

/** The job: makes one attempt to send a mirror, and throws if another one is to follow. */
export const sendMirror = async (
  options: Options,
  { firmId, id }: { firmId: number; id: number },
  { isLast }: JobAttempt,
): Promise<void> => {
  const { database, now, log } = options
  const isThis = and(eq(messageMirrors.firmId, firmId), eq(messageMirrors.id, id))!
  const [mirror] = await database.read(firmId, db =>
    db.select().from(messageMirrors).where(and(isThis, isWaiting)),
  )
  if (!mirror) return
  const { channel } = mirror
  const attempts = mirror.attempts + 1
  // Whoever stores a failure must still find the mirror as it was: another process may have sent it meanwhile.
  const isUnchanged = and(isThis, isWaiting, eq(messageMirrors.attempts, mirror.attempts))!
  const target = await targetOf(options, mirror)
  const forget = () => database.write(firmId, db => db.delete(messageMirrors).where(isUnchanged))
  if (!target) return void (await forget())
  try {
    const member = target.member && (await target.member())
    if (member === null) return void (await forget())
    // Stored first: whoever is shown the buttons may press them at once.
    if (member)
      await database.write(firmId, db => db.update(messageMirrors).set({ sentTo: member }).where(isUnchanged))
    await target.send(member ?? '')
  } catch (error) {
    const text = isLast
      ? 'a message could not be mirrored and is given up'
      : 'a message could not be mirrored yet'
    log[isLast ? 'error' : 'warn']({ err: error, firmId, mirror: id, channel, attempts }, text)
    const failed = { attempts, ...(isLast && { failedAt: now() }) }
    const { rowCount } = await database.write(firmId, db =>
      db.update(messageMirrors).set(failed).where(isUnchanged),
    )
    if (isLast || !rowCount) return
    throw new RepeatLater(text)
  }
  await database.write(firmId, db =>
    db.update(messageMirrors).set({ attempts, sentAt: now(), failedAt: null }).where(isThis),
  )
  log.info({ firmId, mirror: id, channel }, 'a message was mirrored')
}

/** The expression that adds the job of a mirror. Those of a firm follow each other in each channel. */
export const addMirrorJob = (firmId: SQL, id: SQL, channel: SQL): SQL =>
  addJobSql('mirror', sql`json_build_object('firmId', ${firmId}, 'id', ${id})`, {
    key: sql`'mirror:' || ${firmId} || ':' || ${id}`,
    queue: sql`${channel} || ':' || ${firmId}`,
  })
