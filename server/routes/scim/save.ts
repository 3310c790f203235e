import { isDeepStrictEqual } from 'node:util'

import { and, eq } from 'drizzle-orm'

import {
  comparableValue,
  type DirectoryField,
  directoryFieldLabels,
  directoryFields,
  type DirectoryValues,
  givenAfter,
  mergeFromDirectory,
} from '../../../resources/domain/directory.ts'
import { maskMiddle } from '../../../resources/kit/index.ts'
import { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { isPersonAction } from '../../../resources/lawyers/transitions.ts'
import { parseInputValues } from '../../context/checks.ts'
import type { Context } from '../../context/context.ts'
import { type DirectoryExtra, directoryPeople, offices } from '../../db/tables.ts'
import { notifyOffered } from '../../notifications/directory.ts'
import { log } from '../../services/audit/audit.ts'
import { storedValues } from '../../services/directory/directoryColumns.ts'
import { noteGone } from '../../services/directory/goneFromDirectory.ts'
import { lawyerTarget } from '../../services/lawyers/values.ts'
import { changeLawyer } from '../lawyers/update.ts'
import { findLinked, linkKey, type LinkedPerson } from './links.ts'
import { type DirectoryLink, type DirectoryPerson, extraAfter, incomingValues } from './person.ts'
import { noSuchUser } from './scimError.ts'
import type { WrittenUser } from './written.ts'

/** A user as the client knows it from now on. */
type Linking = { person: DirectoryPerson; link: DirectoryLink | null; written: WrittenUser }

/**
 * Whether this program may change the field. With a mobile number one signs in, so that only a person may change it; and
 * who moves to another office must be movable, by a token with that right.
 */
const mayChange = ({ caller }: Context, { status }: DirectoryPerson, field: DirectoryField) => {
  if (field === 'mobile') return false
  if (field !== 'organizationId') return true
  return caller.capabilities.has('lawyer.transfer') && isPersonAction('transfer', status)
}

const inputOf = (
  { id, version }: DirectoryPerson,
  taken: readonly DirectoryField[],
  incoming: DirectoryValues,
) =>
  parseInputValues(resource.calls.update.input, {
    id,
    version,
    ...Object.fromEntries(
      taken.map(field => [field, field === 'organizationId' ? Number(incoming[field]) : incoming[field]]),
    ),
  })

const labelsOf = (offered: DirectoryValues) =>
  directoryFields
    .flatMap(field => (offered[field] === undefined ? [] : directoryFieldLabels[field]))
    .join('、')

/** Values that differ from those of the product and were not taken; what the client does not write stays as it was. */
const offeredAfter = (
  before: DirectoryValues,
  current: DirectoryValues,
  incoming: DirectoryValues,
  taken: readonly DirectoryField[],
): DirectoryValues =>
  Object.fromEntries(
    directoryFields.flatMap(field => {
      const value = incoming[field] ?? before[field]
      const isSettled =
        taken.includes(field) || comparableValue(field, value) === comparableValue(field, current[field])
      return value === undefined || isSettled ? [] : [[field, value]]
    }),
  )

/** The values in words, of a mobile number not all digits. */
const wordsOf = async ({ db, firmId }: Context, offered: DirectoryValues) => {
  const { organizationId, mobile } = offered
  const [office] =
    organizationId === undefined
      ? []
      : await db
          .select({ name: offices.name })
          .from(offices)
          .where(and(eq(offices.firmId, firmId), eq(offices.organizationId, Number(organizationId))))
  const shown: DirectoryValues = {
    ...offered,
    ...(mobile && { mobile: maskMiddle(comparableValue('mobile', mobile)) }),
    ...(office && { organizationId: office.name }),
  }
  return directoryFields
    .flatMap(field => (shown[field] === undefined ? [] : `${directoryFieldLabels[field]}“${shown[field]}”`))
    .join('、')
}

const isSameValues = (a: DirectoryValues, b: DirectoryValues) =>
  directoryFields.every(field => a[field] === b[field])

const storeLink = async (
  { db, firmId, now }: Context,
  { person, link }: Linking,
  values: { externalId: string; given: DirectoryValues; extra: DirectoryExtra },
) => {
  if (!link) {
    const row = { firmId, source: 'scim', lawyerId: person.id, createdAt: now, updatedAt: now } as const
    await db.insert(directoryPeople).values({ ...row, ...values })
    return
  }
  const { externalId, given, extra } = link
  if (isDeepStrictEqual({ externalId, given, extra }, values)) return
  await db
    .update(directoryPeople)
    .set({ ...values, updatedAt: now })
    .where(
      and(
        eq(directoryPeople.firmId, firmId),
        eq(directoryPeople.source, 'scim'),
        eq(directoryPeople.lawyerId, person.id),
      ),
    )
}

const logLink = async (context: Context, { person, link, written }: Linking, offered: DirectoryValues) => {
  const target = lawyerTarget(person)
  const { name } = person
  if (!link || link.extra.deletedAt)
    await log(context, {
      module: 4,
      action: 'update',
      target,
      summary: `将【${name}】与通讯录用户“${written.userName}”关联`,
    })
  const labels = labelsOf(offered)
  if (labels === '' || isSameValues(offered, link?.extra.offered ?? {})) return
  await notifyOffered(context, person, await wordsOf(context, offered))
  await log(context, {
    module: 4,
    action: 'update',
    target,
    summary: `【${name}】的${labels}与通讯录不同，保留此处的值`,
  })
}

/**
 * Takes what a client writes about a person into the record, by the same rules as a change in the form, and remembers what
 * the directory gave. Returns the person afterwards.
 */
export const saveWritten = async (context: Context, linking: Linking): Promise<LinkedPerson> => {
  const { person, link, written } = linking
  const { deletedAt: _, offered: offeredBefore = {}, ...before } = link?.extra ?? {}
  const extra = extraAfter(before, written)
  const incoming = await incomingValues(context, written, extra)
  const current = storedValues(person)
  const given = link?.given ?? {}
  const outcomes = mergeFromDirectory({ current, given, incoming })
  const taken = directoryFields.filter(it => outcomes[it] === 'change' && mayChange(context, person, it))
  if (taken.length > 0) await changeLawyer(inputOf(person, taken, incoming), context)
  const offered = offeredAfter(offeredBefore, current, incoming, taken)
  await storeLink(context, linking, {
    externalId: linkKey(extra),
    given: givenAfter({ current, given, incoming, taken }),
    extra: { ...extra, ...(labelsOf(offered) !== '' && { offered }) },
  })
  await logLink(context, linking, offered)
  const isGone = written.active === undefined ? (link?.goneAt ?? null) !== null : !written.active
  await noteGone(context, 'scim', person, { goneAt: link?.goneAt ?? null, isGone })
  const saved = await findLinked(context, person.id)
  if (!saved) throw noSuchUser()
  return saved
}
