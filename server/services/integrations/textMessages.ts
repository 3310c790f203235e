import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import type { Db } from '../../db/connection/open.ts'
import { textMessages } from '../../db/tables.ts'
import { encryptText, decryptText } from '../../process/box.ts'
import { lifetimeSeconds } from '../identity/codes.ts'
import { enqueue } from '../jobs/queue.ts'

// A text message is a row with its encrypted text, and a job that sends it (sendTextMessage.ts).

const textContent = z.object({ text: z.string(), value: z.string() })
/** The text of a message, and the only variable of the provider's template. */
type TextContent = z.output<typeof textContent>

/** The decrypted content of a message; null where another installation's key encrypted it. */
export const decryptTextContent = (sealed: string): TextContent | null => {
  const json = decryptText(sealed)
  return json === null ? null : textContent.parse(parseJson(json))
}

type NewTextMessage = {
  firmId: number
  mobile: string
  createdAt: Date
  /** Null for a message that is only pretended to be sent, so that nobody can tell the difference. */
  content: TextContent | null
  /** The message carries the initial password of this lawyer, or the code with this id. */
} & ({ lawyerId: number } | { codeId: string })

/** Adds a message and the job that sends it to the transaction of `db`. */
export const enqueueTextMessage = async (db: Db, { content, ...message }: NewTextMessage): Promise<void> => {
  const sealed = content && encryptText(JSON.stringify(content))
  const [row] = await db
    .insert(textMessages)
    .values({ ...message, sealed })
    .returning({ id: textMessages.id })
  const { firmId } = message
  const { id } = row!
  if ('codeId' in message) return enqueue(db, 'codeMessage', { firmId, id })
  await enqueue(db, 'passwordMessage', { firmId, id }, { key: `passwordMessage:${firmId}:${id}` })
}

const HOUR_MS = 3_600_000
/**
 * Milliseconds for which an administrator can show an undelivered password, and for which a code's message is
 * kept on record.
 */
export const textMessageRetentionMs = 7 * 24 * HOUR_MS
/**
 * Milliseconds after which no more attempts are made to send it, even if its job is missing, as after a
 * restore.
 */
export const passwordAttemptsMs = HOUR_MS
export const codeAttemptsMs = lifetimeSeconds('sms') * 1_000
