import { and, eq, isNull, or, sql } from 'drizzle-orm'

import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import type { Db } from '../../db/connection/open.ts'
import { admins, lawyers } from '../../db/tables.ts'

/** Somebody with an account who need not be signed in. */
export type AccountHolder = {
  population: Population
  id: number
  name: string
  account: string
  mobile: string
  organizationId: number
  officeLevel: OfficeLevel | null
  status: number
  rejectReason: string | null
  passwordHash: string | null
  lastLoginAt: Date | null
  consentVersion: string | null
}

/** A person as the log names what was done to him. */
export const personTarget = ({
  population,
  id,
  name,
  organizationId,
}: Pick<AccountHolder, 'population' | 'id' | 'name' | 'organizationId'>) => ({
  type: population === 1 ? 'admins' : 'lawyers',
  id,
  name,
  organizationId,
})

const adminColumns = {
  id: admins.id,
  name: admins.name,
  account: admins.account,
  mobile: admins.mobile,
  organizationId: admins.organizationId,
  officeLevel: admins.officeLevel,
  status: admins.status,
  passwordHash: admins.passwordHash,
  lastLoginAt: admins.lastLoginAt,
  consentVersion: admins.consentVersion,
}

const lawyerColumns = {
  id: lawyers.id,
  name: lawyers.name,
  account: lawyers.mobile,
  mobile: lawyers.mobile,
  organizationId: lawyers.organizationId,
  status: lawyers.status,
  rejectReason: lawyers.rejectReason,
  passwordHash: lawyers.passwordHash,
  lastLoginAt: lawyers.lastLoginAt,
  consentVersion: lawyers.consentVersion,
}

/** By account in small letters, or by mobile where no account is written so. */
const adminNamed = async (db: Db, firmId: number, name: string): Promise<AccountHolder | null> => {
  const hasAccount = sql`lower(${admins.account}) = ${name}`
  const [row] = await db
    .select(adminColumns)
    .from(admins)
    .where(and(eq(admins.firmId, firmId), isNull(admins.deletedAt), or(hasAccount, eq(admins.mobile, name))))
    .orderBy(sql`${hasAccount} desc`)
    .limit(1)
  return row ? { ...row, population: 1, rejectReason: null } : null
}

const lawyerNamed = async (db: Db, firmId: number, mobile: string): Promise<AccountHolder | null> => {
  const [row] = await db
    .select(lawyerColumns)
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.mobile, mobile), isNull(lawyers.deletedAt)))
  return row ? { ...row, population: 2, officeLevel: null } : null
}

export const personNamed = (db: Db, firmId: number, population: Population, name: string) =>
  population === 1 ? adminNamed(db, firmId, name) : lawyerNamed(db, firmId, name)

type Key = { firmId: number; population: Population; id: number }

const adminWithId = (db: Db, { firmId, id }: Omit<Key, 'population'>) =>
  db
    .select(adminColumns)
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.id, id), isNull(admins.deletedAt)))

const lawyerWithId = (db: Db, { firmId, id }: Omit<Key, 'population'>) =>
  db
    .select(lawyerColumns)
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id), isNull(lawyers.deletedAt)))

const adminOf = ([row]: Awaited<ReturnType<typeof adminWithId>>): AccountHolder | null =>
  row ? { ...row, population: 1, rejectReason: null } : null

const lawyerOf = ([row]: Awaited<ReturnType<typeof lawyerWithId>>): AccountHolder | null =>
  row ? { ...row, population: 2, officeLevel: null } : null

/** Somebody whose id a session or a ticket holds. */
export const personWithId = async (db: Db, { population, ...key }: Key): Promise<AccountHolder | null> =>
  population === 1 ? adminOf(await adminWithId(db, key)) : lawyerOf(await lawyerWithId(db, key))

/**
 * The same, locked until the transaction ends: a new password, a removal and a change of state wait for this row, or this
 * waits for them. What was proved of a person before a transaction is compared with him here (promise Q48).
 */
export const lockPerson = async (db: Db, { population, ...key }: Key): Promise<AccountHolder | null> =>
  population === 1
    ? adminOf(await adminWithId(db, key).for('no key update'))
    : lawyerOf(await lawyerWithId(db, key).for('no key update'))

type Written = Partial<
  Pick<
    typeof admins.$inferInsert,
    | 'passwordHash'
    | 'mustChangePwd'
    | 'lastLoginAt'
    | 'lastLoginIp'
    | 'consentVersion'
    | 'consentAt'
    | 'consentIp'
  >
>

/** What signing in, a new password and a consent write; no edit of the person, so the version stays. */
export const writeAccount = (db: Db, { firmId, population, id }: Key, values: Written) =>
  population === 1
    ? db
        .update(admins)
        .set(values)
        .where(and(eq(admins.firmId, firmId), eq(admins.id, id)))
    : db
        .update(lawyers)
        .set(values)
        .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)))
