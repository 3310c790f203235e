import type { z } from 'zod'

import type { Call, Calls, Who } from '../../resources/kit/index.ts'
import type { Caller, Context } from './context.ts'

export type ContextFor<W extends Who> = W extends 'public' ? Context<Caller | null> : Context
type Handler<C extends Call> = (
  input: z.output<C['input']>,
  context: ContextFor<C['who']>,
) => Promise<z.input<C['output']>>

/** A handler that opens its own transactions, because what it counts must outlive its refusal. */
export type OwnTransaction<H> = { ownTransaction: H }
export const ownTransaction = <H>(handler: H): OwnTransaction<H> => ({ ownTransaction: handler })

/** One handler for each call, no more and no fewer: the compiler counts them. */
export type Handlers<C extends Calls> = { [K in keyof C]: Handler<C[K]> | OwnTransaction<Handler<C[K]>> }
