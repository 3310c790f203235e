import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import { actorOf } from '../context/actor.ts'
import type { Context } from '../context/context.ts'

type Columns = {
  firm: PgColumn
  office?: PgColumn
  /** The column with the lawyer that a row is about; a condition where a row is about several. */
  lawyer?: PgColumn | ((lawyerId: number) => SQL)
  /** The column that holds `population:id` of the row's author. */
  author?: PgColumn
}

const requireColumn = <C>(column: C | undefined, scope: string): C => {
  if (!column) throw new Error(`The scope ${scope} has no column here`)
  return column
}

const isAboutLawyer = (lawyer: NonNullable<Columns['lawyer']>, id: number) =>
  typeof lawyer === 'function' ? lawyer(id) : eq(lawyer, id)

/**
 * The one place where a query is narrowed to the caller's scope. It always returns a condition; a scope that
 * the table cannot express throws instead of showing everything.
 */
export const scopeCondition = ({ caller, firmId, scope }: Context, columns: Columns): SQL => {
  const isOfFirm = eq(columns.firm, firmId)
  const isOfOffice = () => eq(requireColumn(columns.office, scope), caller.organizationId)
  const scopeConditions = {
    all: () => sql`true`,
    office: isOfOffice,
    own: () => and(isOfOffice(), eq(requireColumn(columns.author, scope), actorOf(caller)))!,
    self: () =>
      caller.population === 2
        ? isAboutLawyer(requireColumn(columns.lawyer, scope), caller.id)
        : eq(requireColumn(columns.author, scope), actorOf(caller)),
  }
  return and(isOfFirm, scopeConditions[scope]())!
}
