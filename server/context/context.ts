import type { Capability, Scope } from '../../resources/domain/rights.ts'
import type { OfficeLevel, Population, Role } from '../../resources/domain/role.ts'
import type { FeatureSwitches } from '../../resources/domain/menu.ts'
import type { RightSwitches } from '../../resources/domain/rights.ts'
import type { Database, Db } from '../db/connection/open.ts'
import type { Services } from './services.ts'

/** Who is calling: the session decides, never the request. */
export type Caller = {
  population: Population
  id: number
  firmId: number
  organizationId: number
  /** null for lawyers. */
  officeLevel: OfficeLevel | null
  isSystem: boolean
  name: string
  roles: readonly Role[]
  capabilities: ReadonlySet<Capability>
  mustChangePwd: boolean
  /** His firm asks for a second factor, which he has not set up. */
  mustSetFactor: boolean
  sessionId: number
}

/** The firm's switches, read together with the session. */
export type FirmSwitches = {
  features: FeatureSwitches
  rights: RightSwitches
  /** `mpFuncSwitch.global`: a name that is missing is on. */
  miniProgram: FeatureSwitches
}

/** What the server itself can say. */
export type ServedLanguage = 'zh' | 'en'

/** What a handler is given. `W` is the caller: null where a call is public and nobody is signed in. */
export type Context<W extends Caller | null = Caller> = {
  caller: W
  firmId: number
  /** How far the caller's right goes for this call. */
  scope: Scope
  switches: FirmSwitches
  /** One client: a transaction where the call writes. */
  db: Db
  /** For handlers that open their own transactions; throws when used inside one. */
  database: Database
  services: Services
  now: Date
  requestId: string
  ip: string
  device: string
  /** As `Accept-Language` asks. */
  language: ServedLanguage
  /** What this browser was given at an earlier sign-in: it eases limits and never authenticates. */
  deviceCookie: string | null
  keepDevice: (cookie: string) => void
  /** For handlers that open their own transaction: in it, a repeated request (Idempotency-Key) gets the first answer. */
  once(this: void, db: Db, work: () => Promise<unknown>): Promise<unknown>
  /** In a transaction: the answer that `once` keeps was not given after all, and a repetition is done anew. */
  forget(this: void, db: Db): Promise<void>
  /** The caller's reason, where the right demands one. */
  reason: string | null
}

/** Of a call that is open to everybody: the caller is null where nobody is signed in. */
export type PublicContext = Context<Caller | null>
