import { z } from 'zod'

import { type Call, type Feature, fileAnswer, flag, postCall } from './call.ts'
import { addressPart } from './extensionNames.ts'
import type { Fields } from './field.ts'
import type { FilterCounts } from './filterCounts.ts'
import type { RecordImport } from './imports.ts'
import type { RegisteredCapability, RegisteredMenuName, Who } from './registered.ts'

/** CSV files are UTF-8 with a byte order mark, without which Excel garbles Chinese. */
const exportFormats = ['xlsx', 'csv'] as const
/** A file format of exported lists. */
export type ExportFormat = (typeof exportFormats)[number]

/** Options of an exported list. */
export type ExportOptions = {
  /**
   * Who may export, if not everybody who may read the list. The scope of this right decides which rows the file
   * contains.
   */
  who?: Who
  /** A second capability that the export requires. */
  needs?: RegisteredCapability
  /** The menu switch that closes the export, for a list without a page of its own. */
  feature?: RegisteredMenuName
  /** Columns that the file may have in addition to those of the list. */
  extraColumns?: Fields
}

/** The call that exports a list, and the columns that only the file has. */
export type ListExport = { call: Call; extraColumns: Fields }

/** The capability for exports of lists that name no other. */
const exportRight: RegisteredCapability = 'list.export'

type ExportedList = {
  name: string
  /** Names of the list's columns. */
  list: readonly string[]
  /** The call that answers the list. */
  listCall: Call
  /** Values that all records of the list have; the server applies these conditions by itself. */
  fixed: object
  feature: Feature | undefined
}

/**
 * The call that exports a list. It takes the parameters of the list except the page, and also the columns in order
 * and the file format.
 */
export const exportOf = (
  { name, list, listCall, fixed, feature }: ExportedList,
  { who = listCall.who, needs = exportRight, extraColumns: offered = {}, ...rest }: ExportOptions,
): ListExport => {
  const extraColumns = Object.fromEntries(
    Object.entries(offered).filter(([column]) => !list.includes(column)),
  )
  const isOwn = (parameter: string) =>
    !['pageNum', 'pageSize', 'ids', ...Object.keys(fixed)].includes(parameter)
  const input = () => {
    const filterParameters = Object.entries((listCall.input as z.ZodObject).shape).filter(([parameter]) =>
      isOwn(parameter),
    )
    const error = '请选择要导出的列'
    return z.strictObject({
      ...Object.fromEntries(filterParameters),
      columns: z
        .array(z.enum([...list, ...Object.keys(extraColumns)], { error }), { error })
        .min(1, error)
        .refine(columns => new Set(columns).size === columns.length, error)
        .optional(),
      /** 1 adds the id and the version of each record, with which a changed file can be brought back. */
      keys: flag.optional(),
      format: z.enum(exportFormats, { error: '请选择格式' }).default('xlsx'),
    })
  }
  const options = { isAddition: true, needs, ...(feature !== undefined && { feature }), ...rest } as const
  return {
    call: postCall(`/export/${addressPart(name)}`, who, input, () => fileAnswer, options),
    extraColumns,
  }
}

type CallGroup = {
  name: string
  calls: Readonly<Record<string, Call>>
  exports?: ListExport
  imports?: RecordImport
  filterCounts?: FilterCounts
}

/**
 * All calls of a group with their full names, such as `offices.pageList`. Calls that follow from a declaration are
 * named `offices.export`, `positions.import` and `offices.filterCounts`.
 */
export const namedCallsOf = ({ name, calls, exports, imports, filterCounts }: CallGroup) => {
  const derived = { export: exports?.call, import: imports?.call, filterCounts: filterCounts?.call }
  const all = [
    ...Object.entries(calls),
    ...Object.entries(derived).flatMap(([key, call]) => (call ? [[key, call] as const] : [])),
  ]
  return all.map(([key, call]) => [`${name}.${key}`, call] as const)
}
