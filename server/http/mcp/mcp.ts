import {
  createMcpHandler,
  localhostAllowedOrigins,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Context as HttpContext } from 'hono'

import { isPlainObject } from '../../../resources/kit/objects.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import { envelope } from '../../context/envelope.ts'
import type { Runtime } from '../../context/runtime.ts'
import { asAgentCall } from '../../engine/agentCall.ts'
import { clientOf } from '../../engine/program.ts'
import { wantedLanguage } from '../../engine/request.ts'
import { appendLogEntries } from '../../services/audit/audit.ts'
import type { Identified } from '../../services/identity/identified.ts'
import { authenticate } from '../../services/identity/session.ts'
import { countWithin } from '../../services/limits/counters.ts'
import { translateText } from '../../services/settings/languages.ts'
import { translateRefusal } from '../language.ts'
import { addressFor, bodyFor } from './address.ts'
import { type AgentTool, mayUse } from './tools.ts'

// The Model Context Protocol for programs of language models, which read with a token of their own. A tool is a declared call,
// made within the process with the same token, so that rights, scope, masks, limits and the log are those of every call. A call
// that writes is not made: the engine stores it as a proposal (services/proposals).

/** The largest message of a client in bytes. */
const mostBytes = 64 * 1024
/** Calls of one token. */
const readLimit = { most: 120, windowMs: 60_000 }

type Options = {
  runtime: Runtime
  tools: readonly AgentTool[]
  version: string
  /** Answers a call in the process, with the environment of the request that asks for it. */
  call: (address: string, init: RequestInit, env: object) => Promise<Response>
}

type Agent = Identified & { caller: { apiToken: { id: number; name: string } } }

const bearer = /^Bearer +(\S{1,100})$/i

const tokenOf = (http: HttpContext) =>
  bearer.exec(http.req.header('authorization') ?? '')?.[1] ?? http.req.header('token') ?? ''

/** The owner of a token that is for agents; throws 4003 for any other token, and 4030 where the firm allows no agents. */
const identifyAgent = async ({ database, hostOf, now }: Runtime, http: HttpContext): Promise<Agent> => {
  const found = await authenticate(database, { token: tokenOf(http), host: hostOf(http) }, now())
  const apiToken = found?.caller.apiToken
  if (!found || !apiToken || apiToken.agent === 'none')
    throw new ApiError('4003', '请使用供智能体使用的接口令牌')
  if (apiToken.agent === 'refused') throw new ApiError('4030', '本所没有开放智能体接入，请联系管理员')
  return { ...found, caller: { ...found.caller, apiToken } }
}

/** Counts a call, and logs a reading before it happens, so that nothing is read without a row in the log. */
const countCall = (
  runtime: Runtime,
  http: HttpContext,
  { caller }: Agent,
  { title, isProposal }: AgentTool,
) => {
  const { firmId, apiToken } = caller
  const now = runtime.now()
  const device = clientOf(caller, http.req.header('user-agent') ?? '')
  const origin = {
    caller,
    firmId,
    now,
    requestId: runtime.requestIdOf(http),
    ip: runtime.addressOf(http),
    device,
  }
  const summary = `智能体通过令牌【${apiToken.name}】读取${title}`
  return runtime.database.write(firmId, async db => {
    await countWithin(db, `agent:${firmId}:${apiToken.id}`, readLimit, now)
    if (!isProposal) await appendLogEntries(db, origin, [{ module: 13, action: 'agentRead', summary }])
  })
}

const forwardedHeaders = (http: HttpContext) => {
  const headers = new Headers(http.req.raw.headers)
  for (const name of ['content-length', 'content-type', 'authorization', 'accept', 'idempotency-key'])
    headers.delete(name)
  headers.set('token', tokenOf(http))
  return headers
}

/** The request for a call; what writes is sent as JSON. */
const requestOf = (http: HttpContext, { bound: { call } }: AgentTool, input: Record<string, unknown>) => {
  const headers = forwardedHeaders(http)
  if (call.method === 'GET') return { headers }
  headers.set('content-type', 'application/json')
  return { method: call.method, headers, body: JSON.stringify(bodyFor(call, input)) }
}

const textResult = (value: unknown) => [{ type: 'text' as const, text: JSON.stringify(value) }]

/** Makes the call, and answers its data, or why it was refused in a form that a model can act on. */
const useTool = async (
  { call, runtime }: Options,
  http: HttpContext,
  agent: Agent,
  tool: AgentTool,
  input: Record<string, unknown>,
) => {
  const address = addressFor(tool.bound.call, input)
  try {
    await countCall(runtime, http, agent, tool)
    if (address === null) throw notFound()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { isError: true, content: textResult(envelope(error.code, error.data, '', error.message)) }
  }
  const answer = await call(address, requestOf(http, tool, input), asAgentCall(http.env))
  const body: unknown = await answer.json()
  const { code, data, message } = isPlainObject(body) ? body : { code: '5000' }
  if (code !== '200') return { isError: true, content: textResult({ code, message, data }) }
  return { content: textResult(data), ...(isPlainObject(data) && { structuredContent: data }) }
}

/** A server of the protocol for one request. */
const serverFor = (options: Options, http: HttpContext, agent: Agent) => {
  const server = new Server(
    { name: 'tenant-admin', title: '律所名片后台', version: options.version },
    { capabilities: { tools: {} } },
  )
  const tools = options.tools.filter(tool => mayUse(agent, tool))
  const language = wantedLanguage(http)
  const described = tools.map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title: translateText(language, title),
    description: translateText(language, description),
    inputSchema,
    annotations,
  }))
  server.setRequestHandler('tools/list', () => ({ tools: described }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find(it => it.name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return useTool(options, http, agent, tool, params.arguments ?? {})
  })
  return server
}

const statuses: Partial<Record<string, 401 | 403 | 429>> = { '4003': 401, '4030': 403, '4290': 429 }

/** A refusal with the HTTP status that clients of the protocol expect, in the usual envelope. */
const refuse = (runtime: Runtime, http: HttpContext, { code, data, message }: ApiError) => {
  const status = statuses[code]
  if (status === 401) http.header('WWW-Authenticate', 'Bearer')
  http.set('code', code)
  return http.json(translateRefusal(http, envelope(code, data, runtime.requestIdOf(http), message)), status)
}

/**
 * Answers one request of the protocol. One that a page of a browser sends from elsewhere than this machine is refused (Origin, as
 * the protocol demands): programs of language models are no pages, and a page must not reach a server in its visitor's network.
 */
export const answerMcp = async (options: Options, http: HttpContext): Promise<Response> => {
  const foreign = originValidationResponse(http.req.raw, localhostAllowedOrigins())
  if (foreign) return foreign
  try {
    const agent = await identifyAgent(options.runtime, http)
    const { fetch } = createMcpHandler(() => serverFor(options, http, agent), {
      maxSubscriptions: 0,
      maxRequestBodySize: mostBytes,
    })
    return await fetch(http.req.raw)
  } catch (error) {
    if (!(error instanceof ApiError) || !statuses[error.code]) throw error
    return refuse(options.runtime, http, error)
  }
}
