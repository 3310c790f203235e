import { randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'

import { and, eq, isNull, or, sql } from 'drizzle-orm'

import type { Population } from '../../../resources/domain/role.ts'
import type { SignOnWay } from '../../../resources/domain/signOn.ts'
import { invalid } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import type { SignOnIdentity, SignOnRequest } from '../../context/services.ts'
import type { Db } from '../../db/connection/open.ts'
import { admins, lawyers } from '../../db/tables.ts'
import { consumeTicket, insertCode, lifetimeSeconds, prepareTicket } from './codes.ts'
import { signText } from './secrets.ts'
import { sha256Of } from './tokens.ts'

// The state of a single sign-on: a ticket that is valid once and for ten minutes, bound to the browser by a secret
// that only the browser's tab holds. Nonce and PKCE verifier are derived from both, so neither is stored.

/** What both calls of a sign-in name. */
export type SignOnAttempt = { way: SignOnWay; userType: Population; page: string }

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))

/**
 * The address to which the provider leads back: the sign-in page at the host name of the call, encrypted, unless the
 * operator names another public address or the server is on the machine itself.
 */
export const checkSignOnPage = (
  page: string,
  { host, services }: Pick<PublicContext, 'host' | 'services'>,
) => {
  const { origin, basePath } = services.mirrors
  const wrongPage = () => invalid({ page: '登录页的地址不正确，请从律所的网址打开登录页后重试' })
  if (!URL.canParse(page)) throw wrongPage()
  const address = new URL(page)
  const isOwn =
    /^https?:$/.test(address.protocol) &&
    address.hostname === host &&
    page === `${address.origin}${basePath}/login`
  if (!isOwn) throw wrongPage()
  const isPublic = origin !== undefined && address.origin === new URL(origin).origin
  if (address.protocol === 'https:' || isPublic || isLoopback(host)) return
  throw invalid({ page: '单点登录只能在加密的网址（https）使用' })
}

const subjectOf = ({ way, userType, page }: SignOnAttempt, browser: string) =>
  [way, userType, page, sha256Of(browser)].join('\n')

/** Providers accept letters and digits in every case. */
const stateOf = (ticket: string) => Buffer.from(ticket).toString('hex')
const ticketOf = (state: string) => Buffer.from(state, 'hex').toString()

const requestOf = async (
  { database }: Pick<PublicContext, 'database'>,
  page: string,
  { state, browser }: { state: string; browser: string },
): Promise<SignOnRequest> => {
  const derive = (name: string) => signText(database, 'signOn', [name, state, browser].join('\n'))
  const [nonce, verifier] = await Promise.all([derive('nonce'), derive('verifier')])
  return { page, state, nonce, verifier }
}

/** Stores a new state; the browser gets its secret and hands it back with the provider's answer. */
export const beginSignOn = async (context: PublicContext, attempt: SignOnAttempt) => {
  const { database, firmId, now } = context
  const browser = randomBytes(32).toString('base64url')
  const binding = { firmId, purpose: 'signOn', subject: subjectOf(attempt, browser) }
  const { ticket, row } = await prepareTicket(database, binding)
  const state = stateOf(ticket)
  await database.write(firmId, db => insertCode(db, row, now))
  const request = await requestOf(context, attempt.page, { state, browser })
  return { browser, request, expireIn: lifetimeSeconds('ticket') }
}

/** Uses a state up, before anything is asked of the provider; null where it is not valid in this browser. */
export const consumeSignOn = async (
  context: PublicContext,
  attempt: SignOnAttempt,
  proof: { state: string; browser: string },
): Promise<SignOnRequest | null> => {
  const { database, firmId, now } = context
  const binding = { firmId, purpose: 'signOn', subject: subjectOf(attempt, proof.browser) }
  const isValid = await database.write(firmId, db => consumeTicket(db, ticketOf(proof.state), binding, now))
  return isValid ? requestOf(context, attempt.page, proof) : null
}

const adminIds = (db: Db, firmId: number, { by, value }: SignOnIdentity) => {
  const condition = {
    mobile: eq(admins.mobile, value),
    email: eq(sql`lower(${admins.email})`, value),
    account: eq(sql`lower(${admins.account})`, value),
  }[by]
  return db
    .select({ id: admins.id, status: admins.status })
    .from(admins)
    .where(and(eq(admins.firmId, firmId), isNull(admins.deletedAt), condition))
    .limit(20)
}

const lawyerIds = (db: Db, firmId: number, { by, value }: SignOnIdentity) => {
  const condition = {
    mobile: eq(lawyers.mobile, value),
    email: and(eq(sql`lower(${lawyers.email})`, value), eq(lawyers.isEmailUnproven, 0)),
    // A lawyer's account is the mobile.
    account: or(eq(sql`lower(${lawyers.employeeNo})`, value), eq(lawyers.mobile, value)),
  }[by]
  return db
    .select({ id: lawyers.id, status: lawyers.status })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), isNull(lawyers.deletedAt), condition))
    .limit(20)
}

/**
 * The person of the firm whom an identity means: the only active one, or else the only one at all, whose state then
 * refuses the sign-in. `'several'` where the identity does not decide.
 */
export const idOfIdentity = async (
  db: Db,
  firmId: number,
  population: Population,
  identity: SignOnIdentity,
): Promise<number | 'several' | null> => {
  const rows = await (population === 1 ? adminIds(db, firmId, identity) : lawyerIds(db, firmId, identity))
  const active = rows.filter(({ status }) => status === 1)
  const [found, ...others] = active.length > 0 ? active : rows
  if (!found) return null
  return others.length > 0 ? 'several' : found.id
}
