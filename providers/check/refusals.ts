import { type Call, isPlain } from '../../resources/kit/index.ts'
import { isSwitchedOn } from '../../resources/domain/permissions.ts'
import { registry, resources } from '../../resources/index.ts'
import { CallError } from '../envelope.ts'
import { isMissing } from './check.ts'
import { rowOf, type Session, type Step } from './session.ts'

const featureOf = (name: string) =>
  resources.find(it => it.name === name.slice(0, name.lastIndexOf('.')))?.feature

/** The code that a call is refused with; null where this person may make it. */
const refusalOf = (name: string, call: Call, { may, access }: Session) => {
  if (!may(call)) return '4030'
  const { user, switches } = access
  return isSwitchedOn(call, featureOf(name), user.userType, switches) ? null : '4031'
}

/** What is asked: of a record the first, whether there is one or not. */
const inputFor = ({ input }: Call) => {
  const shape: unknown = 'shape' in input ? input.shape : {}
  const whole = Object.fromEntries(Object.keys(isPlain(shape) ? shape : {}).map(name => [name, 1]))
  return [{}, whole].find(it => input.safeParse(it).success)
}

const refused = async ({ wire }: Session, name: string, input: object, code: string): Promise<Step> => {
  try {
    await wire.call(name, input)
    return { name, result: 'failed', why: `没有被拒绝，应为 ${code}` }
  } catch (error) {
    if (!(error instanceof CallError)) return { name, result: 'skipped', why: String(error) }
    if (error.code === code) return { name, result: 'done' }
    return isMissing(error)
      ? { name, result: 'skipped', why: '未提供' }
      : { name, result: 'failed', why: `应为 ${code}，而是 ${error.code} ${error.message}` }
  }
}

/** Whether what only reads is refused to whom it is not for, and where its feature is off. */
export const checkRefusals = async (session: Session): Promise<Step[]> => {
  const calls = new Map<string, readonly [string, Call]>(
    Object.entries<Call>(registry).map(it => [rowOf(it[1]), it]),
  )
  const steps: Step[] = []
  for (const [name, call] of calls.values()) {
    const code = refusalOf(name, call, session)
    if (code === null || call.method !== 'GET' || call.writes || !session.isServed(call)) continue
    const input = inputFor(call)
    steps.push(
      input
        ? await refused(session, name, input, code)
        : { name, result: 'skipped', why: '没有可以查询的内容' },
    )
  }
  return steps
}
