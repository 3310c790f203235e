import { isIP } from 'node:net'

import { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import type { Population } from '../../../resources/domain/role.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Database } from '../../db/connection/open.ts'
import { consumeTicket, insertCode, prepareTicket } from './codes.ts'
import type { NewPasskey, Passkey, PasskeyOwner } from './passkeys.ts'
import { signText } from './secrets.ts'

// Passkeys as credentials of WebAuthn level 3: discoverable, with user verification by PIN or biometrics. The
// relying party is the host name of the call, at which the browser creates and uses the passkey.

/** EdDSA, ES256 and RS256, which cover the authenticators in use. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loaded when it is used, because it takes 25 MB and most processes rarely need it. */
const webAuthn = () => import('@simplewebauthn/server')

const base64url = z.string().max(20_000)
const credentialOf = <R extends z.ZodType>(response: R) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.object({}).default({}),
  })
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const createdCredential = credentialOf(
  z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(transport).max(10).catch([]).default([]),
  }),
)
const signedCredential = credentialOf(
  z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
)

const parsed = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const { data, success } = schema.safeParse(given)
  if (!success) throw invalid({ credential: '浏览器返回的通行密钥数据不完整，请重试' })
  return data
}
/** The answer of a browser that has created a passkey. */
export const readCreatedCredential = (given: unknown) => parsed(createdCredential, given)
/** The answer of a browser that has signed with a passkey. */
export const readSignedCredential = (given: unknown) => parsed(signedCredential, given)
type CreatedCredential = z.output<typeof createdCredential>
type SignedCredential = z.output<typeof signedCredential>

/** The relying party of a call; throws where browsers know no passkeys, as at a bare address. */
const relyingPartyOf = ({ host }: Pick<PublicContext, 'host'>): string => {
  if (host === '' || host.startsWith('[') || isIP(host) !== 0)
    throw new ApiError('4091', '通行密钥只能在用域名打开的页面使用，请改用律所的网址访问')
  return host
}

/** Names the account to the authenticator without telling anything about the person. */
const userHandle = (database: Database, { firmId, population, id }: PasskeyOwner) =>
  signText(database, 'passkey', `${firmId}.${population}.${id}`)

type ChallengeOrigin = Pick<PublicContext, 'database' | 'firmId' | 'now'>
/** What a challenge is for: adding to one session, or signing in to one population, at one host name. */
type ChallengeUse = { purpose: 'passkeyAdd' | 'passkeyLogin'; subject: string }

/** Prepares a challenge, which `insertCode` stores; it is valid once and for five minutes. */
const prepareChallengeFor = ({ database, firmId }: ChallengeOrigin, use: ChallengeUse) =>
  prepareTicket(database, { firmId, ...use }, 'challenge')

const clientData = z.object({ challenge: z.string(), origin: z.string() })

/** The challenge that a browser has signed, and the origin of its page; null for an unreadable answer. */
const clientDataOf = (clientDataJSON: string) => {
  try {
    return clientData.parse(parseJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}

/** Browsers offer passkeys on encrypted pages, and on the machine itself. */
const isOriginAt = (origin: string, host: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return hostname === host && (protocol === 'https:' || host === 'localhost')
}

/** Uses the challenge of an answer up, before anything else is checked; false where it is not valid here. */
const useChallenge = async (
  { database, firmId, now }: ChallengeOrigin,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> => {
  // The ticket was encoded once more by WebAuthn.
  const ticket = Buffer.from(challenge, 'base64url').toString('utf8')
  return database.write(firmId, db => consumeTicket(db, ticket, { firmId, ...use }, now, 'challenge'))
}

type CheckContext = ChallengeOrigin & Pick<PublicContext, 'host'>

/** What the library checks an answer against; null where its challenge or its page is not the expected one. */
const expectationOf = async (context: CheckContext, clientDataJSON: string, use: ChallengeUse) => {
  const host = relyingPartyOf(context)
  const data = clientDataOf(clientDataJSON)
  if (!data || !(await useChallenge(context, data.challenge, use)) || !isOriginAt(data.origin, host))
    return null
  return {
    expectedChallenge: data.challenge,
    expectedOrigin: data.origin,
    expectedRPID: host,
    requireUserVerification: true,
  }
}

const addUse = (host: string, { population, id }: PasskeyOwner, sessionId: number): ChallengeUse => ({
  purpose: 'passkeyAdd',
  subject: `${population}:${id}:${sessionId}:${host}`,
})
const loginUse = (host: string, population: Population): ChallengeUse => ({
  purpose: 'passkeyLogin',
  subject: `${population}:${host}`,
})

type NewPasskeyOwner = PasskeyOwner & { sessionId: number; account: string; name: string }

/** Options for `navigator.credentials.create`, and the row of their challenge. */
export const prepareCreation = async (
  context: CheckContext,
  owner: NewPasskeyOwner,
  firmName: string,
  present: readonly Passkey[],
) => {
  const host = relyingPartyOf(context)
  const { generateRegistrationOptions } = await webAuthn()
  const { ticket, row } = await prepareChallengeFor(context, addUse(host, owner, owner.sessionId))
  const options = await generateRegistrationOptions({
    rpName: firmName,
    rpID: host,
    userName: owner.account,
    userDisplayName: owner.name,
    userID: new Uint8Array(Buffer.from(await userHandle(context.database, owner), 'base64url')),
    challenge: ticket,
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  })
  return { options, row }
}

/** Verifies what a browser has created; null where it does not answer this session's challenge. */
export const verifyCreation = async (
  context: CheckContext,
  owner: PasskeyOwner & { sessionId: number },
  response: CreatedCredential,
): Promise<NewPasskey | null> => {
  const host = relyingPartyOf(context)
  const use = addUse(host, owner, owner.sessionId)
  const expectation = await expectationOf(context, response.response.clientDataJSON, use)
  if (!expectation) return null
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response,
    ...expectation,
    supportedAlgorithmIDs,
  }).catch(() => null)
  if (!verified?.registrationInfo) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    host,
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: [...transports],
  }
}

/** Options for `navigator.credentials.get` with any passkey of this host name; the challenge is stored. */
export const beginPasskeyLogin = async (context: CheckContext, population: Population) => {
  const host = relyingPartyOf(context)
  const { generateAuthenticationOptions } = await webAuthn()
  const { ticket, row } = await prepareChallengeFor(context, loginUse(host, population))
  await context.database.write(context.firmId, db => insertCode(db, row, context.now))
  return generateAuthenticationOptions({ rpID: host, challenge: ticket, userVerification: 'required' })
}

/**
 * Verifies a signature; returns the authenticator's new count, or null where the signature, the challenge or
 * the passkey is not right for this host name and population. The challenge is used up in any case.
 */
export const verifyPasskeyLogin = async (
  context: CheckContext,
  population: Population,
  passkey: Passkey | null,
  response: SignedCredential,
): Promise<number | null> => {
  const host = relyingPartyOf(context)
  const expectation = await expectationOf(
    context,
    response.response.clientDataJSON,
    loginUse(host, population),
  )
  if (!expectation || passkey?.population !== population || passkey.host !== host) return null
  const owner = { firmId: passkey.firmId, population, id: passkey.userId }
  if (response.response.userHandle !== (await userHandle(context.database, owner))) return null
  const { verifyAuthenticationResponse } = await webAuthn()
  const { credentialId, publicKey, signCount } = passkey
  const verified = await verifyAuthenticationResponse({
    response,
    ...expectation,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: signCount,
    },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
