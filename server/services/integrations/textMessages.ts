import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { textMessages } from '../../db/tables.ts'
import { encryptText, decryptText } from '../../process/box.ts'
import { expireIn } from '../identity/codes.ts'
import { enqueue } from '../jobs/queue.ts'

// A text message is a row that holds its words sealed, and a job that sends them (sendTextMessage.ts).

const textContent = z.object({ text: z.string(), value: z.string() })
/** The words of a message, and the one variable of the provider's template. */
type TextContent = z.output<typeof textContent>

/** What is to be sent; null where it was sealed with another installation's key. */
export const decryptTextContent = (sealed: string): TextContent | null => {
  const json = decryptText(sealed)
  return json === null ? null : textContent.parse(parseJson(json))
}

type NewTextMessage = {
  firmId: number
  mobile: string
  createdAt: Date
  /** Null where nothing is to be sent, and nobody may notice that. */
  content: TextContent | null
  /** An initial password of this lawyer, or the code with this id. */
} & ({ lawyerId: number } | { codeId: string })

/** With graphile-worker's pauses (e, e², e³ … seconds) the last try is some 25 minutes after the first. */
const TRIES = 8

/** People wait for codes: they overtake the initial passwords of an import. */
const CODE_PRIORITY = -1

/** Adds a message and the job that sends it to the transaction of `db`. */
export const enqueueTextMessage = async (db: Db, { content, ...message }: NewTextMessage): Promise<void> => {
  const sealed = content && encryptText(JSON.stringify(content))
  const [row] = await db
    .insert(textMessages)
    .values({ ...message, sealed })
    .returning({ id: textMessages.id })
  await enqueue(
    db,
    'textMessage',
    { firmId: message.firmId, id: row!.id },
    { maxAttempts: TRIES, priority: 'codeId' in message ? CODE_PRIORITY : 0 },
  )
}

/** Adds another job for a message whose job could not send it, after so many seconds. */
export const enqueueAgain = (db: Db, firmId: number, id: number, delay: number): Promise<void> =>
  enqueue(db, 'textMessage', { firmId, id }, { maxAttempts: TRIES, priority: CODE_PRIORITY, delay })

const HOUR_MS = 3_600_000
/** For how long an administrator can show a password that was not delivered, and a message with a code is on record, in milliseconds. */
export const textMessageKeptMs = 7 * 24 * HOUR_MS
/** From then on nothing tries to send it, also where its job is missing, as after a restore. */
export const passwordSendingMs = HOUR_MS
export const codeSendingMs = expireIn('sms') * 1_000

/**
 * Says of initial passwords that nothing sends any more that they failed, and erases them after a week; erases codes that have
 * expired, and deletes their messages after a week. Answers how many messages were changed.
 */
export const expireTextMessages = (database: Database, firmId: number, now: Date): Promise<number> =>
  database.write(firmId, async db => {
    const isOfFirm = eq(textMessages.firmId, firmId)
    const isCode = and(isOfFirm, isNotNull(textMessages.codeId))
    const isUnsent = isNotNull(textMessages.sealed)
    const isOlderThan = (ms: number) => lt(textMessages.createdAt, new Date(now.getTime() - ms))
    const failed = await db
      .update(textMessages)
      .set({ failedAt: now })
      .where(and(isOfFirm, isUnsent, isNull(textMessages.failedAt), isOlderThan(passwordSendingMs)))
    const erased = await db
      .update(textMessages)
      .set({ sealed: null })
      .where(and(isOfFirm, isUnsent, isOlderThan(textMessageKeptMs)))
    const expired = await db
      .update(textMessages)
      .set({ sealed: null })
      .where(and(isCode, isUnsent, isOlderThan(codeSendingMs)))
    const deleted = await db.delete(textMessages).where(and(isCode, isOlderThan(textMessageKeptMs)))
    return [failed, erased, expired, deleted].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
  })
