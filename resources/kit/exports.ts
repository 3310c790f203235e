import { z } from 'zod'

import { type Call, type Feature, file, post } from './call.ts'
import type { Fields } from './field.ts'
import type { FilterCounts } from './filterCounts.ts'
import type { RecordImport } from './imports.ts'
import type { RegisteredCapability, RegisteredMenuName, Who } from './registered.ts'

/** CSV is written as UTF-8 with a byte order mark, without which Excel garbles Chinese. */
const exportFormats = ['xlsx', 'csv'] as const
/** A file format that lists are exported in. */
export type ExportFormat = (typeof exportFormats)[number]

/** What a declaration says of its list as a file, beyond that there is one. */
export type ExportOptions = {
  /** Whose right it is, where reading the list does not suffice; its scope is that of the file. */
  who?: Who
  /** The right that it takes besides. */
  needs?: RegisteredCapability
  /** The switch that closes it, where the list has no page of its own that says so. */
  feature?: RegisteredMenuName
  /** Columns that the file may have and the list has not. */
  more?: Fields
}

/** A list as a file: the call that makes it, and its further columns. */
export type ListExport = { call: Call; more: Fields }

/** Unless its declaration names another right, a list is exported by whoever may export lists at all. */
const exportRight: RegisteredCapability = 'list.export'

type Exported = {
  name: string
  /** The columns of the list. */
  list: readonly string[]
  /** The call that answers the list. */
  listCall: Call
  /** Conditions that every record of the list meets; the server applies them without being asked. */
  fixed: object
  feature: Feature | undefined
}

/**
 * The call that answers a list as a file: it takes what the list takes, without the page, and besides the columns in
 * their order and the format.
 */
export const exportOf = (
  { name, list, listCall, fixed, feature }: Exported,
  { who = listCall.who, needs = exportRight, more: offered = {}, ...rest }: ExportOptions,
): ListExport => {
  const more = Object.fromEntries(Object.entries(offered).filter(([column]) => !list.includes(column)))
  const isOwn = (parameter: string) =>
    !['pageNum', 'pageSize', 'ids', ...Object.keys(fixed)].includes(parameter)
  const input = () => {
    const asked = Object.entries((listCall.input as z.ZodObject).shape).filter(([parameter]) =>
      isOwn(parameter),
    )
    const error = '请选择要导出的列'
    return z.strictObject({
      ...Object.fromEntries(asked),
      columns: z
        .array(z.enum([...list, ...Object.keys(more)], { error }), { error })
        .min(1, error)
        .refine(columns => new Set(columns).size === columns.length, error)
        .optional(),
      format: z.enum(exportFormats, { error: '请选择格式' }).default('xlsx'),
    })
  }
  const options = { isAddition: true, needs, ...(feature !== undefined && { feature }), ...rest } as const
  return { call: post(`/export/${name}`, who, input, () => file, options), more }
}

type Group = {
  name: string
  calls: Readonly<Record<string, Call>>
  exports?: ListExport
  imports?: RecordImport
  filterCounts?: FilterCounts
}

/**
 * Every call of a group by the name of both, `offices.pageList`; those that follow from its declaration are
 * `offices.export`, `positions.import` and `offices.filterCounts`.
 */
export const namedCallsOf = ({ name, calls, exports, imports, filterCounts }: Group) => {
  const derived = { export: exports?.call, import: imports?.call, filterCounts: filterCounts?.call }
  const all = [
    ...Object.entries(calls),
    ...Object.entries(derived).flatMap(([key, call]) => (call ? [[key, call] as const] : [])),
  ]
  return all.map(([key, call]) => [`${name}.${key}`, call] as const)
}
