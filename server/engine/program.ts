import { type Capability, demandsOf, isCapability } from '../../resources/domain/rights.ts'
import { type Call, firstCharacters } from '../../resources/kit/index.ts'
import { ApiError, programRefusal } from '../context/apiError.ts'
import type { Caller } from '../context/context.ts'

// A program that calls with an API token (接口令牌) makes the calls that a capability opens, and no others: what
// everybody who is signed in may do, such as changing the own password, belongs to a person.

type Program = Pick<Caller, 'apiToken'>

/** A call that a capability opens. */
type OpenedCall = Call & { who: Capability }

/** Whether a program may ever make this call. */
const isForPrograms = (call: Call): call is OpenedCall =>
  isCapability(call.who) && !demandsOf(call.who).needsPassword

/**
 * Whether a language model's program may ever make this call: it reads, and changes nothing. A call that logs that a value was
 * revealed on request reads; no token has the right to reveal one.
 */
export const isForAgents = (call: Call): call is OpenedCall =>
  isForPrograms(call) && call.method === 'GET' && (!call.writes || call.reveals === 'onRequest')

/** Whether a language model's program may ever propose this call, which only a person makes (services/proposals). */
export const isForProposals = (call: Call): call is OpenedCall =>
  isForPrograms(call) && call.isProposable === true

/** A token for agents works by the Model Context Protocol alone, and no other token does. */
const refuseAgent = (
  { agent, mayPropose }: NonNullable<Program['apiToken']>,
  call: Call,
  isByAgent: boolean,
) => {
  if ((agent !== 'none') !== isByAgent)
    throw new ApiError('4030', isByAgent ? '该令牌不供智能体使用' : '该令牌只供智能体通过 MCP 使用')
  if (agent === 'refused') throw new ApiError('4030', '本所没有开放智能体接入，请联系管理员')
  if (isByAgent && !isForAgents(call) && !(mayPropose && isForProposals(call))) throw programRefusal(call.who)
}

/** A token for a directory works by SCIM alone, and no other token does. */
const refuseDirectory = (isForDirectory: boolean, isByDirectory: boolean) => {
  if (isForDirectory !== isByDirectory)
    throw new ApiError(
      '4030',
      isByDirectory ? '该令牌不供通讯录同步（SCIM）使用' : '该令牌只供通讯录同步（SCIM）使用',
    )
}

/** Throws where a program must not make this call, whatever its capabilities. */
export const refuseProgram = (
  caller: Program | null,
  call: Call,
  { isByAgent, isByDirectory }: { isByAgent: boolean; isByDirectory: boolean },
) => {
  if (!caller?.apiToken) {
    if (isByDirectory) refuseDirectory(false, true)
    return
  }
  if (!isForPrograms(call)) throw programRefusal(call.who)
  refuseDirectory(caller.apiToken.isForDirectory, isByDirectory)
  refuseAgent(caller.apiToken, call, isByAgent)
}

/** The client as the log names it: for a program the token, and what the program calls itself. */
export const clientOf = (caller: Program | null, device: string) => {
  if (!caller?.apiToken) return device
  const { name, agent, isForDirectory } = caller.apiToken
  const program = agent === 'none' ? `接口令牌【${name}】${device}` : `智能体令牌【${name}】${device}`
  return firstCharacters(isForDirectory ? `通讯录令牌【${name}】${device}` : program, 200)
}
