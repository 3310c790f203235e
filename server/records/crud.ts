import type { z } from 'zod'

import type { AnyEntity, Crud } from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../context/handlers.ts'
import type { ColumnsOf, ComputedColumns } from './columns.ts'
import type { Conditions } from './conditions.ts'
import { createHandlersOf } from './crudCreate.ts'
import { batchOf } from './crudBatch.ts'
import { readHandlersOf, plainRows } from './crudRead.ts'
import type { CommonRules, CrudRules, DeclaredEntity, PlainTable } from './crudRules.ts'
import { removeHandlerOf, pinHandlerOf, updateHandlerOf } from './crudWrite.ts'
import type { SortExpressions } from './list.ts'

/** The names of the calls that answer react-admin's verbs, and of the choices. */
type PlainCall<R extends DeclaredEntity> = Extract<
  R['crud'][keyof R['crud']] | NonNullable<R['choices']>,
  keyof R['calls'] & string
>
type CallOf<R extends DeclaredEntity, V extends keyof Crud> = R['calls'][Extract<
  R['crud'][V],
  keyof R['calls']
>]

type Element<O> =
  O extends z.ZodArray<infer R> ? R : O extends z.ZodObject<{ records: z.ZodArray<infer R> }> ? R : O
type AnswerRow<C> = C extends { output: infer O extends z.ZodType }
  ? z.input<Extract<Element<O>, z.ZodType>>
  : never
/** The row that a list or a single record of the entity answers. */
type AnyRow<R extends DeclaredEntity> = AnswerRow<CallOf<R, 'one'>> & AnswerRow<CallOf<R, 'list'>>

type FiltersOf<R extends DeclaredEntity> = CallOf<R, 'list'> extends { filters: infer FS } ? FS : object
type SortableOf<R extends DeclaredEntity> =
  CallOf<R, 'list'> extends { sortable: readonly (infer S extends string)[] } ? S : never

type ByContext<V> = V | ((context: Context) => V)
type RequiredUnlessEmpty<K extends string, V> = object extends V ? { [P in K]?: V } : { [P in K]: V }

/**
 * The parts that an entity adds by hand. Fields, sorts and filters that the table cannot answer are required.
 */
type Rules<R extends DeclaredEntity, T extends PlainTable> = CommonRules<T['$inferSelect']> & {
  table: T
} & RequiredUnlessEmpty<'columns', ByContext<ComputedColumns<AnyRow<R>, T>>> &
  RequiredUnlessEmpty<'sorts', ByContext<SortExpressions<SortableOf<R>, T>>> &
  RequiredUnlessEmpty<
    'conditions',
    Conditions<Extract<FiltersOf<R>, AnyEntity['filters']>, ColumnsOf<T>, Context>
  >

/**
 * The handlers of a plain entity: list, one, create, update, remove and choices follow from its declaration
 * and its table, with rights, scope, version, log and validation as everywhere.
 */
export const crudOf = <R extends DeclaredEntity, T extends PlainTable>(
  resource: R,
  customRules: Rules<R, T>,
) => {
  if (resource.logModule === undefined) throw new Error(`${resource.name} has no log module`)
  const rules: CrudRules = customRules as unknown as CrudRules
  const { crud, choices } = resource as DeclaredEntity
  const rows = plainRows(resource, rules.table)
  const reading = readHandlersOf(resource, rules, rows)
  const { prepare, insert, create } = createHandlersOf(resource, rules, rows)
  const verbs: Record<keyof Crud, unknown> = {
    list: reading.list,
    one: reading.one,
    // The create handler carries the functions of the import (server/routes/imports/kinds.ts).
    create: resource.imports
      ? Object.assign(create, { batch: batchOf(resource, rules, rows, { prepare, insert }) })
      : create,
    update: updateHandlerOf(resource, rules, rows),
    remove: removeHandlerOf(resource, rules, rows),
  }
  const handlers = Object.fromEntries([
    ...(choices ? [[choices, reading.choices]] : []),
    ...Object.entries(crud).map(([verb, name]) => [name, verbs[verb as keyof Crud]]),
  ]) as Pick<Handlers<R['calls']>, PlainCall<R>>
  return {
    handlers,
    top: pinHandlerOf(resource, rules, rows) as (
      input: { to?: 0 | 1 | undefined },
      context: Context,
    ) => Promise<{ isTop: 0 | 1 }>,
  }
}

/** The handlers of a plain entity without custom rules; throws where a call answers none of the verbs. */
export const plainHandlers = <R extends DeclaredEntity>(
  resource: R,
  table: PlainTable,
): Handlers<R['calls']> => {
  const { handlers } = crudOf(resource, { table } as never)
  const unanswered = Object.keys(resource.calls).filter(name => !Object.hasOwn(handlers, name))
  if (unanswered.length > 0) throw new Error(`${resource.name}: nothing answers ${unanswered.join()}`)
  return handlers as Handlers<R['calls']>
}
