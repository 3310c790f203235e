import type { Capability, Scope } from '../../resources/domain/rights.ts'
import type { OfficeLevel, Population, Role } from '../../resources/domain/role.ts'
import type { FeatureSwitches } from '../../resources/domain/menu.ts'
import type { RightSwitches } from '../../resources/domain/rights.ts'
import type { Database, Db } from '../db/connection/open.ts'
import type { Services } from './services.ts'

/** The person who calls, as the session says; the request itself is never believed. */
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
  /** The firm demands a second factor, and this account has not set one up. */
  mustSetFactor: boolean
  sessionId: number
  /** The administrators in whose place the caller reviews cards at present (services/directory/substitutes.ts). */
  standsInFor: readonly Substitution[]
  /**
   * Set while an assistant maintains the card of a lawyer: the caller is the lawyer with the rights of the mandate alone, and
   * this is who calls. `name` holds both names then.
   */
  mandate?: ActingMandate
  /** Set in a view: the administrator who looks at the product as the caller, and may only read. */
  view?: ViewOfAccount
  /**
   * Set for a program that calls with an API token (接口令牌), whose capabilities are those of the token. `agent` says whether
   * the token is for a language model's program, and whether the firm allows these at present; `mayPropose`, whether both the
   * token and the firm let it propose changes; `isForDirectory`, whether it is for an identity provider alone (SCIM).
   */
  apiToken?: {
    id: number
    name: string
    agent: 'none' | 'allowed' | 'refused'
    mayPropose: boolean
    isForDirectory: boolean
  }
}

/** An administrator in whose place the caller reviews cards, with the scope of that administrator's right. */
export type Substitution = {
  id: number
  name: string
  organizationId: number
  scope: Extract<Scope, 'all' | 'office'>
}

/** The mandate under which somebody acts in a lawyer's place (services/mandates). */
export type ActingMandate = {
  id: number
  /** The fields of the lawyer's cards that the mandate names. */
  fields: readonly string[]
  lawyerName: string
  assistant: Pick<Caller, 'population' | 'id' | 'name' | 'organizationId' | 'officeLevel'>
}

/** A view of one account by an administrator (以该用户视角查看). */
export type ViewOfAccount = {
  viewer: {
    id: number
    name: string
    organizationId: number
    officeLevel: OfficeLevel
    /** The ordinary session in which the view was begun; the view ends with it. */
    sessionId: number
  }
  expireAt: Date
}

/** The firm's switches, read together with the session. */
export type FirmSwitches = {
  features: FeatureSwitches
  rights: RightSwitches
  /** `mpFuncSwitch.global`; a feature that is not listed is on. */
  miniProgram: FeatureSwitches
}

/** The languages in which the server can word its sentences. */
export type ServedLanguage = 'zh' | 'en'

/** The record that an entry of the log is about, with the office that the entry belongs to. */
export type LoggedTarget = { type: string; id: number; name: string; organizationId: number | null }

/** The argument of every handler. `W` is the caller's type, which includes null for public calls. */
export type Context<W extends Caller | null = Caller> = {
  caller: W
  firmId: number
  /** How far the caller's right reaches for this call. */
  scope: Scope
  switches: FirmSwitches
  /** A database client; within a transaction where the call writes. */
  db: Db
  /** For handlers that open their own transactions; throws when used inside one. */
  database: Database
  services: Services
  now: Date
  requestId: string
  ip: string
  /** The host name by which the client reached the server; empty outside of a request. */
  host: string
  device: string
  /** The language from `Accept-Language`. */
  language: ServedLanguage
  /** The cookie that this browser got at an earlier sign-in. It relaxes limits and never authenticates. */
  deviceCookie: string | null
  keepDevice: (cookie: string) => void
  /**
   * For handlers that open their own transaction: inside it, a request repeated with the same Idempotency-Key
   * gets the first answer.
   */
  once(this: void, db: Db, work: () => Promise<unknown>): Promise<unknown>
  /**
   * Inside a transaction: deletes the answer that `once` stored but which was not sent, so that a repetition
   * runs again.
   */
  forget(this: void, db: Db): Promise<void>
  /** What is done is one of several done together, which the log finds by this number. */
  batch?: { batchId: number; batchCount: number }
  /** What is done restores values of this version, or from before a change at this time (in the words of the log). */
  restores?: { version: number } | { time: string }
  /** What is done was proposed by a language model's program, and the caller has approved it. */
  proposal?: { tokenName: string; ownerName: string }
  /** Set for a trial, which is rolled back: receives what would have been changed. */
  onLogged?: (target: LoggedTarget) => void
  /** The caller's reason, where the right demands one. */
  reason: string | null
}

/** The context of a public call: the caller is null without a session. */
export type PublicContext = Context<Caller | null>
