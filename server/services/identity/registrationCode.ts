import { randomInt } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { flag, masked } from '../../../resources/kit/index.ts'
import { ApiError, ValidationError } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import type { Database, Db } from '../../db/connection/open.ts'
import { append } from '../audit/audit.ts'
import { countWithin, networkOf, uncount } from '../limits/counters.ts'
import { sign } from './secrets.ts'

// 注册免审码 (domain.md §5): who enters it at registration is passed without a review. Only its signature is stored.

/** The key of its row in the configuration. */
export const codeKey = 'auditCode'

const storedCode = z.object({
  signature: z.string().optional(),
  /** The first two letters, by which an administrator recognises the code that he gave away. */
  start: z.string().optional(),
  enabled: flag.default(0),
  expireAt: z.string().nullable().default(null),
  maxUse: z.int().nullable().default(null),
  used: z.int().default(0),
})
export type StoredCode = z.output<typeof storedCode>
/** What its row of the configuration says; of no row that there is none. */
export const storedCodeOf = (value: unknown) => storedCode.parse(value)

// Without the letters and digits that are read for one another.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 8 of 32 letters are 40 bits, guessed at one try a verified mobile number. */
export const newRegistrationCode = () =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

export const signatureOf = (database: Database, firmId: number, code: string) =>
  sign(database, 'registration', `${firmId}:${code.toUpperCase()}`)

/** A wrong code, which costs one of the tries that a mobile has. */
class WrongRegistrationCode extends ValidationError {
  constructor() {
    super({ inviteCode: '注册免审码无效、已过期或已用完，请向管理员索取' })
  }
}

const day = 24 * 3_600_000
/** By mobile number and by network, each day: a number costs a message, a network has many. */
const tries = [
  { of: 'mobile', most: 5, windowMs: day },
  { of: 'network', most: 20, windowMs: day },
] as const

type Trying = Pick<PublicContext, 'database' | 'firmId' | 'ip' | 'now'>

const keysOfTries = ({ firmId, ip }: Trying, mobile: string) => ({
  mobile: `passCode:${firmId}:${mobile}`,
  network: `passCode:${firmId}:${networkOf(ip)}`,
})

/**
 * Counts a try at the code in a transaction of its own, before it is evaluated: the refusal of a wrong one rolls back all
 * that the registration did, its ticket included, and must not give the try back. Answers how it is taken back.
 */
const countTry = async (context: Trying, mobile: string) => {
  const { database, now } = context
  const keys = keysOfTries(context, mobile)
  await database
    .write(null, async db => {
      for (const { of, ...limit } of tries) await countWithin(db, keys[of], limit, now)
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== '4290') throw error
      throw new ApiError('4290', '注册免审码输错次数过多，请明天再试，或不填免审码，等待审核', error.data)
    })
  return () =>
    database.write(null, async db => {
      for (const key of Object.values(keys)) await uncount(db, key)
    })
}

/** One conditional statement checks the code and counts its use, so that no two take the last one. */
export const useRegistrationCode = async (db: Db, { database, firmId, now }: PublicContext, code: string) => {
  const signature = await signatureOf(database, firmId, code)
  const { rowCount } = await db.execute(sql`
    update firm_configs set value = jsonb_set(value, '{used}', to_jsonb((value ->> 'used')::int + 1))
    where firm_id = ${firmId} and key = ${codeKey} and value ->> 'enabled' = '1' and value ->> 'signature' = ${signature}
      and (value ->> 'maxUse' is null or (value ->> 'used')::int < (value ->> 'maxUse')::int)
      and (value ->> 'expireAt' is null or (value ->> 'expireAt')::timestamptz > ${now.toISOString()}::timestamptz)`)
  if (rowCount === 0) throw new WrongRegistrationCode()
}

/** A registration with a code: each wrong one is counted and logged, whatever becomes of the registration. */
export const withRegistrationCode = async <T>(
  context: PublicContext,
  mobile: string,
  register: () => Promise<T>,
): Promise<T> => {
  const { database, firmId } = context
  const uncountTry = await countTry(context, mobile)
  try {
    const answer = await register()
    await uncountTry()
    return answer
  } catch (error) {
    if (!(error instanceof WrongRegistrationCode)) await uncountTry()
    else
      await database.write(firmId, db =>
        append(db, context, [
          {
            module: 4,
            action: 'denied',
            summary: `${masked(mobile)}注册时填写的免审码不正确`,
            result: 0,
            errorCode: error.code,
          },
        ]),
      )
    throw error
  }
}
