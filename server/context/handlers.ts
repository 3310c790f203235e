import type { z } from 'zod'

import type { Call, Calls, Filters, OptionCount, Who } from '../../resources/kit/index.ts'
import type { Caller, Context } from './context.ts'

export type ContextFor<W extends Who> = W extends 'public' ? Context<Caller | null> : Context
type Handler<C extends Call> = (
  input: z.output<C['input']>,
  context: ContextFor<C['who']>,
) => Promise<z.input<C['output']>>

/** A handler that opens its own transactions, because what it counts must be stored even when it refuses. */
export type OwnTransaction<H> = { ownTransaction: H }
export const ownTransaction = <H>(handler: H): OwnTransaction<H> => ({ ownTransaction: handler })

/** A row of a list at one moment. */
export type FrozenRow = { id: number; version: number | null; name: string }

/** The handlers of a list: pages for the screen; ids and rows in batches for exports. */
type Listing<C extends Call> = {
  page: Handler<C>
  /** The ids of all matching rows, in their order, at most `most` of them. */
  ids: (
    query: Partial<z.output<C['input']>>,
    context: ContextFor<C['who']>,
    most: number,
  ) => Promise<number[]>
  /** The same with the version of each row and the value of the column `title`; for actions on all rows. */
  frozen?: (
    query: Partial<z.output<C['input']>>,
    context: ContextFor<C['who']>,
    most: number,
    title: string,
  ) => Promise<FrozenRow[]>
  /** The number of rows that each option of one filter would leave, under the other filters of the query. */
  optionCounts?: (
    query: Partial<z.output<C['input']>>,
    context: ContextFor<C['who']>,
    filter: string,
  ) => Promise<OptionCount[] | null>
  /** Rows with the additional or differently worded values that an export shows. */
  inFile?: (
    rows: readonly z.input<ListedRow<C>>[],
    context: ContextFor<C['who']>,
  ) => Promise<Readonly<Record<string, unknown>>[]>
}

/** The schema of one row of a list. */
type ListedRow<C extends Call> =
  C['output'] extends z.ZodObject<{ records: z.ZodArray<infer R extends z.ZodType> }> ? R : never

/** Exactly one handler for each call; the compiler refuses missing and extra ones. */
export type Handlers<C extends Calls> = {
  [K in keyof C]: C[K] extends { filters: Filters }
    ? Listing<C[K]>
    : Handler<C[K]> | OwnTransaction<Handler<C[K]>>
}
