import type { Context as HttpContext } from 'hono'

import type { Database } from '../db/connection/open.ts'
import type { Services } from './services.ts'

/** What the process gives to every call. */
export type Runtime = {
  database: Database
  services: Services
  now: () => Date
  /** Reached by https: cookies say so. */
  isSecure: boolean
  requestIdOf: (http: HttpContext) => string
  /** The client's address; a forwarded one only from a listed proxy (promise Q40). */
  addressOf: (http: HttpContext) => string
  /** The host name that the client asked for; a forwarded one only from a listed proxy. */
  hostOf: (http: HttpContext) => string
  /** Where the interface is served, without a slash at the end. */
  apiPath: string
  /** The text of a request with the addresses of uploads as they are stored, wherever the interface is served. */
  storedAddresses: (text: string) => string
  /** Throws 5030 while the disk has too little room for a write (promise Q51). */
  refuseWhenDiskIsLow: () => void
}
