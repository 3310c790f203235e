import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Calls, Crud, Entity, Names } from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import type { Selection } from '../db/lists/select.ts'
import type { FilterConditions } from './conditions.ts'

/** A table of the firm whose rows say who made and last changed them. */
export type PlainTable = PgTable & Record<'firmId' | 'version' | 'updatedAt' | 'updatedByName', PgColumn>

/** What of a declaration its answers follow from. */
export type Declared = Pick<
  Entity,
  | 'name'
  | 'title'
  | 'id'
  | 'label'
  | 'sort'
  | 'unique'
  | 'searched'
  | 'logModule'
  | 'fields'
  | 'initial'
  | 'imports'
> & { crud: Crud; calls: Calls; choices?: string }

/** What an entity adds to its declaration and its table. */
export type CommonRules<Row> = {
  /** The order of a list that nobody sorted; that of the declaration where absent. */
  order?: readonly SQL[]
  /** Which rows are offered as choices. */
  offered?: (context: Context) => SQL
  /** Refuses what only a query can refuse; answers the names of what the log should name. */
  check?: (context: Context, input: Partial<Row>, current: Row | null) => Promise<Names>
  /** Updates the rows of other tables that depend on the changed one. */
  changed?: (context: Context, before: Row, after: Row) => Promise<void>
  /** Where rows of other tables name one of these: how many they are, in words, and how another takes their place. */
  uses?: {
    /** The noun for one such record in sentences; the resource's label when absent. */
    noun?: string
    count: (context: Context, row: Row) => Promise<{ refs: { type: string; count: number }[]; words: string }>
    move: (context: Context, from: Row, to: Row) => Promise<void>
  }
}

/** Values by the names of fields. */
export type FieldValues = Record<string, unknown>

/** The same with columns, sorts and conditions by the names of fields; `crudOf` checks them against the declaration. */
export type CrudRules = CommonRules<FieldValues> & {
  table: PlainTable
  columns?: Selection
  sorts?: Selection
  conditions?: FilterConditions<Context>
}
