import { and, eq, or, sql } from 'drizzle-orm'

import { personTypes } from '../../../resources/domain/personType.ts'
import { comparableValue, type DirectoryValues } from '../../../resources/domain/directory.ts'
import { mobilePattern, toMobile } from '../../../resources/kit/mobiles.ts'
import { maskMiddle } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import { type DirectoryExtra, directoryPeople, lawyers, offices } from '../../db/tables.ts'
import { directoryColumns, storedValues } from '../../services/directory/directoryColumns.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'
import { configRow } from '../../services/settings/configRows.ts'
import { systemSettingsFrom } from '../../services/settings/systemConfig.ts'
import { coreSchema, enterpriseSchema } from './path.ts'
import { badRequest } from './scimError.ts'
import type { WrittenUser } from './written.ts'

/** The columns of a person that a directory may change, and those that an answer shows besides. */
export const personColumns = {
  ...directoryColumns,
  personType: lawyers.personType,
  updatedAt: lawyers.updatedAt,
  officeName: offices.name,
}
export type DirectoryPerson = Pick<
  typeof lawyers.$inferSelect,
  Exclude<keyof typeof personColumns, 'officeName'>
> & { officeName: string | null }
export type DirectoryLink = typeof directoryPeople.$inferSelect

/** Scripts whose names put the family name first, without a blank. */
const isCjk = (text: string) => /^[\p{Script=Han}\p{Script=Hangul}·]+$/u.test(text)

const joinedName = (familyName: string, givenName: string) =>
  isCjk(familyName + givenName) ? familyName + givenName : `${givenName} ${familyName}`

/**
 * The name of a person: the two parts where both are written, since providers often join them in the Western order
 * (`name.formatted`); else the whole name.
 */
const nameOf = ({ formatted, displayName, familyName, givenName }: WrittenUser) =>
  familyName && givenName
    ? joinedName(familyName, givenName)
    : (formatted ?? displayName ?? familyName ?? givenName)

const nameParts = ['formatted', 'displayName', 'familyName', 'givenName'] as const

/** What the client has written about the name and the office, together with what it writes now. */
export const extraAfter = (extra: DirectoryExtra, written: WrittenUser): DirectoryExtra => {
  const next = { ...extra }
  for (const name of ['userName', 'externalId', 'office', ...nameParts] as const)
    if (written[name] !== undefined) next[name] = written[name]
  return next
}

/** Throws unless this is a mainland mobile number in any notation. */
const requireMobile = (text: string) => {
  if (!mobilePattern.test(toMobile(text)))
    throw badRequest('invalidValue', '手机号应为11位中国大陆手机号（phoneNumbers，type 为 mobile）')
  return text
}

/** The office of this name or number; throws `invalidValue` where there is none. */
const officeIn = async ({ db, firmId }: Context, text: string) => {
  const rows = await db
    .select({ id: offices.organizationId, name: offices.name })
    .from(offices)
    .where(
      and(
        enabledOffices(firmId),
        or(
          eq(offices.name, text),
          eq(offices.shortName, text),
          sql`${offices.organizationId}::text = ${text}`,
        ),
      ),
    )
    .orderBy(offices.organizationId)
  const found = rows.find(it => it.name === text) ?? (rows.length === 1 ? rows[0] : undefined)
  if (!found) throw badRequest('invalidValue', `没有名为“${text}”的律所，organization 请填写律所名称或编号`)
  return String(found.id)
}

/** The values that the client gives; `extra` is what it has written so far, with what it writes now. */
export const incomingValues = async (
  context: Context,
  written: WrittenUser,
  extra: DirectoryExtra,
): Promise<DirectoryValues> => {
  const name = nameParts.some(part => written[part] !== undefined) ? nameOf(extra) : undefined
  const { mobile, email, team, employeeNo, office } = written
  return {
    ...(name && { name }),
    ...(mobile && { mobile: requireMobile(mobile) }),
    ...(email && { email }),
    ...(team && { team }),
    ...(employeeNo && { employeeNo }),
    ...(office && { organizationId: await officeIn(context, office) }),
  }
}

/** The kind of a person by its name or number in `userType`; else the one that the firm has chosen for its directory. */
export const personTypeIn = async ({ db, firmId }: Context, { userType }: WrittenUser) => {
  const known = personTypes.find(([value, label]) => label === userType || String(value) === userType)
  if (known) return known[0]
  return systemSettingsFrom((await configRow(db, firmId, 'system')).value).directory.personType
}

const isActive = ({ goneAt }: DirectoryLink, { status }: DirectoryPerson) =>
  goneAt === null && (status === 0 || status === 1)

/** The version of a user in the form of an entity tag: of the person, and of what the directory says. */
export const entityTag = ({ updatedAt }: DirectoryLink, { version }: DirectoryPerson) =>
  `W/"${version}-${updatedAt.getTime().toString(36)}"`

const unlessEmpty = (values: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/**
 * A user as SCIM answers it, with the values that hold here. What the client has written comes back as it was written while it
 * says the same. A mobile number that the directory did not give is masked, since no program may see those of others.
 */
export const userResource = (link: DirectoryLink, person: DirectoryPerson, baseUrl: string) => {
  const { given, extra } = link
  const current = storedValues(person)
  const isGiven = (field: keyof DirectoryValues) =>
    comparableValue(field, given[field]) === comparableValue(field, current[field])
  const hasGivenName = isGiven('name') && nameOf(extra) === given.name
  const { userName, externalId, displayName, formatted, familyName, givenName } = extra
  const lastModified = new Date(Math.max(link.updatedAt.getTime(), person.updatedAt.getTime()))
  const enterprise = unlessEmpty({
    employeeNumber: person.employeeNo,
    department: person.team,
    organization: (isGiven('organizationId') && extra.office) || person.officeName,
  })
  return {
    schemas: [coreSchema, ...(enterprise ? [enterpriseSchema] : [])],
    id: String(person.id),
    ...(externalId && { externalId }),
    userName,
    name: hasGivenName
      ? unlessEmpty({ formatted: formatted ?? person.name, familyName, givenName })
      : { formatted: person.name },
    displayName: (hasGivenName && displayName) || person.name,
    userType: personTypes.find(([value]) => value === person.personType)?.[1],
    active: isActive(link, person),
    ...(person.email && { emails: [{ value: person.email, type: 'work', primary: true }] }),
    phoneNumbers: [{ value: isGiven('mobile') ? given.mobile : maskMiddle(person.mobile), type: 'mobile' }],
    ...(enterprise && { [enterpriseSchema]: enterprise }),
    meta: {
      resourceType: 'User',
      created: link.createdAt.toISOString(),
      lastModified: lastModified.toISOString(),
      location: `${baseUrl}/Users/${person.id}`,
      version: entityTag(link, person),
    },
  }
}
