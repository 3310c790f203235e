import { type Capability, isCapability } from '../../../resources/domain/rights.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { registry } from '../../../resources/index.ts'

/** The declared calls that a language model's program may propose, each with its full name. */
export const proposableCalls = Object.entries<Call>(registry).filter(([, call]) => call.isProposable)

/** The rights to these calls, each with the names of its calls. */
export const proposableByRight: ReadonlyMap<Capability, readonly string[]> = new Map(
  [...Map.groupBy(proposableCalls, ([, { who }]) => who)].flatMap(([who, calls]) =>
    isCapability(who) ? [[who, calls.map(([name]) => name)] as const] : [],
  ),
)
