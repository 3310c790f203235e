import { and, eq } from 'drizzle-orm'

import type { Runtime } from '../../context/runtime.ts'
import type { Db } from '../../db/connection/open.ts'
import { textMessages } from '../../db/tables.ts'
import type { Log } from '../../process/log.ts'
import { unusedCodeExpiry } from '../identity/codes.ts'
import { firmForSignIn } from '../identity/loginSettings.ts'
import { isInitialPasswordInForce } from './initialPasswords.ts'
import { type JobAttempt, RepeatLater } from '../jobs/queue.ts'
import { decryptTextContent } from './textMessages.ts'

type SendingServices = Pick<Runtime, 'database' | 'services' | 'now'> & { log: Log }
type Message = { firmId: number; id: number }
type Row = typeof textMessages.$inferSelect

/** Waiting for a provider takes up to 8 s, and a code that has expired on arrival is worse than none. */
const CODE_MARGIN_MS = 10_000

/** The time after which a code is not sent any more; null where it was used or replaced by a later one. */
const codeDeadline = async (db: Db, { firmId, codeId }: Row): Promise<Date | null> => {
  const end = codeId && (await unusedCodeExpiry(db, firmId, codeId))
  return end ? new Date(end.getTime() - CODE_MARGIN_MS) : null
}

/**
 * The job that sends a message: it calls the provider outside any transaction and stores the result, and throws if
 * another attempt is to follow. If the process is killed between sending and storing, the message is sent twice.
 */
export const sendTextMessage = async (
  { database, services, now, log }: SendingServices,
  { firmId, id }: Message,
  { isLast }: JobAttempt,
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
  const { mobile, sealed } = message
  // Another attempt may have sent and erased the content meanwhile; whoever stores a result must still find it.
  const isUnsent = and(isThis, eq(textMessages.sealed, sealed))
  const save = (values: Partial<typeof textMessages.$inferInsert>) =>
    database.write(firmId, db => db.update(textMessages).set(values).where(isUnsent))
  const isVoid = deadline === null || deadline <= now()
  // Nobody can sign in to a suspended firm. Its passwords wait until it is resumed.
  if (!isPassword && (isVoid || firm.suspendedAt)) return void (await save({ sealed: null }))
  if (firm.suspendedAt) return
  try {
    const content = decryptTextContent(sealed)
    if (content === null) throw new Error('the text message was sealed with another key')
    const template = isPassword ? 'initialPassword' : 'code'
    await services.sms.deliver(firm.sms, { mobile, template, ...content })
  } catch (error) {
    const failedAt = now()
    if (isPassword) {
      if (isLast) await save({ failedAt })
      throw error
    }
    const text = 'the SMS provider did not accept a text message with a code'
    log.warn({ err: error, firmId, textMessage: id }, text)
    const { rowCount } = await save({ failedAt, ...(isLast && { sealed: null }) })
    if (isLast || !rowCount) return
    throw new RepeatLater(text)
  }
  await save({ sentAt: now(), sealed: null, failedAt: null })
  log.info({ firmId, textMessage: id }, 'a text message was sent')
}
