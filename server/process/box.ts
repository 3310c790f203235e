import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { decryptionKeys } from './secretKeys.ts'

const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Each purpose has its own key, so that a text encrypted for one cannot be used for another. */
export type Purpose = 'text messages' | 'second factors' | 'webhooks' | 'settings' | 'card signatures'

/** Derived from a key that is kept outside the database, so that a copy of the database cannot be read. */
const encryptionKey = (key: string, purpose: Purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** Encrypts a text (AES-256-GCM) as base64url; only this installation can decrypt it. */
export const encryptText = (text: string, purpose: Purpose = 'text messages'): string => {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(decryptionKeys()[0]!, purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

const decryptWith = (key: string, bytes: Buffer, purpose: Purpose): string | null => {
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(key, purpose), bytes.subarray(0, IV_LENGTH))
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
  try {
    const body = decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Decrypts the result of `encryptText`; null where another key was used or the text was changed or cut. */
export const decryptText = (sealed: string, purpose: Purpose = 'text messages'): string | null => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_LENGTH + TAG_LENGTH) return null
  for (const key of decryptionKeys()) {
    const text = decryptWith(key, bytes, purpose)
    if (text !== null) return text
  }
  return null
}
