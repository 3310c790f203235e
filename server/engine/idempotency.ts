import { createHash } from 'node:crypto'

import { and, eq } from 'drizzle-orm'
import type { Context as HttpContext } from 'hono'
import type { z } from 'zod'

import type { Call } from '../../resources/kit/index.ts'
import { callingPerson } from '../context/actor.ts'
import type { Caller } from '../context/context.ts'
import type { Reader } from '../context/readable.ts'
import type { Db } from '../db/connection/open.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { ApiError } from '../context/apiError.ts'
import { phraseIn } from '../services/settings/languages.ts'
import { type IncomingRequest, wantedLanguage } from './request.ts'
import { serialize } from './serialize.ts'

/** A request whose answer may be repeated. */
export type Repeatable = {
  call: Call
  firmId: number
  caller: Caller | null
  incoming: IncomingRequest
  input: unknown
}

/** A parsed answer and its reader; without a reader, the data already holds only what the caller may read. */
export type Answered = {
  data: unknown
  reader?: Reader
  /** The schema of the data, where it is not the one of the call. */
  output?: z.ZodType
  /** It repeats an answer that had a secret. */
  lacksSecret?: boolean
}

/**
 * A secret is sent once and stored nowhere (promise Q45). In the stored answer, null marks where a secret
 * was.
 */
const storedAnswer = ({ output }: Call, { data, reader }: Answered) =>
  serialize(output, data, { reader, secret: value => (value == null ? undefined : null) })

const repeatedAnswer = ({ output }: Call, first: unknown): Answered => {
  let lacksSecret = false
  const secret = (value: unknown) => {
    if (value === null) lacksSecret = true
    return undefined
  }
  const data = serialize(output, first, { secret })
  return { data, lacksSecret }
}

/** The message of a success that was answered from the stored answer and therefore lacks a secret. */
export const withoutSecretMessage = (http: HttpContext) =>
  phraseIn(
    wantedLanguage(http),
    '操作此前已成功。密码和验证码只在第一次的结果中显示，不能再次显示；如未记下，请重新生成',
  )

/** Whose keys they are: a program's are not those of its owner, and an assistant's not those of the lawyer. */
const repeaterOf = (caller: Caller) => {
  const { population, id } = callingPerson(caller)
  return caller.apiToken ? `token:${caller.apiToken.id}` : `${population}:${id}`
}

const idempotencyRow = ({
  firmId,
  caller,
  incoming: { idempotencyKey: key },
}: Pick<Repeatable, 'firmId' | 'caller' | 'incoming'>) =>
  caller && key ? { firmId, caller: repeaterOf(caller), key } : null

const rowCondition = ({ firmId, caller, key }: { firmId: number; caller: string; key: string }) =>
  and(eq(idempotencyKeys.firmId, firmId), eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

/** Deletes the stored answer of a request whose work failed after the transaction that stored it. */
export const forgetAnswer = async (db: Db, request: Pick<Repeatable, 'firmId' | 'caller' | 'incoming'>) => {
  const row = idempotencyRow(request)
  if (row) await db.delete(idempotencyKeys).where(rowCondition(row))
}

/**
 * A POST that is sent again with the same Idempotency-Key gets the first answer for 24 hours, without its
 * secrets. The key is inserted in the call's own transaction, so a second request waits for the first, and
 * neither half-done work nor a lost answer is possible.
 */
export const answerOnce = async (db: Db, request: Repeatable, work: () => Promise<Answered>) => {
  const { call, input } = request
  const row = idempotencyRow(request)
  if (call.method !== 'POST' || !row) return work()
  const requestHash = createHash('sha256')
    .update(`${call.path}\n${JSON.stringify(input)}`)
    .digest('hex')
  const isOwnRow = rowCondition(row)
  const [inserted] = await db
    .insert(idempotencyKeys)
    .values({ ...row, requestHash })
    .onConflictDoNothing()
    .returning()
  if (!inserted) {
    const [first] = await db.select().from(idempotencyKeys).where(isOwnRow)
    if (first?.requestHash !== requestHash) throw new ApiError('4000', '同一请求标识不能用于不同的内容')
    return repeatedAnswer(call, first.answer)
  }
  const answer = await work()
  await db
    .update(idempotencyKeys)
    .set({ answer: storedAnswer(call, answer) })
    .where(isOwnRow)
  return answer
}
