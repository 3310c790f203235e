import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import type { Context } from '../../context/context.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { lawyers, textMessages } from '../../db/tables.ts'
import { boxed, unboxed } from '../../process/box.ts'
import type { Log } from '../../process/log.ts'
import { enqueue } from '../jobs/queue.ts'
import { sayIn } from '../settings/languages.ts'
import { firmForSignIn } from '../identity/loginSettings.ts'

type NewPassword = { id: number; mobile: string; initialPassword: string }

/**
 * Hands 初始密码 over to be sent by SMS, where the firm wants it so and can send one: then nobody else is shown it. Part of the
 * caller's transaction, so that a password is sent if and only if it is in force. Answers whether they are sent.
 */
export const sendInitialPasswords = async (
  { db, firmId, now, services, language }: Pick<Context, 'db' | 'firmId' | 'now' | 'services' | 'language'>,
  passwords: readonly NewPassword[],
): Promise<boolean> => {
  const firm = await firmForSignIn(db, firmId)
  if (!firm || !services.sms.isOn(firm.sms, 'initialPassword')) return false
  if (firm.settings.initialPwdMode !== 2) return false
  for (const { id, mobile, initialPassword } of passwords) {
    await forgetInitialPassword(db, firmId, id)
    const words = sayIn(
      language,
      '【%{shortName}】您的账号已开通，初始密码%{initialPassword}，登录后请立即修改，请勿告诉他人。',
      { shortName: firm.shortName, initialPassword },
    )
    const sealed = boxed(JSON.stringify({ text: words, value: initialPassword } satisfies Content))
    const [message] = await db
      .insert(textMessages)
      .values({ firmId, lawyerId: id, mobile, sealed, createdAt: now })
      .returning({ id: textMessages.id })
    await enqueue(db, 'textMessage', { firmId, id: message!.id }, { maxAttempts: TRIES })
  }
  return true
}

/** With graphile-worker's pauses (e, e², e³ … seconds) the last try is some 25 minutes after the first. */
const TRIES = 8

const content = z.object({ text: z.string(), value: z.string() })
type Content = z.output<typeof content>

const contentOf = (sealed: string): Content | null => {
  const json = unboxed(sealed)
  return json === null ? null : content.parse(parseJson(json))
}

/** Deletes what was to be sent to a lawyer and was not, before another password takes its place. */
const forgetInitialPassword = (db: Db, firmId: number, lawyerId: number) =>
  db
    .delete(textMessages)
    .where(
      and(
        eq(textMessages.firmId, firmId),
        eq(textMessages.lawyerId, lawyerId),
        isNotNull(textMessages.sealed),
      ),
    )

/** The initial password of the lawyer's last message, if that was not delivered; null otherwise. */
export const undeliveredPassword = async (
  db: Db,
  firmId: number,
  lawyerId: number,
): Promise<string | null> => {
  const [message] = await db
    .select({ sealed: textMessages.sealed })
    .from(textMessages)
    .where(and(eq(textMessages.firmId, firmId), eq(textMessages.lawyerId, lawyerId)))
    .orderBy(desc(textMessages.id))
    .limit(1)
  return message?.sealed ? (contentOf(message.sealed)?.value ?? null) : null
}

/** Whether the lawyer still has to change an initial password; in the bin he can't sign in at all. */
const isInForce = async (db: Db, firmId: number, lawyerId: number) =>
  (await db.$count(
    lawyers,
    and(
      eq(lawyers.firmId, firmId),
      eq(lawyers.id, lawyerId),
      eq(lawyers.mustChangePwd, 1),
      isNull(lawyers.deletedAt),
    ),
  )) > 0

type Sending = Pick<Runtime, 'database' | 'services' | 'now'> & { log: Log }
type Message = { firmId: number; id: number; isLastTry: boolean }

/**
 * The job: asks the provider, outside of any transaction, and writes down what it said. Throws what it threw, so that the
 * queue tries again. A process that is killed between the two sends the message twice.
 */
export const sendTextMessage = async (
  { database, services, now, log }: Sending,
  { firmId, id, isLastTry }: Message,
): Promise<void> => {
  const own = and(eq(textMessages.firmId, firmId), eq(textMessages.id, id))
  const { message, firm } = await database.read(firmId, async db => ({
    message: (await db.select().from(textMessages).where(own))[0],
    firm: await firmForSignIn(db, firmId),
  }))
  const save = (values: Partial<typeof textMessages.$inferInsert>) =>
    database.write(firmId, db => db.update(textMessages).set(values).where(own))
  // A newer password has replaced the one of this message.
  if (!message?.sealed || !firm) return
  if (!(await database.read(firmId, db => isInForce(db, firmId, message.lawyerId))))
    return void (await save({ sealed: null }))
  const words = contentOf(message.sealed)
  try {
    if (words === null) throw new Error('the text message was sealed with another key')
    await services.sms.deliver(firm.sms, { mobile: message.mobile, template: 'initialPassword', ...words })
  } catch (error) {
    if (isLastTry) await save({ failedAt: now() })
    throw error
  }
  await save({ sentAt: now(), sealed: null, failedAt: null })
  log.info({ firmId, textMessage: id }, 'a text message was sent')
}

const HOUR_MS = 3_600_000
/** For how long an administrator can show a password that was not delivered, in milliseconds. */
export const undeliveredMs = 7 * 24 * HOUR_MS
/** From then on nothing tries to send it, also where its job is missing, as after a restore. */
export const sendingMs = HOUR_MS

/** Says of messages that nothing sends any more that they failed, and erases passwords after a week; answers how many. */
export const runPasswordExpiry = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const unsent = and(eq(textMessages.firmId, firmId), isNotNull(textMessages.sealed))
    const olderThan = (ms: number) => lt(textMessages.createdAt, new Date(now.getTime() - ms))
    const failed = await db
      .update(textMessages)
      .set({ failedAt: now })
      .where(and(unsent, isNull(textMessages.failedAt), olderThan(sendingMs)))
    const erased = await db
      .update(textMessages)
      .set({ sealed: null })
      .where(and(unsent, olderThan(undeliveredMs)))
    return (failed.rowCount ?? 0) + (erased.rowCount ?? 0)
  })
