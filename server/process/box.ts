import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { sealOf } from './auditSeal.ts'

const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Each purpose has a key of its own, so that a sealed text is of no use elsewhere. */
type Purpose = 'text messages' | 'second factors'

/**
 * Derives the encryption key from the installation's key, which is kept outside the database, so that a copy of the database
 * can't be read. A process that opened no key, as in tests, derives it from a fixed text.
 */
const encryptionKey = (purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', sealOf()?.key ?? 'no key', '', purpose, 32))

/** Encrypts a text (AES-256-GCM) as base64url; only this installation can read it again. */
export const encryptText = (text: string, purpose: Purpose = 'text messages'): string => {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts what `boxed` made; null where it was made with another key, changed or cut. */
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
