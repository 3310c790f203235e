import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'

import type { Context } from '../../context/context.ts'
import { directoryPeople, lawyers, offices } from '../../db/tables.ts'
import { visibleLawyers } from '../lawyers/rows.ts'
import { parseFilter } from './path.ts'
import { type DirectoryLink, type DirectoryPerson, personColumns } from './person.ts'
import { badRequest, notUnique } from './scimError.ts'
import type { WrittenUser } from './written.ts'

/** A person, and what links the person to a user of the identity provider. */
export type LinkedPerson = { link: DirectoryLink; person: DirectoryPerson }

const isScim = ({ firmId }: Context) =>
  and(eq(directoryPeople.firmId, firmId), eq(directoryPeople.source, 'scim'))!
const isAnswered = sql`${directoryPeople.extra} ->> 'deletedAt' is null`
const hasUserName = (name: unknown) =>
  sql`lower(${directoryPeople.extra} ->> 'userName') = lower(${String(name)})`

/**
 * Lets the changes of one firm by SCIM happen one after the other, so that two requests at once find each other's people
 * and names.
 */
export const lockDirectory = ({ db, firmId }: Context) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('scim'), ${firmId}::int)`)

const selectLinked = (context: Context, ...conditions: (SQL | undefined)[]) =>
  context.db
    .select({ link: directoryPeople, person: personColumns })
    .from(directoryPeople)
    .innerJoin(
      lawyers,
      and(eq(lawyers.firmId, directoryPeople.firmId), eq(lawyers.id, directoryPeople.lawyerId)),
    )
    .leftJoin(
      offices,
      and(eq(offices.firmId, lawyers.firmId), eq(offices.organizationId, lawyers.organizationId)),
    )
    .where(and(isScim(context), visibleLawyers(context), ...conditions))
    .$dynamic()

/** The users whom the identity provider has given, as far as the caller's right reaches. */
export const findLinked = async (context: Context, id: number): Promise<LinkedPerson | undefined> => {
  const [row] = await selectLinked(context, isAnswered, eq(directoryPeople.lawyerId, id))
  return row
}

const nobody = sql`false`

/** The attributes that a filter may compare; each says which value is sought. */
const filters: Readonly<Record<string, (value: string) => SQL>> = {
  id: value => (/^\d{1,15}$/.test(value) ? eq(lawyers.id, Number(value)) : nobody),
  username: hasUserName,
  externalid: value => sql`${directoryPeople.extra} ->> 'externalId' = ${value}`,
  emails: value => sql`lower(${lawyers.email}) = lower(${value})`,
  'emails.value': value => sql`lower(${lawyers.email}) = lower(${value})`,
  'enterprise.employeenumber': value => eq(lawyers.employeeNo, value),
  active: value => {
    const isActive = sql`(${directoryPeople.goneAt} is null and ${lawyers.status} in (0, 1))`
    return value === 'true' ? isActive : sql`not ${isActive}`
  },
}

const conditionsOf = (filter: string): SQL[] =>
  parseFilter(filter).map(({ attribute, where, value }) => {
    const condition = Object.hasOwn(filters, attribute) ? filters[attribute] : undefined
    const isWork = where.every(it => it.attribute === 'type' && String(it.value).toLowerCase() === 'work')
    const isKnown = condition && (where.length === 0 || (attribute === 'emails.value' && isWork))
    if (!isKnown || (attribute === 'active') !== (typeof value === 'boolean'))
      throw badRequest('invalidFilter', `不支持按 ${attribute} 查询`)
    return condition(String(value))
  })

type Query = { filter?: string | undefined; startIndex: number; count: number }

/** One page of the users in the order of their ids, and the number of all. */
export const listLinked = async (context: Context, { filter, startIndex, count }: Query) => {
  const conditions = [isAnswered, ...(filter === undefined ? [] : conditionsOf(filter))]
  const rows = await selectLinked(context, ...conditions)
    .orderBy(lawyers.id)
    .limit(count)
    .offset(startIndex - 1)
  const [total] = await context.db
    .select({ count: sql<number>`count(*)::int` })
    .from(directoryPeople)
    .innerJoin(
      lawyers,
      and(eq(lawyers.firmId, directoryPeople.firmId), eq(lawyers.id, directoryPeople.lawyerId)),
    )
    .where(and(isScim(context), visibleLawyers(context), ...conditions))
  return { rows, total: total!.count }
}

/**
 * The name of the user in the table. A client that gives no `externalId` is known by its `userName`, which it must give and
 * which is unique.
 */
export const linkKey = ({ externalId, userName }: Pick<WrittenUser, 'externalId' | 'userName'>) =>
  externalId ?? `userName:${userName!.toLowerCase()}`

/** Throws where another user has the same `userName` or `externalId`. */
export const requireFreeNames = async (
  context: Context,
  written: WrittenUser,
  ownId: number | null,
): Promise<void> => {
  const { userName } = written
  const taken = await context.db
    .select({ id: directoryPeople.lawyerId, key: directoryPeople.externalId })
    .from(directoryPeople)
    .where(
      and(
        isScim(context),
        isAnswered,
        or(userName ? hasUserName(userName) : undefined, eq(directoryPeople.externalId, linkKey(written))),
      ),
    )
  if (taken.some(it => it.id !== ownId)) throw notUnique('已有同一 userName 或 externalId 的用户')
}

type Wanted = {
  key: string
  mobile: string | undefined
  email: string | undefined
  employeeNo: string | undefined
}

/** A link to whom the client deleted before under the same key. */
const deletedLink = async (context: Context, key: string) => {
  const [row] = await selectLinked(context, eq(directoryPeople.externalId, key), sql`not ${isAnswered}`)
  return row
}

/**
 * The person whom a new user means: by the key of a user who was deleted, by mobile, by a mail that nobody wrote about
 * himself, or by employee number, never by name. Throws where these are different people, or a person whom another user is
 * linked to already.
 */
export const findMeant = async (
  context: Context,
  { key, mobile, email, employeeNo }: Wanted,
): Promise<{ person: DirectoryPerson; link: DirectoryLink | null } | null> => {
  const before = await deletedLink(context, key)
  if (before) return before
  const hasEmail =
    email && and(sql`lower(${lawyers.email}) = lower(${email})`, eq(lawyers.isEmailUnproven, 0))
  const rows = await context.db
    .select({ person: personColumns, link: directoryPeople })
    .from(lawyers)
    .leftJoin(
      offices,
      and(eq(offices.firmId, lawyers.firmId), eq(offices.organizationId, lawyers.organizationId)),
    )
    .leftJoin(
      directoryPeople,
      and(
        isScim(context),
        eq(directoryPeople.firmId, lawyers.firmId),
        eq(directoryPeople.lawyerId, lawyers.id),
      ),
    )
    .where(
      and(
        visibleLawyers(context),
        isNull(lawyers.deletedAt),
        or(
          mobile ? eq(lawyers.mobile, mobile) : undefined,
          hasEmail || undefined,
          employeeNo ? eq(lawyers.employeeNo, employeeNo) : undefined,
        ) ?? nobody,
      ),
    )
    .limit(3)
  if (rows.length > 1) throw notUnique('手机号、邮箱和工号属于不同的人员，请核对')
  const [row] = rows
  if (row?.link && !row.link.extra.deletedAt) throw notUnique('该人员已与另一个用户关联')
  return row ?? null
}
