import { createHash } from 'node:crypto'

import { and, eq } from 'drizzle-orm'

import type { Call } from '../../resources/kit/index.ts'
import type { Caller } from '../context/context.ts'
import type { Db } from '../db/open.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { ApiError } from '../context/apiError.ts'
import type { Incoming } from './request.ts'

type Request = { call: Call; firmId: number; caller: Caller | null; incoming: Incoming; input: unknown }

/** One-time passwords are shown once and stored nowhere: the answer to a repetition lacks them. */
const withoutSecrets = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (/password/i.test(key) ? undefined : value)) ?? 'null',
  )

const rowOf = ({
  firmId,
  caller,
  incoming: { idempotencyKey: key },
}: Pick<Request, 'firmId' | 'caller' | 'incoming'>) =>
  caller && key ? { firmId, caller: `${caller.population}:${caller.id}`, key } : null

const ownRow = ({ firmId, caller, key }: { firmId: number; caller: string; key: string }) =>
  and(eq(idempotencyKeys.firmId, firmId), eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

/** What was kept for a request whose work failed after the transaction that kept it. */
export const forgetAnswer = async (db: Db, request: Pick<Request, 'firmId' | 'caller' | 'incoming'>) => {
  const row = rowOf(request)
  if (row) await db.delete(idempotencyKeys).where(ownRow(row))
}

/**
 * A POST that is sent again with its Idempotency-Key gets the first answer (24 h). The key is inserted in the call's own
 * transaction, so a second request waits for the first and neither half-done work nor a lost answer is possible.
 */
export const answerOnce = async (
  db: Db,
  { call, firmId, caller, incoming, input }: Request,
  work: () => Promise<unknown>,
) => {
  const row = rowOf({ firmId, caller, incoming })
  if (call.method !== 'POST' || !row) return work()
  const requestHash = createHash('sha256')
    .update(`${call.path}\n${JSON.stringify(input)}`)
    .digest('hex')
  const mine = ownRow(row)
  const [inserted] = await db
    .insert(idempotencyKeys)
    .values({ ...row, requestHash })
    .onConflictDoNothing()
    .returning()
  if (!inserted) {
    const [first] = await db.select().from(idempotencyKeys).where(mine)
    if (first?.requestHash !== requestHash) throw new ApiError('4000', '同一请求标识不能用于不同的内容')
    return first.answer
  }
  const answer = await work()
  await db
    .update(idempotencyKeys)
    .set({ answer: withoutSecrets(answer) })
    .where(mine)
  return answer
}
