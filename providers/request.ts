import { backend } from './backend/mapping.ts'
import { type NamedRoute, translateCode, translateInput, translateOutput } from './backend/translate.ts'
import { valueAt } from './answer.ts'
import { CallError, offlineFailure, openEnvelope, unreachableFailure } from './envelope.ts'
import { defaultLocale } from '../resources/locales/locales.ts'
import { pathInDocument } from './pathInDocument.ts'
import { askToRenew, expireSession, isEnding, readToken, emitSessionEvent } from './session.ts'

/** Path of the API on the page's own host. */
export const apiBase = pathInDocument('api-path') ?? '/api'
/** Sent with every request; 1 as in the specification (section 9), until the back-end names another firm. */
let firmId = 1
/** The id of the firm that is sent with calls. */
export const currentFirmId = () => firmId
/** Stores `firm.firmId` of conf.app, which a back-end may omit. */
export const rememberFirm = (conf: unknown) => {
  const named = valueAt(conf, 'firm', 'firmId')
  if (typeof named === 'number' && Number.isSafeInteger(named) && named > 0) firmId = named
}
/** Milliseconds after which an unanswered request fails. */
const defaultTimeout = 60_000

/** The properties of a declared call that decide how it is sent. */
export type CallShape = NamedRoute
type Route = Omit<CallShape, 'name'>
type Input = Readonly<Record<string, unknown>>
/** Options of one request. */
export type SendOptions = {
  signal?: AbortSignal | undefined
  /** Equal for repeated attempts, so that the server does the work only once. */
  idempotencyKey?: string | undefined
  /** True for the last call before the page is left; the browser completes it afterwards. */
  isLast?: true
  /** Reads an answer that is a file; without it every answer is an envelope. */
  onFile?: (response: Response) => Promise<unknown>
  /** Milliseconds after which the request fails, for answers that take longer than usual. */
  timeout?: number
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Converts the input to texts: lists are comma-separated, and empty values are omitted. */
const textsOf = (input: Input) =>
  Object.entries(input).flatMap(([name, value]): [string, string][] =>
    isEmpty(value) ? [] : [[name, textOf(value)]],
  )

/** Fills the parameters of the path and returns the remaining input. */
const fill = (path: string, input: Input): [string, Input] => {
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'firmId' ? firmId : rest[name]
    delete rest[name]
    if (isEmpty(value)) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(textOf(value))
  })
  return [filled, rest]
}

/** The language of the page, not that of the browser. The check of a firm's own back-end runs without a document. */
const pageLocale = () =>
  (typeof document === 'undefined' ? '' : document.documentElement.lang) || defaultLocale

/** Builds one request. `base` is the address of the API, by default that of this page. */
export const requestOf = (
  { method, path, encoding }: Route,
  input: Input,
  token: string | undefined,
  options: SendOptions,
  base = location.origin + apiBase,
) => {
  const [filled, rest] = fill(path, input)
  const url = new URL(base + filled)
  const headers = new Headers({ 'Accept-Language': pageLocale() })
  if (token) headers.set('Token', token)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const limit = AbortSignal.timeout(options.timeout ?? defaultTimeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const init: RequestInit = { method, headers, signal, keepalive: options.isLast ?? false }
  const sent = { ...rest, firmId }
  if (method === 'GET') for (const [name, value] of textsOf(sent)) url.searchParams.set(name, value)
  else if (encoding === 'form') init.body = new URLSearchParams(textsOf(sent))
  else {
    headers.set('Content-Type', 'application/json')
    init.body = JSON.stringify(sent)
  }
  return new Request(url, init)
}

const isFile = ({ ok, headers }: Response) => ok && !headers.get('content-type')?.includes('json')

/** The failure of a request that got no answer. */
export const connectionFailure = () =>
  new CallError(navigator.onLine === false ? offlineFailure : unreachableFailure)

/**
 * The data of an answer of the back-end; throws a `CallError` for every code except '200', by the codes of the firm's
 * own back-end. It is called within `inSession`.
 */
export const openAnswer = (text: string, status: number): unknown =>
  openEnvelope(text, status, code => translateCode(backend, code))

const exchange = async (request: Request, { signal, onFile }: SendOptions) => {
  try {
    const response = await fetch(request)
    if (onFile && isFile(response)) return await onFile(response)
    return openAnswer(await response.text(), response.status)
  } catch (error) {
    // The caller cancelled the request, which is not an error for the user.
    if (error instanceof CallError || signal?.aborted) throw error
    throw connectionFailure()
  }
}

/**
 * A promise that stays pending, because the page is about to be left and neither a success nor an error may appear.
 */
export const neverSettles = () => new Promise<never>(() => {})

/**
 * Runs a request to the back-end, which gets the present token and opens the answer; `name` is its method and path.
 * All codes that end a session are handled here, so every request passes this function, uploads included.
 */
export const inSession = async <T>(
  name: string,
  request: (token: string | undefined) => Promise<T>,
): Promise<T> => {
  const token = readToken()
  try {
    return await request(token)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    error.call = name
    error.isOfEarlierSession = token !== readToken()
    if (token && error.code === '4003' && !error.isOfEarlierSession) expireSession()
    if (isEnding()) return neverSettles()
    if (!token) throw error
    if (error.code === '4007') emitSessionEvent('password')
    // The server did nothing, so the call may be sent once more.
    if ((error.code === '4004' || error.code === '4008') && (await askToRenew()))
      return inSession(name, request)
    throw error
  }
}

/** Sends one call and returns the data of its answer; rejects with a `CallError`. */
export const send = (shape: CallShape, input: Input = {}, options: SendOptions = {}): Promise<unknown> =>
  inSession(`${shape.method} ${shape.path}`, async token => {
    const [route, sent] = translateInput(backend, shape, input)
    const answer = await exchange(requestOf(route, sent, token, options), options)
    return translateOutput(backend, shape, answer)
  })
