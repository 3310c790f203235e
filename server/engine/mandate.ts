import type { Call } from '../../resources/kit/index.ts'
import { ApiError, invalid, viewRefusal } from '../context/apiError.ts'
import type { Caller } from '../context/context.ts'
import type { Db } from '../db/connection/open.ts'
import { lawyerInPlace } from '../services/mandates/acting.ts'
import type { CallerState } from './caller.ts'
import type { IncomingRequest } from './request.ts'

type Incoming = Pick<IncomingRequest, 'texts' | 'body' | 'now'>

const mandateIdOf = ({ texts, body }: Incoming) => {
  const given = body['mandateId'] ?? texts['mandateId']
  if (given === undefined) return null
  const mandateId = Number(given)
  if (!Number.isSafeInteger(mandateId) || mandateId < 1) throw invalid({ mandateId: '编号不正确' })
  return mandateId
}

/**
 * The caller of a call: the lawyer with the rights of the mandate where the input names one, otherwise who has signed in.
 * It is looked up in the transaction of the call, so that an ended mandate is refused by the next one. A call that is not
 * for assistants refuses the unknown input.
 */
export const callerUnderMandate = async (
  db: Db,
  state: CallerState<Caller>,
  incoming: Incoming,
  call: Pick<Call, 'isByMandate'>,
): Promise<CallerState<Caller>> => {
  const mandateId = call.isByMandate ? mandateIdOf(incoming) : null
  if (mandateId === null) return state
  const { caller, switches } = state
  if (caller.view) throw viewRefusal()
  if (caller.apiToken)
    throw new ApiError('4030', '接口令牌不能代办名片，请登录后操作', { need: 'mandate', scope: null })
  return { ...state, caller: await lawyerInPlace(db, { caller, switches, now: incoming.now }, mandateId) }
}
