import { demandsOf, isCapability } from '../../resources/domain/rights.ts'
import { type Call, firstCharacters } from '../../resources/kit/index.ts'
import { programRefusal } from '../context/apiError.ts'
import type { Caller } from '../context/context.ts'

// A program that calls with an API token (接口令牌) makes the calls that a capability opens, and no others: what
// everybody who is signed in may do, such as changing the own password, belongs to a person.

type Program = Pick<Caller, 'apiToken'>

/** Throws where a program must not make this call, whatever its capabilities. */
export const refuseProgram = (caller: Program | null, { who }: Call) => {
  if (!caller?.apiToken || (isCapability(who) && !demandsOf(who).needsPassword)) return
  throw programRefusal(who)
}

/** The client as the log names it: for a program the token, and what the program calls itself. */
export const clientOf = (caller: Program | null, device: string) =>
  caller?.apiToken ? firstCharacters(`接口令牌【${caller.apiToken.name}】${device}`, 200) : device
