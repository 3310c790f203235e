import { context, propagation } from '@opentelemetry/api'
import type { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'

// The answers of external services are as untrusted as a browser's input: a gateway in front of a service may
// answer anything. Each answer is checked here against the status, type and shape that the service documents.

/**
 * Thrown when no answer came, or none that can be used; `reason` is a message for the person who waits for
 * it.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

export type ProviderAnswer = { status: number; type: string; bytes: Buffer }

const defaultTimeoutMs = 8_000
/** A picture of 1280 pixels takes about 300 kB. */
const maxBytes = 4 * 1024 * 1024

const typeOf = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()

export const unreadableAnswer = (
  { status, type }: Pick<ProviderAnswer, 'status' | 'type'>,
  cause?: unknown,
) => new ProviderError(`对方服务器的响应无法识别（HTTP ${status} ${type}）`, { cause })

/** The body of an answer; throws where it is larger than any that is expected. */
export const readBody = async (
  body: AsyncIterable<Uint8Array> | null,
  answer: Pick<ProviderAnswer, 'status' | 'type'>,
) => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > maxBytes) throw unreadableAnswer(answer)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Sends one request to a service. It may take seconds, and so must not be called inside a transaction. */
export const askProvider = async (
  url: string,
  init: { method?: string; headers: Record<string, string>; body?: string },
  timeoutMs = defaultTimeoutMs,
): Promise<ProviderAnswer> => {
  try {
    const limits = { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' } as const
    // Adds `traceparent` when tracing is on.
    const headers = { ...init.headers }
    propagation.inject(context.active(), headers)
    const response = await fetch(url, { method: 'POST', ...init, headers, ...limits })
    const answer = { status: response.status, type: typeOf(response) }
    return { ...answer, bytes: await readBody(response.body, answer) }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('连接不上对方的服务器', { cause: error })
  }
}

/** Some services declare their JSON as plain text. */
const isTextual = (type: string) =>
  type === '' || type === 'text/plain' || /^application\/([\w.-]+\+)?json$/.test(type)

/**
 * The JSON of an answer in one of the shapes that the service documents, whatever its status. `entries` is the number of values
 * that may be in it, where it is more than that of a form.
 */
export const jsonOf = <S extends z.ZodType>(
  answer: ProviderAnswer,
  shape: S,
  limits?: { entries: number },
): z.output<S> => {
  if (!isTextual(answer.type)) throw unreadableAnswer(answer)
  try {
    return shape.parse(parseJson(answer.bytes.toString('utf8'), limits))
  } catch (cause) {
    throw unreadableAnswer(answer, cause)
  }
}

/** The headers of an answer whose body is not read here; refuses a gateway's HTML page. */
export const headersOf = <S extends z.ZodType>(
  response: Response,
  statuses: readonly number[],
  shape: S,
): z.output<S> => {
  const answer = { status: response.status, type: typeOf(response) }
  const headers = shape.safeParse(Object.fromEntries(response.headers))
  if (!statuses.includes(answer.status) || answer.type === 'text/html' || !headers.success)
    throw unreadableAnswer(answer, headers.error)
  return headers.data
}

const signatures = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}
const mimes = ['image/png', 'image/jpeg'] as const

/**
 * The picture of an answer with its type by the first bytes; null where the answer is not declared as a
 * picture.
 */
export const imageFromAnswer = ({ status, type, bytes }: ProviderAnswer) => {
  if (!type.startsWith('image/')) return null
  const mime = mimes.find(it => bytes.subarray(0, signatures[it].length).equals(signatures[it]))
  if (status !== 200 || !mime) throw unreadableAnswer({ status, type })
  return { bytes, mime }
}
