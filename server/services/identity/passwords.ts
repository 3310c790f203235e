import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { refuseWhileConnected } from '../../db/connection/open.ts'
import { isCommon } from './commonPasswords.ts'
import { createLine, manySignIns } from '../limits/concurrency.ts'

/** OWASP's least for argon2id; about 0.1 s on one core (promise Q03). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core is left to the calls of others; who waits has his answer, or is refused, within some three seconds. */
const hashing = createLine({
  running: Math.max(1, availableParallelism() - 1),
  waiting: 32,
  sentence: manySignIns,
})

/** Hashes in the bounded queue. Refused while a connection is held, since waiting for the queue would prolong its locks. */
const inTurn = <T>(work: () => Promise<T>) => {
  refuseWhileConnected('a password hash')
  return hashing(work)
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/** Made with other costs than today's: hashed again at the next sign-in, when the password is at hand. */
export const isOutdated = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`)

type Owner = { account?: string; mobile?: string; firmNames?: readonly string[] }

/** The sentence that says why a password is refused, or null (promise Q03): no rules of composition. */
const passwordError = (
  password: string,
  { account = '', mobile = '', firmNames = [] }: Owner,
  min = 10,
): string | null => {
  const sentence = `密码至少${min}位，不能是常见密码，也不能包含账号或手机号`
  const text = password.toLowerCase()
  const contains = (word: string) => word.length >= 4 && text.includes(word.toLowerCase())
  if ([...password].length < min || isCommon(password, [account, ...firmNames])) return sentence
  if (password.length > 128) return '密码最多128位'
  return [account, mobile, ...firmNames].some(contains) ? sentence : null
}

type Firm = { name: string; shortName: string; settings: { pwdMinLength: number } }

/** The same by the settings of a firm, whose names are no passwords in it. */
export const passwordErrorIn = ({ name, shortName, settings }: Firm, password: string, owner: Owner) =>
  passwordError(password, { ...owner, firmNames: [name, shortName] }, settings.pwdMinLength)

// Without the letters and digits that are read for one another on a phone's screen.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** A first password (domain.md §3.2): shown once, changed at the first sign-in. 10 of 55 letters are 58 bits. */
export const randomPassword = () =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

// Verified in place of a missing account's hash, so that known and unknown accounts take the same time (promise Q02).
const decoy = hash('no account has this password', cost)

/** Exactly one verification each time; false for a missing or malformed hash. */
export const verifyPassword = (stored: string | null, password: string) =>
  inTurn(async () => {
    const matches = await verify(stored ?? (await decoy), password).catch(() => false)
    return stored !== null && matches
  })
