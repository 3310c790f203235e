import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { sealOf } from './auditSeal.ts'

const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Each purpose has its own key, so that a text encrypted for one cannot be used for another. */
type Purpose = 'text messages' | 'second factors' | 'webhooks'

/**
 * Derives the encryption key from the installation's key, which is kept outside the database, so that a copy
 * of the database cannot be read. A process without a key, as in tests, derives it from a fixed text.
 */
const encryptionKey = (purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', sealOf()?.key ?? 'no key', '', purpose, 32))

/** Encrypts a text (AES-256-GCM) as base64url; only this installation can decrypt it. */
export const encryptText = (text: string, purpose: Purpose = 'text messages'): string => {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts the result of `encryptText`; null where another key was used or the text was changed or cut. */
export const decryptText = (sealed: string, purpose: Purpose = 'text messages'): string | null => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_LENGTH + TAG_LENGTH) return null
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(purpose), bytes.subarray(0, IV_LENGTH))
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
  try {
    const body = decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
