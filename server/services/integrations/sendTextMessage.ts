import { and, eq } from 'drizzle-orm'

import type { Runtime } from '../../context/runtime.ts'
import type { Db } from '../../db/connection/open.ts'
import { textMessages } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { unusedCodeExpiry } from '../identity/codes.ts'
import { firmForSignIn } from '../identity/loginSettings.ts'
import { isInitialPasswordInForce } from './initialPasswords.ts'
import { enqueueRetry, decryptTextContent } from './textMessages.ts'

type SendingServices = Pick<Runtime, 'database' | 'services' | 'now'> & { log: Log }
type Message = { firmId: number; id: number; isLastTry: boolean }
type Row = typeof textMessages.$inferSelect

/** Seconds until the messages of a suspended firm are tried again. */
const RESTING_SECONDS = 600

/** Waiting for a provider takes up to 8 s, and a code that has expired on arrival is worse than none. */
const CODE_MARGIN_MS = 10_000

/** The time after which a code is not sent any more; null where it was used or replaced by a later one. */
const codeDeadline = async (db: Db, { firmId, codeId }: Row): Promise<Date | null> => {
  const end = codeId && (await unusedCodeExpiry(db, firmId, codeId))
  return end ? new Date(end.getTime() - CODE_MARGIN_MS) : null
}

/**
 * Seconds until the next attempt: as long as the attempts have taken so far, from 1 s to 30 s, because a
 * person waits. The queue looks for jobs every 5 s.
 */
const pauseSeconds = (since: Date, now: Date): number =>
  Math.min(30, Math.max(1, (now.getTime() - since.getTime()) / 1_000))

/**
 * The job that sends a message: it calls the provider outside any transaction and stores the result. For an
 * initial password it rethrows the provider's error, so that the queue retries with growing pauses; for a
 * code, which expires after minutes, it enqueues the next attempt itself. If the process is killed between
 * sending and storing, the message is sent twice.
 */
export const sendTextMessage = async (
  { database, services, now, log }: SendingServices,
  { firmId, id, isLastTry }: Message,
): Promise<void> => {
  const isThis = and(eq(textMessages.firmId, firmId), eq(textMessages.id, id))
  const { message, firm, deadline, isPassword } = await database.read(firmId, async db => {
    const [row] = await db.select().from(textMessages).where(isThis)
    return {
      message: row,
      firm: await firmForSignIn(db, firmId),
      deadline: row ? await codeDeadline(db, row) : null,
      isPassword: row?.lawyerId ? await isInitialPasswordInForce(db, firmId, row.lawyerId) : false,
    }
  })
  // A newer password has replaced the one of this message, or there was nothing to send from the start.
  if (!message?.sealed || !firm) return
  const { mobile, sealed, createdAt } = message
  // Another attempt may have sent and erased the content meanwhile; whoever stores a result must still find it.
  const isUnsent = and(isThis, eq(textMessages.sealed, sealed))
  const save = (db: Db, values: Partial<typeof textMessages.$inferInsert>) =>
    db.update(textMessages).set(values).where(isUnsent)
  const saveAlone = (values: Partial<typeof textMessages.$inferInsert>) =>
    database.write(firmId, db => save(db, values))
  // Checked before the suspension, during which the job that erases expired codes does not run.
  if (!isPassword && (deadline === null || deadline <= now())) return void (await saveAlone({ sealed: null }))
  if (firm.suspendedAt) return database.write(firmId, db => enqueueRetry(db, firmId, id, RESTING_SECONDS))
  try {
    const content = decryptTextContent(sealed)
    if (content === null) throw new Error('the text message was sealed with another key')
    const template = isPassword ? 'initialPassword' : 'code'
    await services.sms.deliver(firm.sms, { mobile, template, ...content })
  } catch (error) {
    const failedAt = now()
    if (deadline === null) {
      if (isLastTry) await saveAlone({ failedAt })
      throw error
    }
    log.warn(
      { err: error, firmId, textMessage: id },
      'the SMS provider did not accept a text message with a code',
    )
    const remaining = Math.max(0, (deadline.getTime() - failedAt.getTime()) / 1_000)
    return database.write(firmId, async db => {
      const { rowCount } = await save(db, { failedAt })
      // The last attempt finds the code expired and erases it.
      if (rowCount) await enqueueRetry(db, firmId, id, Math.min(pauseSeconds(createdAt, failedAt), remaining))
    })
  }
  await saveAlone({ sentAt: now(), sealed: null, failedAt: null })
  log.info({ firmId, textMessage: id }, 'a text message was sent')
}
