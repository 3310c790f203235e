import { and, eq, isNull, or, sql } from 'drizzle-orm'

import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import type { Db } from '../../db/connection/open.ts'
import { admins, lawyers } from '../../db/tables.ts'

/** A person with an account, who need not be signed in. */
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
  mustChangePwd: 0 | 1
  lastLoginAt: Date | null
  consentVersion: string | null
}

/** The person as the target of a log row. */
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
  mustChangePwd: admins.mustChangePwd,
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
  mustChangePwd: lawyers.mustChangePwd,
  lastLoginAt: lawyers.lastLoginAt,
  consentVersion: lawyers.consentVersion,
}

/** Finds an administrator by account in lower case, or by mobile where no account matches. */
const findAdminByName = async (db: Db, firmId: number, name: string): Promise<AccountHolder | null> => {
  const hasAccount = sql`lower(${admins.account}) = ${name}`
  const [row] = await db
    .select(adminColumns)
    .from(admins)
    .where(and(eq(admins.firmId, firmId), isNull(admins.deletedAt), or(hasAccount, eq(admins.mobile, name))))
    .orderBy(sql`${hasAccount} desc`)
    .limit(1)
  return row ? { ...row, population: 1, rejectReason: null } : null
}

const findLawyerByName = async (db: Db, firmId: number, mobile: string): Promise<AccountHolder | null> => {
  const [row] = await db
    .select(lawyerColumns)
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.mobile, mobile), isNull(lawyers.deletedAt)))
  return row ? { ...row, population: 2, officeLevel: null } : null
}

export const findPersonByName = (db: Db, firmId: number, population: Population, name: string) =>
  population === 1 ? findAdminByName(db, firmId, name) : findLawyerByName(db, firmId, name)

type PersonKey = { firmId: number; population: Population; id: number }

const adminWithId = (db: Db, { firmId, id }: Omit<PersonKey, 'population'>) =>
  db
    .select(adminColumns)
    .from(admins)
    .where(and(eq(admins.firmId, firmId), eq(admins.id, id), isNull(admins.deletedAt)))

const lawyerWithId = (db: Db, { firmId, id }: Omit<PersonKey, 'population'>) =>
  db
    .select(lawyerColumns)
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id), isNull(lawyers.deletedAt)))

const adminOf = ([row]: Awaited<ReturnType<typeof adminWithId>>): AccountHolder | null =>
  row ? { ...row, population: 1, rejectReason: null } : null

const lawyerOf = ([row]: Awaited<ReturnType<typeof lawyerWithId>>): AccountHolder | null =>
  row ? { ...row, population: 2, officeLevel: null } : null

/** Finds the person whose id a session or a ticket holds. */
export const findPersonById = async (
  db: Db,
  { population, ...key }: PersonKey,
): Promise<AccountHolder | null> =>
  population === 1 ? adminOf(await adminWithId(db, key)) : lawyerOf(await lawyerWithId(db, key))

/**
 * Reads and locks a person until the transaction ends: changes of password or state and a removal wait for
 * this row, or this waits for them. Facts proved about the person before the transaction are compared again
 * here (promise Q48).
 */
export const lockPerson = async (db: Db, { population, ...key }: PersonKey): Promise<AccountHolder | null> =>
  population === 1
    ? adminOf(await adminWithId(db, key).for('no key update'))
    : lawyerOf(await lawyerWithId(db, key).for('no key update'))

type AccountColumns = Partial<
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

/**
 * Writes columns that change with a sign-in, a new password or a consent. This is not an edit of the person,
 * so the version stays.
 */
export const writeAccount = (db: Db, { firmId, population, id }: PersonKey, values: AccountColumns) =>
  population === 1
    ? db
        .update(admins)
        .set(values)
        .where(and(eq(admins.firmId, firmId), eq(admins.id, id)))
    : db
        .update(lawyers)
        .set(values)
        .where(and(eq(lawyers.firmId, firmId), eq(lawyers.id, id)))
