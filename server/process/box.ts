import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { sealOf } from './auditSeal.ts'

const IV_LENGTH = 12
const TAG_LENGTH = 16

/**
 * The key of what is kept for a while and may not be read in a copy of the database: made from the installation's key, which
 * is outside the database. Without one, as in a test that starts no process, a fixed text stands for it.
 */
const boxKey = () => Buffer.from(hkdfSync('sha256', sealOf()?.key ?? 'no key', '', 'text messages', 32))

/** A text that only this installation can read again, as base64url. */
export const boxed = (text: string): string => {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', boxKey(), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The text of `boxed`; null where it was made with another key, or changed. */
export const unboxed = (sealed: string): string | null => {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', boxKey(), bytes.subarray(0, IV_LENGTH))
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
  try {
    const body = decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
