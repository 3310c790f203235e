import { context, propagation } from '@opentelemetry/api'
import type { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'

// What an outside service answers is as foreign as what a browser sends: a gateway before it says what it likes. Each
// answer is held against the status, the type and the shape that the service's documentation names, here and nowhere else.

/** No answer came, or none that can be used; `reason` is a sentence for whoever waits for it. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

export type ProviderAnswer = { status: number; type: string; bytes: Buffer }

const patienceMs = 8_000
/** A picture of 1280 pixels has some 300 kB. */
const mostBytes = 4 * 1024 * 1024

const typeOf = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()

export const unreadable = ({ status, type }: Pick<ProviderAnswer, 'status' | 'type'>, cause?: unknown) =>
  new ProviderError(`对方的回答无法识别（HTTP ${status} ${type}）`, { cause })

const read = async (response: Response) => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes) throw unreadable({ status: response.status, type: typeOf(response) })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** One question to a service. Takes seconds at worst, and so is never asked inside of a transaction. */
export const askProvider = async (
  url: string,
  init: { headers: Record<string, string>; body?: string },
): Promise<ProviderAnswer> => {
  try {
    const limits = { signal: AbortSignal.timeout(patienceMs), redirect: 'error' } as const
    // `traceparent`, where traces are on.
    const headers = { ...init.headers }
    propagation.inject(context.active(), headers)
    const response = await fetch(url, { method: 'POST', ...init, headers, ...limits })
    return { status: response.status, type: typeOf(response), bytes: await read(response) }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('连接不上对方的服务器', { cause: error })
  }
}

/** Some services call their JSON text. */
const isTextual = (type: string) =>
  type === '' || type === 'text/plain' || /^application\/([\w.-]+\+)?json$/.test(type)

/** The JSON of an answer in one of the shapes that the service documents, whatever its status. */
export const jsonOf = <S extends z.ZodType>(answer: ProviderAnswer, shape: S): z.output<S> => {
  if (!isTextual(answer.type)) throw unreadable(answer)
  try {
    return shape.parse(parseJson(answer.bytes.toString('utf8')))
  } catch (cause) {
    throw unreadable(answer, cause)
  }
}

/** The headers of an answer that has no body to be read here, or one that is handed on; no page of a gateway. */
export const headersOf = <S extends z.ZodType>(
  response: Response,
  statuses: readonly number[],
  shape: S,
): z.output<S> => {
  const said = { status: response.status, type: typeOf(response) }
  const headers = shape.safeParse(Object.fromEntries(response.headers))
  if (!statuses.includes(said.status) || said.type === 'text/html' || !headers.success)
    throw unreadable(said, headers.error)
  return headers.data
}

const pictures = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}
const mimes = ['image/png', 'image/jpeg'] as const

/** The picture of an answer and what it is by its first bytes; null where the answer says that it is none. */
export const imageFromAnswer = ({ status, type, bytes }: ProviderAnswer) => {
  if (!type.startsWith('image/')) return null
  const mime = mimes.find(it => bytes.subarray(0, pictures[it].length).equals(pictures[it]))
  if (status !== 200 || !mime) throw unreadable({ status, type })
  return { bytes, mime }
}
