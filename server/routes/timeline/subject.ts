import { and, eq, sql } from 'drizzle-orm'

import { notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { selectRows } from '../../db/lists/select.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'

/** The kind of record by which messages name these records. */
const bizTypes: Readonly<Record<string, string>> = {
  lawyers: 'lawyer',
  cards: 'card',
  articles: 'article',
  offices: 'office',
}

/** What a timeline is about. */
export type Subject = {
  type: string
  id: number
  /** `deleted` can still be restored from the bin; `purged` is gone, and its values may not be shown any more. */
  state: 'present' | 'deleted' | 'purged'
  bizType?: string
  /** 1 administrators, 2 lawyers: the population of a person, whose sign-ins belong to the timeline. */
  population?: 1 | 2
}

const populations: Readonly<Record<string, 1 | 2>> = { admins: 1, lawyers: 2 }

/** A setting has the id of the firm in the log. Any other kind of record is shown to those who see the settings. */
const settingSubject = (context: Context, type: string, id = context.firmId): Subject => {
  if (scopeOfCaller(context, 'conf.view') === null) throw notFound()
  return { type, id, state: 'present' }
}

/** Within the scope in which the caller reads the log; the list of the log obeys the same. */
const isInLogScope = ({ caller, scope }: Context, organizationId: number) =>
  caller.population === 1 && (scope === 'all' || organizationId === caller.organizationId)

const stateOf = async (context: Context, { table, key, view, visible }: RecordKind, id: number) => {
  const scope = scopeOfCaller(context, view)
  if (scope === null) throw notFound()
  const [row] = await selectRows<{ organizationId: number; isDeleted: boolean; isVisible: boolean }>(
    context.db,
    {
      organizationId: table.organizationId,
      isDeleted: sql`${table.deletedAt} is not null`,
      isVisible: sql`(${visible({ ...context, scope })})`,
    },
    sql`from ${table} where ${and(eq(table.firmId, context.firmId), eq(key, id))}`,
  )
  if (row?.isVisible) return 'present'
  if (row?.isDeleted && isInLogScope(context, row.organizationId)) return 'deleted'
  if (row || context.caller.population === 2) throw notFound()
  return 'purged'
}

/** Finds what a timeline is about; throws 4040 if the caller may not see it. */
export const findSubject = async (
  context: Context,
  { type, id }: { type: string; id?: number | undefined },
): Promise<Subject> => {
  const kind = Object.hasOwn(recordKinds, type) ? recordKinds[type] : undefined
  if (!kind) return settingSubject(context, type, id)
  if (id === undefined) throw notFound()
  const population = populations[type]
  const bizType = bizTypes[type]
  return {
    type,
    id,
    state: await stateOf(context, kind, id),
    ...(bizType && { bizType }),
    ...(population && { population }),
  }
}
