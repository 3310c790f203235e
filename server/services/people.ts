import { and, eq, isNull, or, sql } from 'drizzle-orm'

import type { OfficeLevel, Population } from '../../resources/kit/index.ts'
import type { Db } from '../db/open.ts'
import { admins, lawyers } from '../db/tables.ts'

/** Somebody who may be at the door; not signed in yet. */
export type Person = {
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
}

const adminColumns = {
  id: admins.id,
  name: admins.name,
  account: admins.account,
  mobile: admins.mobile,
  organizationId: admins.organizationId,
  officeLevel: admins.officeLevel,
  status: admins.status,
  passwordHash: admins.passwordHash,
}

/** By account, or by mobile where no account is written so. */
const adminNamed = async (db: Db, firmId: number, name: string): Promise<Person | null> => {
  const hasAccount = sql`lower(${admins.account}) = ${name.toLowerCase()}`
  const [row] = await db
    .select(adminColumns)
    .from(admins)
    .where(and(eq(admins.firmId, firmId), isNull(admins.deletedAt), or(hasAccount, eq(admins.mobile, name))))
    .orderBy(sql`${hasAccount} desc`)
    .limit(1)
  return row ? { ...row, population: 1, rejectReason: null } : null
}

const lawyerNamed = async (db: Db, firmId: number, mobile: string): Promise<Person | null> => {
  const [row] = await db
    .select({
      id: lawyers.id,
      name: lawyers.name,
      mobile: lawyers.mobile,
      organizationId: lawyers.organizationId,
      status: lawyers.status,
      rejectReason: lawyers.rejectReason,
      passwordHash: lawyers.passwordHash,
    })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.mobile, mobile), isNull(lawyers.deletedAt)))
  return row ? { ...row, population: 2, account: row.mobile, officeLevel: null } : null
}

export const personNamed = (db: Db, firmId: number, population: Population, name: string) =>
  population === 1 ? adminNamed(db, firmId, name) : lawyerNamed(db, firmId, name)

type Written = { passwordHash?: string; mustChangePwd?: 0 | 1; lastLoginAt?: Date; lastLoginIp?: string }

/** What signing in and a new password write; no edit of the person, so the version stays. */
export const writeAccount = (
  db: Db,
  { firmId, population, id }: { firmId: number; population: Population; id: number },
  values: Written,
) =>
  population === 1
    ? db
        .update(admins)
        .set(values)
        .where(and(eq(admins.firmId, firmId), eq(admins.id, id)))
    : db
        .update(lawyers)
        .set(values)
        .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)))
