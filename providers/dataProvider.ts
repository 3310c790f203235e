import type { DataProvider, GetListParams, Identifier } from 'ra-core'

import type { AnyRecord, AnyResource, Call } from '../resources/kit/index.ts'
import { changedNames, isBlank } from './changes.ts'
import { CallError } from './envelope.ts'
import { jsonFieldsOf } from './jsonFields.ts'
import { takes } from './takes.ts'

/** What a reference offers: the id, the name shown, and what it may be found by besides. */
export type Choice = { id: number; name: string; pinyin?: string; record: AnyRecord }

/** react-admin's verbs, the actions of the declarations and the choices of references. */
export type AdminDataProvider = DataProvider & {
  /** Makes the call of a declared action on one record; `answers` are what its dialog asked for. */
  act: (name: string, action: string, record: AnyRecord, answers?: object) => Promise<{ data: unknown }>
  /** All choices, or those matching `keyword` where the resource has too many to send at once. */
  choices: (
    name: string,
    options?: { keyword?: string | undefined; signal?: AbortSignal | undefined },
  ) => Promise<{ data: Choice[]; isComplete: boolean }>
}

type Options = { signal?: AbortSignal | undefined; idempotencyKey?: string }
/** Makes one declared call by its name, `positions.page`. */
type Caller = (name: string, input: object, options?: Options) => Promise<unknown>
type Page = { records: object[]; total: number }

/** The name by which `act` knows the call of `crud.remove`. */
export const removal = 'remove'

const undeclared = (what: string) => new Error(`接口未定义: ${what}`)

/** Sent again after a broken connection, the same content carries the same key, so that one record is made. */
const keys = new Map<string, string>()
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(it => it.toString(16).padStart(2, '0')).join('')

const once = async <T>(content: string, send: (key: string) => Promise<T>) => {
  const key = keys.get(content) ?? newKey()
  keys.set(content, key)
  try {
    const answer = await send(key)
    keys.delete(content)
    return answer
  } catch (error) {
    if (error instanceof CallError && /^\d/.test(error.code)) keys.delete(content)
    throw error
  }
}

/** A resource with the calls its verbs name. */
const speakerOf = (resource: AnyResource, call: Caller) => {
  const { name, id, crud, calls, actions } = resource
  const json = jsonFieldsOf(resource)
  const keyOf = (record: AnyRecord) => ({ [id]: record.id })
  const callOf = (key: string | undefined, verb: string) => {
    const found = key === undefined ? undefined : calls[key]
    if (!found) throw undeclared(`${name}.${key ?? verb}`)
    return {
      declared: found,
      make: (input: object, options?: Options) => call(`${name}.${key}`, input, options),
    }
  }
  return {
    verb: (verb: keyof AnyResource['crud']) => callOf(crud[verb], verb),
    choices: () => callOf(resource.choices, 'choices'),
    action: (action: string) => {
      // Removing is offered without being declared as an action.
      if (action === removal && crud.remove) return { input: keyOf, make: callOf(crud.remove, action).make }
      const declared = actions[action]
      if (!declared) throw undeclared(`${name}.${action}`)
      return {
        input: declared.input as (record: AnyRecord) => object,
        make: callOf(declared.call, action).make,
      }
    },
    recordOf: (row: object): AnyRecord => ({
      ...json.read(row),
      id: Number((row as Record<string, unknown>)[id]),
    }),
    write: json.write,
  }
}

const pageInput = (
  { sortable }: Pick<AnyResource, 'sortable'>,
  { pagination, sort, filter }: GetListParams,
) => {
  const { q, keyword = q, ...filters } = (filter ?? {}) as Record<string, unknown>
  const isSortable = sort && sortable.includes(sort.field)
  const input = {
    pageNum: pagination?.page ?? 1,
    pageSize: pagination?.perPage ?? 10,
    ...(isSortable && { sortField: sort.field, sortOrder: sort.order.toLowerCase() }),
    keyword,
    ...filters,
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !isBlank(value)))
}

/** Translates react-admin's verbs into the calls that each resource declares; what is not declared rejects. */
export const dataProviderOf = (
  resources: readonly AnyResource[],
  call: Caller,
  mayCall: (declared: Call) => boolean,
): AdminDataProvider => {
  const byName = new Map(resources.map(it => [it.name, it]))
  const find = (name: string) => {
    const resource = byName.get(name)
    if (!resource) throw undeclared(name)
    return { ...resource, ...speakerOf(resource, call) }
  }

  const list = async (name: string, { signal, ...params }: GetListParams) => {
    const resource = find(name)
    const { declared, make } = resource.verb('list')
    const isPaged = takes(declared, 'pageNum')
    const page = pageInput(resource, params)
    const { pageNum: _n, pageSize: _s, ...plain } = page
    const answer = await make({ ...(isPaged ? page : plain), ...resource.fixed }, { signal })
    const { records, total } = isPaged
      ? (answer as Page)
      : { records: answer as object[], total: (answer as object[]).length }
    return { data: records.map(resource.recordOf), total }
  }

  const choices: AdminDataProvider['choices'] = async (name, { keyword, signal } = {}) => {
    const resource = find(name)
    const { declared, make } = resource.choices()
    const isPaged = takes(declared, 'pageNum')
    const input = isPaged ? { pageNum: 1, pageSize: 20, ...(keyword && { keyword }) } : {}
    const answer = await make({ ...input, ...resource.fixed }, { signal })
    const rows = isPaged ? (answer as Page).records : (answer as object[])
    const data = rows.map(resource.recordOf).map(record => ({
      id: record.id,
      name: String(record[resource.title] ?? ''),
      ...(typeof record.pinyin === 'string' && { pinyin: record.pinyin }),
      record,
    }))
    return { data, isComplete: !isPaged }
  }

  /** First from the choices, which everybody may read; those no longer offered from the list. */
  const many = async (name: string, ids: readonly Identifier[], signal: AbortSignal | undefined) => {
    const resource = find(name)
    const wanted = new Set(ids.map(Number))
    const known =
      resource.choices !== undefined && !takes(resource.choices().declared, 'pageNum')
        ? (await choices(name, { signal })).data.map(it => it.record).filter(it => wanted.has(it.id))
        : []
    const missing = [...wanted].filter(it => !known.some(({ id }) => id === it))
    const listing = resource.crud.list && resource.verb('list')
    if (missing.length === 0 || !listing || !takes(listing.declared, 'ids') || !mayCall(listing.declared))
      return known
    const { records } = (await listing.make({ ids: missing, pageSize: missing.length }, { signal })) as Page
    return [...known, ...records.map(resource.recordOf)]
  }

  const remove = async (name: string, id: Identifier, demands: object = {}) => {
    const resource = find(name)
    await resource.verb('remove').make({ [resource.id]: Number(id), ...demands })
  }

  const provider = {
    supportAbortSignal: true,
    getList: list,
    getManyReference: (name, { target, id, filter, ...rest }) =>
      list(name, { ...rest, filter: { ...filter, [target]: id } }),
    getOne: async (name, { id, signal }) => {
      const resource = find(name)
      const row = await resource.verb('one').make({ [resource.id]: Number(id) }, { signal })
      return { data: resource.recordOf(row as object) }
    },
    getMany: async (name, { ids, signal }) => ({ data: await many(name, ids, signal) }),
    create: async (name, { data }) => {
      const resource = find(name)
      const { make } = resource.verb('create')
      const answer = await once(JSON.stringify([name, data]), idempotencyKey =>
        make(resource.write({ ...data, ...resource.fixed }), { idempotencyKey }),
      )
      return { data: resource.recordOf({ ...data, ...(answer as object) }) }
    },
    update: async (name, { id, data, previousData }) => {
      const resource = find(name)
      const changed = changedNames(Object.keys(data), previousData, data)
      const input = {
        ...resource.write(Object.fromEntries(changed.map(it => [it, data[it] ?? null]))),
        [resource.id]: Number(id),
        version: previousData.version,
      }
      const answer = await resource.verb('update').make(input)
      return {
        data: resource.recordOf({ ...previousData, ...data, ...(answer as object), [resource.id]: id }),
      }
    },
    delete: async (name, { id, previousData, meta }) => {
      await remove(name, id, meta?.demands)
      return { data: previousData ?? { id } }
    },
    deleteMany: async (name, { ids, meta }) => {
      await Promise.all(ids.map(id => remove(name, id, meta?.demands)))
      return { data: [...ids] }
    },
    updateMany: name => Promise.reject(undeclared(`${name}.updateMany`)),
    act: async (name, action, record, answers = {}) => {
      const { input, make } = find(name).action(action)
      return { data: await make({ ...input(record), ...answers }) }
    },
    choices,
  } as AdminDataProvider
  return provider
}
