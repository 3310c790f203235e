import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Calls, Crud, Entity, ReferenceNames } from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import type { SelectionOf } from '../db/lists/select.ts'
import type { FilterConditions } from './conditions.ts'

/** A table of the firm whose rows say who created and last changed them. */
export type PlainTable = PgTable & Record<'firmId' | 'version' | 'updatedAt' | 'updatedByName', PgColumn>

/** The parts of a declaration from which its handlers are derived. */
export type DeclaredEntity = Pick<
  Entity,
  | 'name'
  | 'title'
  | 'id'
  | 'label'
  | 'sort'
  | 'unique'
  | 'uniqueTogether'
  | 'searchFields'
  | 'logModule'
  | 'fields'
  | 'initial'
  | 'imports'
> & { crud: Crud; calls: Calls; choices?: string }

/** The rules that an entity adds to its declaration and its table. */
export type CommonRules<Row> = {
  /** The order of a list without requested sorting; the declaration's order where absent. */
  order?: readonly SQL[]
  /** Condition for the rows that are offered as choices. */
  offered?: (context: Context) => SQL
  /** Refuses input that only a query can refuse; answers display names for the log. */
  check?: (context: Context, input: Partial<Row>, current: Row | null) => Promise<ReferenceNames>
  /** Updates the rows of other tables that depend on the changed one. */
  changed?: (context: Context, before: Row, after: Row) => Promise<void>
  /**
   * For entities that other tables refer to: counts these references, describes them in words, and moves them
   * to another record.
   */
  uses?: {
    /** The noun for one such record in sentences; the resource's label when absent. */
    noun?: string
    count: (context: Context, row: Row) => Promise<{ refs: { type: string; count: number }[]; words: string }>
    move: (context: Context, from: Row, to: Row) => Promise<void>
  }
}

/** Values by field name. */
export type FieldValues = Record<string, unknown>

/** Rules with columns, sorts and conditions by field name; `crudOf` checks them against the declaration. */
export type CrudRules = CommonRules<FieldValues> & {
  table: PlainTable
  columns?: SelectionOf<Context>
  sorts?: SelectionOf<Context>
  conditions?: FilterConditions<Context>
}
