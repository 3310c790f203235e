import { randomInt } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'

import type { Caller } from '../context.ts'
import type { Database } from '../db/open.ts'
import { invalid, Refusal } from '../refusal.ts'
import { isCommon } from './commonPasswords.ts'

/** OWASP's least for argon2id; about 0.1 s on one core (promise Q03). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const running = { now: 0, waiting: [] as (() => void)[] }
const most = { running: 4, waiting: 32 }

/** A burst of sign-ins waits in line, and past the line is refused, so that other calls are not slowed. */
const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running.now >= most.running) {
    if (running.waiting.length >= most.waiting) throw new Refusal('4290', undefined, { retryAfter: 5 })
    await new Promise<void>(resolve => running.waiting.push(resolve))
  }
  running.now++
  try {
    return await work()
  } finally {
    running.now--
    running.waiting.shift()?.()
  }
}

export const hashPassword = (password: string) => inLine(() => hash(password, cost))

/** Made with other costs than today's: hashed again at the next sign-in, when the password is at hand. */
export const isOutdated = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`)

type Owner = { account?: string; mobile?: string; firmNames?: readonly string[] }

/** The sentence that says why a password is refused, or null (promise Q03): no rules of composition. */
export const passwordFault = (
  password: string,
  { account = '', mobile = '', firmNames = [] }: Owner,
  min = 10,
): string | null => {
  const sentence = `密码至少${min}位,不能是常见密码,也不能包含账号或手机号`
  const text = password.toLowerCase()
  const contains = (word: string) => word.length >= 4 && text.includes(word.toLowerCase())
  if ([...password].length < min || isCommon(password, [account, ...firmNames])) return sentence
  if (password.length > 128) return '密码最多128位'
  return [account, mobile, ...firmNames].some(contains) ? sentence : null
}

// Without the letters and digits that are read for one another on a phone's screen.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** A first password (domain.md §3.2): shown once, changed at the first sign-in. 10 of 55 letters are 58 bits. */
export const randomPassword = () =>
  Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

// Verified in place of a missing account's hash, so that known and unknown accounts take the same time (promise Q02).
const decoy = hash('no account has this password', cost)

/** Exactly one verification each time; false for a missing or malformed hash. */
export const verifyPassword = (stored: string | null, password: string) =>
  inLine(async () => {
    const matches = await verify(stored ?? (await decoy), password).catch(() => false)
    return stored !== null && matches
  })

const storedHash = ({ population, id }: Caller) =>
  population === 1
    ? sql<{ hash: string }>`select password_hash as hash from admins where id = ${id}`
    : sql<{ hash: string }>`select password_hash as hash from lawyers where id = ${id}`

/** The caller's own password, where a right demands it again. */
export const confirmPassword = async (database: Database, caller: Caller, password: unknown) => {
  if (typeof password !== 'string' || password === '' || password.length > 128)
    throw invalid({ confirmPassword: '请输入登录密码' })
  const stored = await database.read(caller.firmId, async db => {
    const { rows } = await db.execute<{ hash: string | null }>(storedHash(caller))
    return rows[0]?.hash ?? null
  })
  if (!(await verifyPassword(stored, password)))
    throw invalid({ confirmPassword: '登录密码不正确,请重新输入' })
}
