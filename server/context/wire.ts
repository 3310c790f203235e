import type { Context as HttpContext, MiddlewareHandler } from 'hono'

import type { Runtime } from './runtime.ts'

/** A session that was proven by a signature instead of by its token. */
export type SignedSession = { firmId: number; sessionId: number }

/** What a call takes out of a request besides its path and query. */
export type OpenedBody = {
  values: Record<string, unknown>
  session?: SignedSession
  /** The token, where it does not come in the header `Token`. */
  token?: string
  /** An identity provider asks by SCIM (http/scim), for which there are tokens of their own. */
  isByDirectory?: true
  /** Called once the request is answered, even if it was refused before the handler has read the body. */
  leave?: () => void
}

/** How a call differs from those that are answered in the envelope and whose small bodies are collected. */
export type Wire = {
  /** The longest body in bytes by its header; the handler limits what really arrives. */
  maxBytes: number
  open: (http: HttpContext, runtime: Runtime) => Promise<OpenedBody>
  middleware?: MiddlewareHandler
  send?: (http: HttpContext, data: unknown) => Response
  /** The HTTP status of a refusal, where its readers know no envelope. */
  refusalStatus?: (code: string) => 400 | 404 | 429 | 503
}

const strangersStatuses: Readonly<Record<string, 400 | 429 | 503>> = {
  '4000': 400,
  '4220': 400,
  '4290': 429,
  '5030': 503,
}

/** The HTTP status of a refusal for somebody without an account: whatever is not open to him does not exist. */
export const strangersStatus: NonNullable<Wire['refusalStatus']> = code => strangersStatuses[code] ?? 404
