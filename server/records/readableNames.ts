import { and, isNull, type SQL, sql } from 'drizzle-orm'

import type { Fields, ReferenceNames } from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import { scopeOfCaller } from '../context/readable.ts'
import {
  type RecordTable,
  recordTableOf,
  namedReferences,
  unreadableRecord,
} from '../services/directory/missingReferences.ts'
import { scopeCondition } from './scope.ts'

type Values = Readonly<Record<string, unknown>>

/** Which records the caller may read; null where that is none, or where the table cannot express it. */
const readableWhere = (context: Context, { entity, columns, id, firmId, deletedAt }: RecordTable) => {
  const { calls, crud, choices } = entity
  const scopes = [choices, crud.list].flatMap(key => {
    const call = calls[key ?? '']
    const scope = call && scopeOfCaller(context, call.who)
    return scope ? [scope] : []
  })
  const scope = scopes.includes('all') ? 'all' : scopes[0]
  if (scope === undefined) return null
  const places = {
    office: columns['organizationId'],
    author: columns['createdBy'],
    lawyer: (entity.fallbackEntity ?? entity.name) === 'lawyers' ? id : columns['lawyerId'],
  }
  const isOfOffice = scope === 'office' || scope === 'own'
  const isOfPerson = context.caller.population === 2 ? places.lawyer : places.author
  if ((isOfOffice && !places.office) || (scope === 'own' && !places.author)) return null
  if (scope === 'self' && !isOfPerson) return null
  const known = Object.fromEntries(Object.entries(places).filter(([, column]) => column))
  return and(
    scopeCondition({ ...context, scope }, { firm: firmId, ...known }),
    deletedAt && isNull(deletedAt),
  )!
}

const titlesOf = async (context: Context, to: string, ids: readonly number[]) => {
  const records = recordTableOf(to)
  const title = records?.columns[records.entity.title]
  const where: SQL | null = records && title ? readableWhere(context, records) : null
  if (!records || !title || !where) return new Map<number, string>()
  const rows = await context.db
    .select({ id: records.id, title })
    .from(records.table)
    .where(and(where, sql`${records.id} = any(${sql.param([...ids])}::bigint[])`))
  return new Map(rows.map(row => [Number(row.id), String(row.title)]))
}

/**
 * The names of the records to which these values refer, for the log, by field. What the caller may not read is named by its
 * number, so that nobody learns a name by referring to it.
 */
export const readableNames = async (
  context: Context,
  fields: Fields,
  values: readonly Values[],
): Promise<ReferenceNames> => {
  const references = values.flatMap(it => namedReferences(fields, it))
  const names: Record<string, Map<number, string>> = {}
  for (const [to, group] of Map.groupBy(references, it => it.to)) {
    const titles = await titlesOf(
      context,
      to,
      group.map(it => it.id),
    )
    for (const { path, id } of group) {
      const field = path.split('.').at(-1)!
      names[field] ??= new Map()
      names[field].set(id, titles.get(id) ?? unreadableRecord(id))
    }
  }
  return names
}
