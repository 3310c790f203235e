import type { DataProvider, GetListParams, Identifier, UpdateParams } from 'ra-core'

import {
  type AnyRecord,
  type AnyResource,
  type Call,
  isEntity,
  type OptionCount,
} from '../resources/kit/index.ts'
import { chinese, type Language } from '../resources/kit/translate.ts'
import { changedNames } from './changes.ts'
import { additionsStore, isServed, listKeyOf } from './backend/additions.ts'
import { type Choice, choicesIn } from './choices.ts'
import { CallError, notFoundFailure } from './envelope.ts'
import { withIdempotencyKey } from './idempotencyKey.ts'
import { pageInput } from './pageInput.ts'
import { pageOf } from './pageOf.ts'
import {
  type SendCall,
  entityClient,
  type EntityClient,
  settingClient,
  undeclaredError,
} from './resourceClient.ts'
import { hasParam } from './hasParam.ts'

/**
 * The dataProvider: react-admin's verbs, declared actions, and choices of references. Failed calls reject with a
 * `CallError`.
 */
export type AdminDataProvider = DataProvider & {
  /** Makes the call of a declared action for one record; `answers` are the values of its dialog. */
  act: (name: string, action: string, record: AnyRecord, answers?: object) => Promise<{ data: unknown }>
  /** All choices, or those that match `keyword` if the resource has too many to send at once. */
  choices: (
    name: string,
    options?: { keyword?: string | undefined; signal?: AbortSignal | undefined },
  ) => Promise<{ data: Choice[]; isComplete: boolean }>
  /** The number of rows for each option of one filter, given the others; null if the back-end does not count them. */
  filterCounts: (
    name: string,
    filter: string,
    values: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ) => Promise<readonly OptionCount[] | null>
}

type Page = { records: object[]; total: number; totalIs?: 'over' | undefined }

const getList = async (client: EntityClient, { signal, ...params }: GetListParams, language = chinese) => {
  const { declared, make } = client.listing()
  const isPaged = hasParam(declared, 'pageNum')
  const page = pageInput(client, params)
  const { pageNum: _n, pageSize: _s, ...plain } = page
  const answer = await make({ ...(isPaged ? page : plain), ...client.fixed }, { signal })
  const { records, total, totalIs }: Page = isPaged
    ? (answer as Page)
    : { records: answer as object[], total: (answer as object[]).length }
  const data = client.recordsOf(records)
  if (client.isListedOtherwise) return pageOf(client, data, params, language.formats)
  return { data, total, ...(totalIs && { meta: { totalIs } }) }
}

const rowBatch = 200
const mostBatches = 50

/** Finds a record in the list of a resource that has no call for single records. */
const findRow = async (client: EntityClient, id: Identifier, signal: AbortSignal | undefined) => {
  for (let page = 1; page <= mostBatches; page++) {
    const { data } = await getList(client, {
      pagination: { page, perPage: rowBatch },
      // A back-end that does not know `ids` ignores it and answers all rows.
      filter: hasParam(client.listing().declared, 'ids') ? { ids: [Number(id)] } : {},
      signal,
    })
    const found = data.find(it => it.id === Number(id))
    if (found) return found
    if (data.length < rowBatch) break
  }
  throw new CallError(notFoundFailure)
}

/** The answer is the requested record, even if it lacks its id. */
const getOne = async (client: EntityClient, id: Identifier, signal: AbortSignal | undefined) => {
  if (!client.hasOne) return findRow(client, id, signal)
  const row = (await client.verb('one').make(client.idInput(id), { signal, isNeeded: true })) as object
  return client.recordOf({ ...row, ...client.idInput(id) })
}

const getChoices = async (
  client: EntityClient,
  { keyword, signal }: { keyword?: string | undefined; signal?: AbortSignal | undefined },
  { locale } = chinese,
) => {
  const { declared, make } = client.choosing()
  const isPaged = hasParam(declared, 'pageNum')
  const input = isPaged ? { pageNum: 1, pageSize: 20, ...(keyword && { keyword }) } : {}
  const answer = await make({ ...input, ...client.fixed }, { signal })
  const rows = isPaged ? (answer as Page).records : (answer as object[])
  return { data: choicesIn(client, rows, locale), isComplete: !isPaged }
}

/** Records by id: first from the choices, which everybody may read; those no longer offered from the list. */
const getMany = async (
  client: EntityClient,
  ids: readonly Identifier[],
  { signal, mayCall }: { signal: AbortSignal | undefined; mayCall: (declared: Call) => boolean },
) => {
  const wanted = new Set(ids.map(Number))
  const known =
    client.choices !== undefined && !hasParam(client.choosing().declared, 'pageNum')
      ? (await getChoices(client, { signal })).data.map(it => it.record).filter(it => wanted.has(it.id))
      : []
  const missing = [...wanted].filter(it => !known.some(({ id }) => id === it))
  const listing = client.canList && client.listing()
  if (missing.length === 0 || !listing || !hasParam(listing.declared, 'ids') || !mayCall(listing.declared))
    return known
  const { records } = (await listing.make({ ids: missing, pageSize: missing.length }, { signal })) as Page
  return [...known, ...client.recordsOf(records)]
}

const create = async (client: EntityClient, data: object) => {
  const { make } = client.verb('create')
  const answer = await withIdempotencyKey(JSON.stringify([client.name, data]), idempotencyKey =>
    make(client.write({ ...data, ...client.fixed }), { idempotencyKey, isSparse: true }),
  )
  return client.recordOf({ ...data, ...(answer as object) })
}

/** Sends only the changed values, with the version that was read. */
const update = async (client: EntityClient, { id, data, previousData }: UpdateParams) => {
  const { make } = client.verb('update')
  const names = changedNames(Object.keys(data), previousData, data)
  const input = {
    ...client.write(Object.fromEntries(names.map(name => [name, data[name] ?? null]))),
    ...client.idInput(id),
    version: previousData.version,
  }
  const answer = await make(input, { isSparse: true })
  return client.recordOf({ ...previousData, ...data, ...(answer as object), ...client.idInput(id) })
}

/** Removes a record; `demands` are the reason and the password that the right may demand. */
const remove = (client: EntityClient, id: Identifier, demands: object = {}) =>
  client.verb('remove').make({ ...client.idInput(id), ...demands })

type ResourceNamed = (name: string) => AnyResource | undefined

/** Finds the client of an entity or a setting by the name of the resource. */
const clientsIn = (resourceNamed: ResourceNamed, call: SendCall) => {
  const entityNamed = (name: string) => {
    const resource = resourceNamed(name)
    return resource && isEntity(resource) ? resource : undefined
  }
  const settingNamed = (name: string) => {
    const resource = resourceNamed(name)
    return resource?.isSetting ? settingClient(resource, call) : undefined
  }
  const clientOf = (name: string) => {
    const [entity, additions] = [entityNamed(name), additionsStore.read()]
    if (!entity) throw undeclaredError(name)
    const isListed = listKeyOf(entity, additions) !== undefined
    const instead = isListed ? undefined : entityNamed(entity.fallbackEntity ?? '')
    return entityClient(instead ?? entity, call, additions)
  }
  return { clientOf, settingNamed }
}

/** Counts rows by the options of a filter; null if the back-end does not count. */
const getFilterCounts = async (
  client: EntityClient,
  call: SendCall,
  filter: string,
  values: object,
  signal?: AbortSignal,
) => {
  const { filterCounts } = client
  if (!filterCounts?.names.includes(filter) || !isServed(filterCounts.call, additionsStore.read()))
    return null
  const { pageNum: _n, pageSize: _s, ...others } = pageInput(client, { filter: values })
  return (await call(`${client.name}.filterCounts`, { ...others, count: filter }, { signal })) as
    | readonly OptionCount[]
    | null
}

/**
 * Creates the dataProvider, which translates react-admin's verbs into the declared calls; an undeclared call rejects.
 */
export const createDataProvider = (
  resourceNamed: ResourceNamed,
  call: SendCall,
  mayCall: (declared: Call) => boolean,
  /** The current language, in which rows are sorted if the back-end does not sort them. */
  readLanguage: () => Language,
): AdminDataProvider => {
  const { clientOf, settingNamed } = clientsIn(resourceNamed, call)
  /** Reads again if the back-end has just turned out not to serve an additional call. */
  const reading = async <T>(name: string, read: (client: EntityClient) => Promise<T>) => {
    const known = additionsStore.read()
    return read(clientOf(name)).catch((error: unknown) => {
      if (known === additionsStore.read()) throw error
      return read(clientOf(name))
    })
  }
  // react-admin leaves the type of a record to the caller; here it is the declared one.
  return {
    supportAbortSignal: true,
    getList: (name, params) => reading(name, it => getList(it, params, readLanguage())),
    getManyReference: (name, { target, id, filter, ...rest }) =>
      reading(name, it => getList(it, { ...rest, filter: { ...filter, [target]: id } }, readLanguage())),
    getOne: async (name, { id, signal }) => {
      const setting = settingNamed(name)
      return { data: await (setting ? setting.read(signal) : reading(name, it => getOne(it, id, signal))) }
    },
    getMany: async (name, { ids, signal }) => ({
      data: await reading(name, it => getMany(it, ids, { signal, mayCall })),
    }),
    create: async (name, { data }) => ({ data: await create(clientOf(name), data) }),
    update: async (name, params) => ({
      data: await (settingNamed(name)?.update(params) ?? update(clientOf(name), params)),
    }),
    delete: async (name, { id, previousData, meta }) => {
      await remove(clientOf(name), id, meta?.demands)
      return { data: previousData ?? { id } }
    },
    deleteMany: async (name, { ids, meta }) => {
      const client = clientOf(name)
      await Promise.all(ids.map(id => remove(client, id, meta?.demands)))
      return { data: [...ids] }
    },
    updateMany: name => Promise.reject(undeclaredError(`${name}.updateMany`)),
    act: async (name, action, record, answers = {}) => {
      const { input, make } = clientOf(name).action(action)
      return { data: await make({ ...input(record), ...answers }) }
    },
    filterCounts: async (name, ...asked) => getFilterCounts(clientOf(name), call, ...asked),
    choices: (name, options = {}) => reading(name, it => getChoices(it, options, readLanguage())),
  } as AdminDataProvider
}
