import { and, eq } from 'drizzle-orm'
import { z } from 'zod'

import { deleteCall, getCall, postCall, putCall } from '../../../resources/kit/index.ts'
import { toMobile } from '../../../resources/kit/mobiles.ts'
import { bindHandlers } from '../../context/bind.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { directoryPeople } from '../../db/tables.ts'
import { noteGone } from '../../services/directory/goneFromDirectory.ts'
import { sendInitialPasswords } from '../../services/integrations/initialPasswords.ts'
import { createLawyer, prepareLawyer, type PreparedLawyer } from '../../services/lawyers/create.ts'
import { discoveryDocument, listResponse, mostResults } from './discovery.ts'
import {
  findLinked,
  findMeant,
  linkKey,
  type LinkedPerson,
  listLinked,
  lockDirectory,
  requireFreeNames,
} from './links.ts'
import { entityTag, extraAfter, incomingValues, personTypeIn, userResource } from './person.ts'
import { saveWritten } from './save.ts'
import { badRequest, noSuchUser, ScimError } from './scimError.ts'
import { readPatch, readResource, type WrittenUser } from './written.ts'

// SCIM 2.0 (RFC 7643, 7644) for the people of a firm. An identity provider calls with a token of its own, in the name of the
// token's owner, through http/scim. Users are the people whom the provider has given; others it does not see.

/** The address below which the client reaches SCIM, for the links in answers. */
const baseUrl = z.string()
const id = z.int()
/** What a client sends; it is read attribute by attribute (written.ts). */
const body = z.unknown()
const ifMatch = z.string().optional()
const projection = { attributes: z.string().optional(), excludedAttributes: z.string().optional() }
const answer = z.custom<object>()
const options = { isAddition: true } as const
const people = { ...options, feature: ['lawyer', 'integration.tokens'] } as const
const changes = { ...options, feature: ['lawyer.list', 'integration.tokens'] } as const
const creation = {
  ...options,
  needs: 'lawyer.edit',
  feature: ['lawyer.create', 'lawyer.list', 'integration.tokens'],
} as const

const calls = {
  discover: getCall(
    '/scim/v2/{path}',
    'lawyer.view',
    () => z.object({ path: z.string(), baseUrl }),
    () => answer,
    people,
  ),
  list: getCall(
    '/scim/v2/Users',
    'lawyer.view',
    () =>
      z.object({
        baseUrl,
        filter: z.string().optional(),
        startIndex: z.int().min(-1e9).max(1e9).default(1),
        count: z.int().min(-1e9).max(1e9).default(100),
        ...projection,
      }),
    () => answer,
    people,
  ),
  one: getCall(
    '/scim/v2/Users/{id}',
    'lawyer.view',
    () => z.object({ baseUrl, id, ...projection }),
    () => answer,
    people,
  ),
  create: postCall(
    '/scim/v2/Users',
    'lawyer.create',
    () => z.object({ baseUrl, body }),
    () => answer,
    creation,
  ),
  replace: putCall(
    '/scim/v2/Users/{id}',
    'lawyer.edit',
    () => z.object({ baseUrl, id, body, ifMatch }),
    () => answer,
    changes,
  ),
  patch: postCall(
    '/scim/v2/Users/{id}',
    'lawyer.edit',
    () => z.object({ baseUrl, id, body, ifMatch }),
    () => answer,
    changes,
  ),
  remove: deleteCall(
    '/scim/v2/Users/{id}',
    'lawyer.edit',
    () => z.object({ id, ifMatch }),
    () => answer,
    changes,
  ),
}
type Calls = Handlers<typeof calls>

type Projection = { attributes?: string | undefined; excludedAttributes?: string | undefined }

const namesIn = (list: string) => list.split(',').map(name => name.trim().toLowerCase().split('.')[0]!)

/** The attributes that the client asks for; `id`, `schemas` and `meta` are always answered. */
const projected = (resource: object, { attributes, excludedAttributes }: Projection) => {
  const wanted = attributes ? new Set(namesIn(attributes)) : null
  const unwanted = new Set(namesIn(excludedAttributes ?? ''))
  const isAnswered = (name: string) =>
    ['id', 'schemas', 'meta'].includes(name) || (wanted ? wanted.has(name) : !unwanted.has(name))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isAnswered(name.toLowerCase())))
}

const discover: Calls['discover'] = ({ path, baseUrl: base }) => {
  // Providers ask for groups although none are named among the types; there are none.
  const document = path === 'Groups' ? listResponse([]) : discoveryDocument(path, base)
  if (!document) throw new ScimError(404, '没有这个地址')
  return Promise.resolve(document)
}

const list: Calls['list'] = async ({ baseUrl: base, filter, startIndex, count, ...shown }, context) => {
  const from = Math.max(1, startIndex)
  const { rows, total } = await listLinked(context, {
    filter,
    startIndex: from,
    count: Math.min(mostResults, Math.max(0, count)),
  })
  const resources = rows.map(({ link, person }) => projected(userResource(link, person, base), shown))
  return listResponse(resources, { total, startIndex: from })
}

/** The user of this id in the caller's scope, locked against other changes by SCIM. */
const takeUser = async (context: Context, userId: number, tag: string | undefined): Promise<LinkedPerson> => {
  await lockDirectory(context)
  const linked = await findLinked(context, userId)
  if (!linked) throw noSuchUser()
  if (tag !== undefined && tag !== '*' && tag !== entityTag(linked.link, linked.person))
    throw new ScimError(412, '该用户已被修改，请重新读取')
  return linked
}

const one: Calls['one'] = async ({ baseUrl: base, id: userId, ...shown }, context) => {
  const linked = await findLinked(context, userId)
  if (!linked) throw noSuchUser()
  return projected(userResource(linked.link, linked.person, base), shown)
}

const change = async (
  context: Context,
  { baseUrl: base, id: userId, ifMatch: tag }: { baseUrl: string; id: number; ifMatch?: string | undefined },
  written: WrittenUser,
) => {
  const { link, person } = await takeUser(context, userId, tag)
  await requireFreeNames(context, extraAfter(link.extra, written), person.id)
  const saved = await saveWritten(context, { link, person, written })
  return userResource(saved.link, saved.person, base)
}

const requireUserName = (written: WrittenUser) => {
  if (!written.userName) throw badRequest('invalidValue', '缺少 userName')
  return written
}

/** What a new person is created with, as in the form. */
const draftOf = async (context: Context, written: WrittenUser) => {
  if (!written.mobile)
    throw badRequest('invalidValue', '新建人员须有中国大陆手机号（phoneNumbers，type 为 mobile）')
  if (written.active === false) throw badRequest('invalidValue', '不新建已停用的人员')
  const { organizationId, mobile, ...values } = await incomingValues(
    context,
    written,
    extraAfter({}, written),
  )
  return {
    ...values,
    mobile: toMobile(mobile!),
    organizationId: organizationId === undefined ? context.caller.organizationId : Number(organizationId),
    personType: await personTypeIn(context, written),
  }
}

const wantedPerson = (written: WrittenUser) => ({
  key: linkKey(written),
  mobile: written.mobile && toMobile(written.mobile),
  email: written.email,
  employeeNo: written.employeeNo,
})

/** Creates the person with an initial password, which the firm's setting may send; nobody else is shown it. */
const createPerson = async (context: Context, prepared: PreparedLawyer) => {
  const personId = await createLawyer(context, prepared, 'user')
  const { initialPassword } = prepared
  const { mobile } = prepared.input
  if (initialPassword !== null)
    await sendInitialPasswords(context, [{ id: personId, mobile, initialPassword }])
}

/**
 * A new user is linked to the person who is meant, or else a person is created. The password is hashed between two
 * transactions, of which the second looks again, since another request may have come first.
 */
const create: Calls['create'] = ownTransaction(async ({ baseUrl: base, body: given }, context) => {
  const written = requireUserName({ active: true, ...readResource(given) })
  const { database, firmId } = context
  const link = async (own: Context) => {
    await lockDirectory(own)
    await requireFreeNames(own, written, null)
    const meant = await findMeant(own, wantedPerson(written))
    return meant && saveWritten(own, { ...meant, written })
  }
  const first = await database.write(firmId, async db => {
    const own = { ...context, db }
    const saved = await link(own)
    return { saved, draft: saved ? null : await draftOf(own, written) }
  })
  const prepared = first.draft && (await prepareLawyer(context, first.draft, 'user'))
  const saved =
    first.saved ??
    (await database.write(firmId, async db => {
      const own = { ...context, db }
      const linked = await link(own)
      if (linked) return linked
      await createPerson(own, prepared!)
      return link(own)
    }))
  if (!saved) throw noSuchUser()
  return userResource(saved.link, saved.person, base)
})

const remove: Calls['remove'] = async ({ id: userId, ifMatch: tag }, context) => {
  const { link, person } = await takeUser(context, userId, tag)
  const { db, firmId, now } = context
  await noteGone(context, 'scim', person, { goneAt: link.goneAt, isGone: true })
  await db
    .update(directoryPeople)
    .set({ extra: { ...link.extra, deletedAt: now.toISOString() }, updatedAt: now })
    .where(
      and(
        eq(directoryPeople.firmId, firmId),
        eq(directoryPeople.source, 'scim'),
        eq(directoryPeople.lawyerId, person.id),
      ),
    )
  return {}
}

/** The calls of SCIM by name. They are mounted by http/scim alone, under which no other token comes. */
export const scimCalls = bindHandlers(
  { name: 'scim', calls },
  {
    discover,
    list,
    one,
    create,
    replace: ({ body: given, ...input }, context) =>
      change(context, input, requireUserName(readResource(given))),
    patch: ({ body: given, ...input }, context) => change(context, input, readPatch(given)),
    remove,
  },
)
