import { backend } from './backend/mapping.ts'
import { type Named, translateCode, translateInput, translateOutput } from './backend/translate.ts'
import { valueAt } from './answer.ts'
import { CallError, offline, openEnvelope, unreachable } from './envelope.ts'
import { defaultLocale } from '../resources/locales/locales.ts'
import { pathInDocument } from './pathInDocument.ts'
import { askToRenew, expireSession, isEnding, readToken, emitSessionEvent } from './session.ts'

/** Where the interface is, on the page's own host. */
export const apiBase = pathInDocument('api-path') ?? '/api'
/** On every request; 1, as the specification has it (section 9), until the back-end names another firm. */
let firmId = 1
/** The firm that is sent with calls, as conf.app named it. */
export const currentFirmId = () => firmId
/** Takes the firm from `firm.firmId` of conf.app, which a back-end may leave out. */
export const rememberFirm = (conf: unknown) => {
  const named = valueAt(conf, 'firm', 'firmId')
  if (typeof named === 'number' && Number.isSafeInteger(named) && named > 0) firmId = named
}
/** A server that has not answered by then is taken for gone. */
const defaultTimeout = 60_000

/** What of a call's declaration decides how it travels. */
export type Shape = Named
type Route = Omit<Shape, 'name'>
type Input = Readonly<Record<string, unknown>>
/** How one request is sent, beside its call and its input. */
export type SendOptions = {
  signal?: AbortSignal | undefined
  /** The same for a repeated attempt: the server then does the work once. */
  idempotencyKey?: string | undefined
  /** Outlives the page, for the last call before it is left. */
  isLast?: true
  /** Reads an answer that is a file; where it is absent every answer is an envelope. */
  onFile?: (response: Response) => Promise<unknown>
  /** Milliseconds until the server is taken for gone, where an answer takes longer than most. */
  timeout?: number
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** As text: lists comma-separated, what is empty left out. */
const textsOf = (input: Input) =>
  Object.entries(input).flatMap(([name, value]): [string, string][] =>
    isEmpty(value) ? [] : [[name, textOf(value)]],
  )

/** The path with its parameters filled in, and what is left of the input. */
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

/** Not the browser's language, but the one that the page is shown in. The check of a firm's own back-end runs without a page. */
const pageLocale = () =>
  (typeof document === 'undefined' ? '' : document.documentElement.lang) || defaultLocale

/** One request; `base` is where the interface is; that of this page where absent. */
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

const exchange = async (request: Request, { signal, onFile }: SendOptions) => {
  try {
    const response = await fetch(request)
    if (onFile && isFile(response)) return await onFile(response)
    return openEnvelope(await response.text(), response.status, code => translateCode(backend, code))
  } catch (error) {
    // Given up by the caller: not a failure to tell anybody about.
    if (error instanceof CallError || signal?.aborted) throw error
    throw new CallError(navigator.onLine === false ? offline : unreachable)
  }
}

/** The page is about to be left: neither a success nor an error may show in the meantime. */
export const neverSettles = () => new Promise<never>(() => {})

/** Sends one call and opens the answer; the codes that end a session are dealt with here, and nowhere else. */
export const send = async (shape: Shape, input: Input = {}, options: SendOptions = {}): Promise<unknown> => {
  const token = readToken()
  try {
    const [route, sent] = translateInput(backend, shape, input)
    const answer = await exchange(requestOf(route, sent, token, options), options)
    return translateOutput(backend, shape, answer)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    error.call = `${shape.method} ${shape.path}`
    error.isOfEarlierSession = token !== readToken()
    if (token && error.code === '4003' && !error.isOfEarlierSession) expireSession()
    if (isEnding()) return neverSettles()
    if (!token) throw error
    if (error.code === '4007') emitSessionEvent('password')
    // The server did nothing, so the same call may be sent once more.
    if ((error.code === '4004' || error.code === '4008') && (await askToRenew()))
      return send(shape, input, options)
    throw error
  }
}
