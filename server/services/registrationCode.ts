import { randomInt } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { flag } from '../../resources/kit/index.ts'
import { invalid } from '../context/apiError.ts'
import type { PublicContext } from '../context/context.ts'
import type { Database, Db } from '../db/open.ts'
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

/** One conditional statement checks the code and counts its use, so that no two take the last one. */
export const useRegistrationCode = async (db: Db, { database, firmId, now }: PublicContext, code: string) => {
  const signature = await signatureOf(database, firmId, code)
  const { rowCount } = await db.execute(sql`
    update firm_configs set value = jsonb_set(value, '{used}', to_jsonb((value ->> 'used')::int + 1))
    where firm_id = ${firmId} and key = ${codeKey} and value ->> 'enabled' = '1' and value ->> 'signature' = ${signature}
      and (value ->> 'maxUse' is null or (value ->> 'used')::int < (value ->> 'maxUse')::int)
      and (value ->> 'expireAt' is null or (value ->> 'expireAt')::timestamptz > ${now.toISOString()}::timestamptz)`)
  if (rowCount === 0) throw invalid({ inviteCode: '注册免审码无效、已过期或已用完，请向管理员索取' })
}
