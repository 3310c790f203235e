import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { refuseWhileConnected } from '../../db/connection/open.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { createQueue, tooManySignIns } from '../limits/concurrency.ts'

/** OWASP's minimum parameters for argon2id; about 0.1 s on one core (promise Q03). */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Leaves one core to other calls; those who wait are answered or refused within about three seconds. */
const hashing = createQueue({
  running: Math.max(1, availableParallelism() - 1),
  waiting: 32,
  sentence: tooManySignIns,
})

/**
 * Hashes in the bounded queue. Refused while a connection is held, since waiting for the queue would prolong
 * its locks.
 */
const inQueue = <T>(work: () => Promise<T>) => {
  refuseWhileConnected('a password hash')
  return hashing(work)
}

export const hashPassword = (password: string) => inQueue(() => hash(password, hashOptions))

/**
 * Whether the hash was made with other parameters than the present ones; it is renewed at the next sign-in,
 * when the password is available.
 */
export const isOutdated = (stored: string) =>
  !stored.startsWith(
    `$argon2id$v=19$m=${hashOptions.memoryCost},t=${hashOptions.timeCost},p=${hashOptions.parallelism}$`,
  )

type PasswordOwner = { account?: string; mobile?: string; firmNames?: readonly string[] }

/** The message why a password is refused, or null (promise Q03). There are no composition rules. */
const passwordError = (
  password: string,
  { account = '', mobile = '', firmNames = [] }: PasswordOwner,
  min = 10,
): string | null => {
  const sentence = `密码至少${min}位，不能是常见密码，也不能包含账号或手机号`
  const text = password.toLowerCase()
  const contains = (word: string) => word.length >= 4 && text.includes(word.toLowerCase())
  if ([...password].length < min || isCommonPassword(password, [account, ...firmNames])) return sentence
  if (password.length > 128) return '密码最多128位'
  return [account, mobile, ...firmNames].some(contains) ? sentence : null
}

type PasswordFirm = { name: string; shortName: string; settings: { pwdMinLength: number } }

/** Checks a password by the settings of the firm; the firm's names are not allowed as passwords. */
export const passwordErrorIn = (
  { name, shortName, settings }: PasswordFirm,
  password: string,
  owner: PasswordOwner,
) => passwordError(password, { ...owner, firmNames: [name, shortName] }, settings.pwdMinLength)

// Without letters and digits that look alike on a phone's screen.
const unambiguousLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/**
 * An initial password (docs/domain.md §3.2): shown once, changed at the first sign-in. 10 of 55 letters are 58
 * bits.
 */
export const randomPassword = () =>
  Array.from({ length: 10 }, () => unambiguousLetters[randomInt(unambiguousLetters.length)]).join('')

// Verified in place of a missing account's hash, so that known and unknown accounts take the same time
// (promise Q02).
const decoyHash = hash('no account has this password', hashOptions)

/** Exactly one verification each time; false for a missing or malformed hash. */
export const verifyPassword = (stored: string | null, password: string) =>
  inQueue(async () => {
    const matches = await verify(stored ?? (await decoyHash), password).catch(() => false)
    return stored !== null && matches
  })
