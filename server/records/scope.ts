import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { actorOf } from '../context/actor.ts'
import type { Context } from '../context/context.ts'

// Promise Q17 (server/promises.md).

type Columns = {
  firm: PgColumn
  office?: PgColumn
  /** The column that holds the lawyer a row is about; a condition where a row is about several. */
  lawyer?: PgColumn | ((lawyerId: number) => SQL)
  /** The column that holds `population:id` of the row's author. */
  author?: PgColumn
}

const needed = <C>(column: C | undefined, scope: string): C => {
  if (!column) throw new Error(`The scope ${scope} has no column here`)
  return column
}

const isAbout = (lawyer: NonNullable<Columns['lawyer']>, id: number) =>
  typeof lawyer === 'function' ? lawyer(id) : eq(lawyer, id)

/**
 * The one place where a query is narrowed to what the caller may reach. Always a condition, never undefined; a scope
 * that the table cannot express throws instead of showing everything.
 */
export const scopeCondition = ({ caller, firmId, scope }: Context, columns: Columns): SQL => {
  const ofFirm = eq(columns.firm, firmId)
  const ofOffice = () => eq(needed(columns.office, scope), caller.organizationId)
  const reach = {
    all: () => sql`true`,
    office: ofOffice,
    own: () => and(ofOffice(), eq(needed(columns.author, scope), actorOf(caller)))!,
    self: () =>
      caller.population === 2
        ? isAbout(needed(columns.lawyer, scope), caller.id)
        : eq(needed(columns.author, scope), actorOf(caller)),
  }
  return and(ofFirm, reach[scope]())!
}
