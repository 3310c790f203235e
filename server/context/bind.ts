import type { AnyResource, Calls } from '../../resources/kit/index.ts'
import type { Handlers, OwnTransaction } from './handlers.ts'
import {
  type AnyListing,
  type BoundCall,
  requireEngineTransaction,
  type Lookup,
  type UntypedHandler,
} from './checks.ts'

type DeclaredHandler =
  | (UntypedHandler & Pick<BoundCall, 'batch'>)
  | OwnTransaction<UntypedHandler>
  | AnyListing

/** The calls of one resource with their handlers, ready to be mounted. */
export const bindHandlers = <C extends Calls>(
  { name, calls, feature }: { name: string; calls: C; feature?: AnyResource['feature'] },
  handlers: NoInfer<Handlers<C>>,
  lookUp?: Lookup,
): BoundCall[] =>
  Object.entries(calls).map(([key, call]) => {
    const handler = handlers[key] as DeclaredHandler
    const bound = {
      name: `${name}.${key}`,
      call,
      feature,
      ...(lookUp && { lookUp }),
      ...((call.isCount || call.filters) && { isList: true as const }),
    }
    if (typeof handler === 'function')
      return {
        ...bound,
        handle: handler,
        isOutside: false,
        ...(handler.batch && { batch: handler.batch }),
      }
    if ('page' in handler) return { ...bound, handle: handler.page, isOutside: false, listing: handler }
    requireEngineTransaction(bound.name, call)
    return { ...bound, handle: handler.ownTransaction, isOutside: true }
  })
