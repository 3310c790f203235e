import { createHash } from 'node:crypto'

import { and, eq } from 'drizzle-orm'
import type { Context as HttpContext } from 'hono'

import { secretSchemas } from '../../resources/domain/credentials.ts'
import type { Call } from '../../resources/kit/index.ts'
import { cachedAnswerWalks } from '../context/answerWalk.ts'
import type { Caller } from '../context/context.ts'
import type { Db } from '../db/connection/open.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { ApiError } from '../context/apiError.ts'
import { phraseIn } from '../services/settings/languages.ts'
import { type IncomingRequest, wantedLanguage } from './request.ts'

type Request = {
  call: Call
  firmId: number
  caller: Caller | null
  incoming: IncomingRequest
  input: unknown
  http: HttpContext
}

type Replacement = (value: unknown) => unknown
const secretsIn = cachedAnswerWalks<Replacement>(schema =>
  secretSchemas.has(schema) ? (value, _, replace) => replace(value) : null,
)
const replaceSecrets = ({ output }: Call, answer: unknown, replace: Replacement) =>
  secretsIn(output)?.(answer, { at: '', owner: {} }, replace) ?? answer

/**
 * A secret is sent once and stored nowhere (promise Q45). In the stored answer, null marks where a secret
 * was.
 */
const withoutSecrets = (call: Call, answer: unknown) =>
  replaceSecrets(call, answer, value => (value == null ? undefined : null))

/** HTTP requests that were answered from the stored answer and therefore lack a secret. */
const repliesWithoutSecret = new WeakSet<HttpContext['req']['raw']>()

const repeatedAnswer = ({ call, http }: Request, first: unknown) =>
  replaceSecrets(call, first, value => {
    if (value === null) repliesWithoutSecret.add(http.req.raw)
    return undefined
  })

/** The message that a success carries besides its data; undefined for the standard message. */
export const messageOf = (http: HttpContext) =>
  repliesWithoutSecret.has(http.req.raw)
    ? phraseIn(
        wantedLanguage(http),
        '操作此前已成功。密码和验证码只在第一次的结果中显示，不能再次显示；如未记下，请重新生成',
      )
    : undefined

/** Whose keys they are: a program's are not those of its owner. */
const repeaterOf = ({ population, id, apiToken }: Caller) =>
  apiToken ? `token:${apiToken.id}` : `${population}:${id}`

const idempotencyRow = ({
  firmId,
  caller,
  incoming: { idempotencyKey: key },
}: Pick<Request, 'firmId' | 'caller' | 'incoming'>) =>
  caller && key ? { firmId, caller: repeaterOf(caller), key } : null

const rowCondition = ({ firmId, caller, key }: { firmId: number; caller: string; key: string }) =>
  and(eq(idempotencyKeys.firmId, firmId), eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key))

/** Deletes the stored answer of a request whose work failed after the transaction that stored it. */
export const forgetAnswer = async (db: Db, request: Pick<Request, 'firmId' | 'caller' | 'incoming'>) => {
  const row = idempotencyRow(request)
  if (row) await db.delete(idempotencyKeys).where(rowCondition(row))
}

/**
 * A POST that is sent again with the same Idempotency-Key gets the first answer for 24 hours, without its
 * secrets. The key is inserted in the call's own transaction, so a second request waits for the first, and
 * neither half-done work nor a lost answer is possible.
 */
export const answerOnce = async (db: Db, request: Request, work: () => Promise<unknown>) => {
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
    return repeatedAnswer(request, first.answer)
  }
  const answer = await work()
  await db
    .update(idempotencyKeys)
    .set({ answer: withoutSecrets(call, answer) })
    .where(isOwnRow)
  return answer
}
