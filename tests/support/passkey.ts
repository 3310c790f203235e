import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

import { password, type TestApp } from './app.ts'

type Options = Record<string, unknown>
type Page = { host?: string; origin?: string }

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const userHandleIn = ({ user }: Options) => (user as { id: string }).id

/** Flags of authenticator data: user present, user verified, and credential data included. */
const flag = { present: 1, verified: 4, attested: 64 }

/** An authenticator in software with one P-256 key, and the browser's part of WebAuthn, on a page of `host`. */
export const createAuthenticator = ({ host = 'localhost', origin = `http://${host}` }: Page = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const state = { signCount: 0, isVerified: true, userHandle: '' }

  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (attested?: Buffer) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((state.signCount += 1))
    const flags = flag.present + (state.isVerified ? flag.verified : 0) + (attested ? flag.attested : 0)
    const rpIdHash = createHash('sha256').update(host).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const credential = (response: Record<string, string | string[]>) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })
  const coseKey = () =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ]),
    )

  return {
    state,
    /** What `navigator.credentials.create` answers to these options. */
    create: (options: Options) => {
      state.userHandle = userHandleIn(options)
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(attested))],
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options['challenge'])),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    /** What `navigator.credentials.get` answers to these options. */
    get: ({ challenge }: Options) => {
      const data = authenticatorData()
      const client = clientData('webauthn.get', challenge)
      const hash = createHash('sha256').update(client).digest()
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, hash]), privateKey)),
        userHandle: state.userHandle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Adds a passkey to a person of the world, as the account page does. */
export const addPasskeyFor = async (app: TestApp, who: string, page: Page = {}) => {
  const headers = { Host: page.host ?? 'localhost' }
  const authenticator = createAuthenticator(page)
  const person = await app.as(who)
  const begun = await person.call('session.beginPasskey', { password }, headers)
  const credential = authenticator.create(begun.options)
  const { id } = await person.call('session.addPasskey', { name: '办公室电脑', credential }, headers)
  return { authenticator, person, id }
}

/** What a browser sends to sign in by passkey. */
export const passkeyProof = async (
  app: TestApp,
  authenticator: Authenticator,
  userType: 1 | 2,
  host = 'localhost',
) => {
  const { options } = await app.call('session.passkeyChallenge', { userType }, { Host: host })
  return { userType, credential: authenticator.get(options) }
}
