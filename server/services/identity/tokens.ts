import { createHash, randomBytes } from 'node:crypto'

/** The SHA-256 of a secret in hexadecimal, which is stored instead of the secret. */
export const sha256Of = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** A token of a session, of a view, or of a program. */
const tokenPattern = /^(?:([1-9]\d{0,8})-(?:view-)?|tat_([1-9]\d{0,8})_)[\w-]{43}$/

/**
 * The firm's number, so that the session is looked up under its row-level security, and 256 random bits; only
 * the hash is stored. Processes of releases before views, which may still run during an upgrade, refuse the
 * longer token of a view instead of serving it as an ordinary session.
 */
export const newToken = (firmId: number, isView: boolean) =>
  `${firmId}-${isView ? 'view-' : ''}${randomBytes(32).toString('base64url')}`

/**
 * A new API token. Its prefix lets scanners of published code recognise it, and processes of earlier releases refuse
 * it.
 */
export const newApiToken = (firmId: number) => `tat_${firmId}_${randomBytes(32).toString('base64url')}`

/** Whether the token is of a program and not of a session. */
export const isApiToken = (token: string) => token.startsWith('tat_')

/** Whether the token is of a view of another account. */
export const isViewToken = (token: string) => /^\d+-view-[\w-]{43}$/.test(token)

/** The firm that a token claims; undefined for an invalid token. */
export const firmOfToken = (token: string): number | undefined => {
  const [, ofSession, ofProgram] = tokenPattern.exec(token) ?? []
  return Number(ofSession ?? ofProgram) || undefined
}
