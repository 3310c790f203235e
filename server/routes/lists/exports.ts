import {
  type AnyEntity,
  type Call,
  type ExportFormat,
  type Fields,
  integer,
  isPlainObject,
  type ReferenceNames,
} from '../../../resources/kit/index.ts'
import { sheetKeys } from '../../../resources/domain/sheets.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import type { Db } from '../../db/connection/open.ts'
import { unreadableRecord } from '../../services/directory/missingReferences.ts'
import { translateText } from '../../services/settings/languages.ts'
import { exportList } from '../../services/exports/listExport.ts'
import type { AnyListing, BoundCall, UntypedHandler } from '../../context/checks.ts'

// Exports use the handler that answers the pages of a list, so that filters, order, scope and values are the
// same in the file as on the screen.

type Row = Readonly<Record<string, unknown>>
type ExportQuery = Row & { columns?: readonly string[]; format: ExportFormat; keys?: 0 | 1 }

/** The referenced ids in these rows, grouped by the resource that they belong to. */
const referencesIn = (fields: Fields, rows: readonly Row[]) => {
  const found = new Map<string, Set<number>>()
  for (const [name, field] of Object.entries(fields)) {
    if (!('to' in field)) continue
    const ids = found.get(field.to) ?? new Set()
    for (const id of rows.flatMap(row => row[name] ?? [])) ids.add(Number(id))
    found.set(field.to, ids)
  }
  return found
}

/** The declared entities, and the calls that are served. */
export type Served = { resources: readonly AnyEntity[]; bounds: readonly BoundCall[] }
type Titles = ReadonlyMap<number, string>

/** The rows of a tree in one flat list, each followed by its children. */
const withChildren = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap(row => [row, ...(Array.isArray(row['children']) ? row['children'].filter(isPlainObject) : [])])

/**
 * Titles of referenced records, found as a list on the screen finds them: among the choices, else in the
 * resource's list; only those that the caller may see.
 */
export const titlesFor = async (
  { resources, bounds }: Served,
  context: Context,
  to: string,
  ids: readonly number[],
) => {
  const resource = resources.find(it => it.name === to)
  if (!resource) return new Map<number, string>()
  const { calls, choices, crud, fixed, id, title, titleEn } = resource
  const titlesOf = (rows: readonly Row[]) =>
    withChildren(rows).map(row => {
      const english = context.language === 'en' && titleEn ? row[titleEn] : null
      return [Number(row[id]), String(english || row[title])] as const
    })
  const answerOf = async (key: string | undefined, query: object): Promise<Row[]> => {
    const call = calls[key ?? '']
    const bound = bounds.find(it => it.call === call)
    const scope = call && scopeOfCaller(context, call.who)
    if (!bound || bound.isOutside || !scope) return []
    const answer = await bound.handle({ ...query, ...fixed }, { ...context, scope })
    return Array.isArray(answer) ? answer : (answer as { records: Row[] }).records
  }
  const isPaged = (call: Call | undefined) => call?.filters !== undefined
  const choiceRows = isPaged(calls[choices ?? '']) ? [] : await answerOf(choices, {})
  const titles = new Map(titlesOf(choiceRows))
  const missing = ids.filter(it => !titles.has(it))
  if (missing.length === 0 || !isPaged(calls[crud.list ?? ''])) return titles
  const rest = await answerOf(crud.list, { ids: missing, pageNum: 1, pageSize: missing.length })
  return new Map([...titles, ...titlesOf(rest)])
}

/** Resolves the names that rows refer to, and looks each one up once per file. */
export const namesFor = (served: Served) => {
  const titlesByResource = new Map<string, Titles>()
  return async (context: Context, fields: Fields, rows: readonly Row[]): Promise<ReferenceNames> => {
    for (const [to, ids] of referencesIn(fields, rows)) {
      const cached = titlesByResource.get(to) ?? new Map<number, string>()
      const missing = [...ids].filter(id => !cached.has(id))
      if (missing.length === 0) continue
      const unreadable = missing.map(
        id => [id, translateText(context.language, unreadableRecord(id))] as const,
      )
      const titles = await titlesFor(served, context, to, missing)
      titlesByResource.set(to, new Map([...cached, ...unreadable, ...titles]))
    }
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        'to' in field ? [[name, titlesByResource.get(field.to) ?? new Map()]] : [],
      ),
    )
  }
}

type Columns = { all: Fields; chosen: readonly string[] }
const columnsOf = ({ all, chosen }: Columns): Fields =>
  Object.fromEntries(chosen.map(name => [name, all[name]!]))

/** The columns that identify a record in a file that is brought back (domain/bulk.ts). */
const sheetKeysOf = (id: string): Fields => ({
  [id]: integer(sheetKeys.id),
  version: integer(sheetKeys.version),
})

const exportHandler = (resource: AnyEntity, listing: AnyListing, served: Served): UntypedHandler => {
  const { label, fields, list, exports, filters, fixed, id } = resource
  const all = { ...fields, ...exports!.extraColumns }
  return async (input, context) => {
    const { columns = list, format, keys = 0, ...query } = input as ExportQuery
    // An export call requires a session, so the context has a caller.
    const callerContext = context as Context
    const listQuery = { ...query, ...fixed }
    const names = namesFor(served)
    return exportList(callerContext, {
      title: label,
      columns: { ...columnsOf({ all, chosen: columns }), ...(keys === 1 && sheetKeysOf(id)) },
      format,
      filters,
      query,
      ids: (db, most) => listing.ids(listQuery, { ...callerContext, db }, most),
      rows: (db, ids) => rowsOf(listing, id, listQuery, { ...callerContext, db }, ids),
      names: (db: Db, of, rows) => names({ ...callerContext, db }, of, rows),
    })
  }
}

/** Rows as the list shows them. The keyword is left out, because these ids already match it. */
const rowsOf = async (
  { page, inFile }: AnyListing,
  id: string,
  listQuery: Row,
  context: Context,
  ids: readonly number[],
) => {
  const query = { ...listQuery, keyword: undefined, ids, pageNum: 1, pageSize: ids.length }
  const { records } = (await page(query, context)) as { records: Row[] }
  const rows = inFile ? await inFile(records, context) : records
  const byId = new Map(rows.map(row => [Number(row[id]), row]))
  return ids.flatMap((it): Row[] => (byId.has(it) ? [byId.get(it)!] : []))
}

/** An export call for every list that is served. */
export const exportsOf = (resources: readonly AnyEntity[], bounds: readonly BoundCall[]): BoundCall[] =>
  resources.flatMap(resource => {
    const { name, exports, calls, crud } = resource
    const listing = bounds.find(it => it.call === calls[crud.list ?? ''])?.listing
    if (!exports || !listing) return []
    const handle = exportHandler(resource, listing, { resources, bounds })
    const bound = { name: `${name}.export`, call: exports.call, feature: undefined, handle }
    return [{ ...bound, isOutside: true, isList: true }]
  })
