import { randomInt } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { flag, maskMiddle } from '../../../resources/kit/index.ts'
import { ApiError, ValidationError } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { appendLogEntries } from '../audit/audit.ts'
import { countWithin, networkOf, decrementCounter } from '../limits/counters.ts'
import { signText } from './secrets.ts'

// 注册免审码 (docs/domain.md §5): a person who enters it at registration is accepted without a review. Only its
// signature is stored.

/** The key of its row in the configuration. */
export const registrationCodeKey = 'auditCode'

const storedCode = z.object({
  signature: z.string().optional(),
  /** The first two letters, by which an administrator recognises the code. */
  start: z.string().optional(),
  enabled: flag.default(0),
  expireAt: z.string().nullable().default(null),
  maxUse: z.int().nullable().default(null),
  used: z.int().default(0),
})
export type StoredCode = z.output<typeof storedCode>
/** Parses the row of the configuration; without a row, a state without a code. */
export const storedCodeOf = (value: unknown) => storedCode.parse(value)

// Without letters and digits that look alike.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 8 of 32 letters are 40 bits; each guess takes a verified mobile number. */
export const newRegistrationCode = () =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

export const registrationCodeSignature = (database: Database, firmId: number, code: string) =>
  signText(database, 'registration', `${firmId}:${code.toUpperCase()}`)

/** Thrown for a wrong code, which costs one of the mobile's attempts. */
class WrongRegistrationCode extends ValidationError {
  constructor() {
    super({ inviteCode: '注册免审码无效、已过期或已用完，请向管理员索取' })
  }
}

const dayMs = 24 * 3_600_000
/**
 * Attempts per day by mobile number and by network: using another number costs a text message, and a network
 * may have many numbers.
 */
const attemptLimits = [
  { of: 'mobile', most: 5, windowMs: dayMs },
  { of: 'network', most: 20, windowMs: dayMs },
] as const

type AttemptContext = Pick<PublicContext, 'database' | 'firmId' | 'ip' | 'now'>

const attemptKeys = ({ firmId, ip }: AttemptContext, mobile: string) => ({
  mobile: `passCode:${firmId}:${mobile}`,
  network: `passCode:${firmId}:${networkOf(ip)}`,
})

/**
 * Counts an attempt in a transaction of its own before the code is checked: the refusal of a wrong code rolls
 * back the whole registration with its ticket, and must not roll back the count. Returns a function that
 * takes the attempt back.
 */
const countAttempt = async (context: AttemptContext, mobile: string) => {
  const { database, now } = context
  const keys = attemptKeys(context, mobile)
  await database
    .write(null, async db => {
      for (const { of, ...limit } of attemptLimits) await countWithin(db, keys[of], limit, now)
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== '4290') throw error
      throw new ApiError('4290', '注册免审码输错次数过多，请明天再试，或不填免审码，等待审核', error.data)
    })
  return () =>
    database.write(null, async db => {
      for (const key of Object.values(keys)) await decrementCounter(db, key)
    })
}

/**
 * Checks the code and counts its use in one conditional statement, so that no two registrations take the last
 * use.
 */
export const useRegistrationCode = async (db: Db, { database, firmId, now }: PublicContext, code: string) => {
  const signature = await registrationCodeSignature(database, firmId, code)
  const { rowCount } = await db.execute(sql`
    update firm_configs set value = jsonb_set(value, '{used}', to_jsonb((value ->> 'used')::int + 1))
    where firm_id = ${firmId} and key = ${registrationCodeKey} and value ->> 'enabled' = '1' and value ->> 'signature' = ${signature}
      and (value ->> 'maxUse' is null or (value ->> 'used')::int < (value ->> 'maxUse')::int)
      and (value ->> 'expireAt' is null or (value ->> 'expireAt')::timestamptz > ${now.toISOString()}::timestamptz)`)
  if (rowCount === 0) throw new WrongRegistrationCode()
}

/**
 * Runs a registration with a code: each wrong code is counted and logged, even if the
 * registration.
 */
export const withRegistrationCode = async <T>(
  context: PublicContext,
  mobile: string,
  register: () => Promise<T>,
): Promise<T> => {
  const { database, firmId } = context
  const uncountAttempt = await countAttempt(context, mobile)
  const masked = maskMiddle(mobile)
  try {
    const answer = await register()
    await uncountAttempt()
    return answer
  } catch (error) {
    if (!(error instanceof WrongRegistrationCode)) await uncountAttempt()
    else
      await database.write(firmId, db =>
        appendLogEntries(db, context, [
          {
            module: 4,
            action: 'denied',
            summary: `${masked}注册时填写的免审码不正确`,
            result: 0,
            errorCode: error.code,
          },
        ]),
      )
    throw error
  }
}
