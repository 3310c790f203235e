import type { Context as HttpContext } from 'hono'

import type { Database } from '../db/connection/open.ts'
import type { Services } from './services.ts'

/** The parts of the process that every call uses. */
export type Runtime = {
  database: Database
  services: Services
  now: () => Date
  /** Whether the product is reached by https, which makes cookies `Secure`. */
  isSecure: boolean
  requestIdOf: (http: HttpContext) => string
  /** The client's address; a forwarded address counts only from a listed proxy (promise Q40). */
  addressOf: (http: HttpContext) => string
  /** The host name that the client asked for; a forwarded name counts only from a listed proxy. */
  hostOf: (http: HttpContext) => string
  /** The path of the interface, without a slash at the end. */
  apiPath: string
  /**
   * Replaces the served addresses of uploads in a request by the stored ones, wherever the interface is
   * served.
   */
  storedAddresses: (text: string) => string
  /** Throws 5030 while the disk has too little free space for a write (promise Q51). */
  refuseWhenDiskIsLow: () => void
}
