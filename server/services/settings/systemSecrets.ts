import { isPlainObject } from '../../../resources/kit/index.ts'
import { decryptText, encryptText } from '../../process/box.ts'

// The secrets of 系统配置 are encrypted in its row, so that they are in no copy of the database and in no export.

/** The secrets, each by its part and its name there. */
export const systemSecrets = [
  ['map', 'security'],
  ['sms', 'secret'],
  ['wechat', 'secret'],
  ['official', 'secret'],
  ['robot', 'address'],
  ['sso', 'secret'],
  ['wecom', 'secret'],
  ['wecomApp', 'token'],
  ['wecomApp', 'key'],
  ['directory', 'secret'],
] as const

/** Begins an encrypted value. */
const mark = 'sealed:'

type Row = Readonly<Record<string, unknown>>

const withSecrets = (value: Row, change: (secret: string) => string): Record<string, unknown> => {
  const changed: Record<string, unknown> = { ...value }
  for (const [part, name] of systemSecrets) {
    const stored = changed[part]
    const secret = isPlainObject(stored) ? stored[name] : undefined
    if (isPlainObject(stored) && typeof secret === 'string' && secret !== '')
      changed[part] = { ...stored, [name]: change(secret) }
  }
  return changed
}

/** The row's value with its secrets encrypted by the present key. */
export const sealSecrets = (value: Row) =>
  withSecrets(value, secret => mark + encryptText(secret, 'settings'))

const decrypted = (secret: string) =>
  secret.startsWith(mark) ? decryptText(secret.slice(mark.length), 'settings') : null

/**
 * The row's value with its secrets in clear. One that no key of this process decrypts, or that was stored in clear,
 * counts as not set.
 */
export const openSecrets = (value: Row) => withSecrets(value, secret => decrypted(secret) ?? '')

/** The number of secrets that no key of this process decrypts. */
export const unreadableSecrets = (value: Row): number => {
  let count = 0
  withSecrets(value, secret => {
    if (decrypted(secret) === null) count += 1
    return secret
  })
  return count
}
