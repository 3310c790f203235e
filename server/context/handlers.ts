import type { z } from 'zod'

import type { Call, Calls, Filters, OptionCount, Who } from '../../resources/kit/index.ts'
import type { Caller, Context } from './context.ts'

export type ContextFor<W extends Who> = W extends 'public' ? Context<Caller | null> : Context
type Handler<C extends Call> = (
  input: z.output<C['input']>,
  context: ContextFor<C['who']>,
) => Promise<z.input<C['output']>>

/** A handler that opens its own transactions, because what it counts must outlive its refusal. */
export type OwnTransaction<H> = { ownTransaction: H }
export const ownTransaction = <H>(handler: H): OwnTransaction<H> => ({ ownTransaction: handler })

/** A list is answered page by page; as a file it is read by its ids, a few rows at a time. */
type Listing<C extends Call> = {
  page: Handler<C>
  /** Of all rows asked for, in their order, but no more than `most`. */
  ids: (
    query: Partial<z.output<C['input']>>,
    context: ContextFor<C['who']>,
    most: number,
  ) => Promise<number[]>
  /** How many rows each option of one filter would leave, under the other filters of the query. */
  optionCounts?: (
    query: Partial<z.output<C['input']>>,
    context: ContextFor<C['who']>,
    filter: string,
  ) => Promise<OptionCount[] | null>
  /** Rows with what a file says of them besides, or in other words than the page. */
  inFile?: (
    rows: readonly z.input<ListedRow<C>>[],
    context: ContextFor<C['who']>,
  ) => Promise<Readonly<Record<string, unknown>>[]>
}

/** The schema of one row of a list. */
type ListedRow<C extends Call> =
  C['output'] extends z.ZodObject<{ records: z.ZodArray<infer R extends z.ZodType> }> ? R : never

/** One handler for each call, no more and no fewer: the compiler counts them. */
export type Handlers<C extends Calls> = {
  [K in keyof C]: C[K] extends { filters: Filters }
    ? Listing<C[K]>
    : Handler<C[K]> | OwnTransaction<Handler<C[K]>>
}
