import { type Call, isPlainObject } from '../../resources/kit/index.ts'
import { isSwitchedOn } from '../../resources/domain/permissions.ts'
import { registry, resources } from '../../resources/index.ts'
import { CallError } from '../envelope.ts'
import { isMissing } from './check.ts'
import { callLine, type CheckSession, type CheckStep } from './session.ts'

const featureOf = (name: string) =>
  resources.find(it => it.name === name.slice(0, name.lastIndexOf('.')))?.feature

/** The expected error code of a call; null if the user may make it. */
const refusalOf = (name: string, call: Call, { may, access }: CheckSession) => {
  if (!may(call)) return '4030'
  const { user, switches } = access
  return isSwitchedOn(call, featureOf(name), user.userType, switches) ? null : '4031'
}

/** An input for the call; the id 1 stands for any record, whether or not it exists. */
const inputFor = ({ input }: Call) => {
  const shape: unknown = 'shape' in input ? input.shape : {}
  const allNames = Object.fromEntries(Object.keys(isPlainObject(shape) ? shape : {}).map(name => [name, 1]))
  return [{}, allNames].find(it => input.safeParse(it).success)
}

const expectRefusal = async (
  { wire }: CheckSession,
  name: string,
  input: object,
  code: string,
): Promise<CheckStep> => {
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

/** Checks that reading calls are refused to users without the right, and where their feature is off. */
export const checkRefusals = async (session: CheckSession): Promise<CheckStep[]> => {
  const calls = new Map<string, readonly [string, Call]>(
    Object.entries<Call>(registry).map(it => [callLine(it[1]), it]),
  )
  const steps: CheckStep[] = []
  for (const [name, call] of calls.values()) {
    const code = refusalOf(name, call, session)
    if (code === null || call.method !== 'GET' || call.writes || !session.isServed(call)) continue
    const input = inputFor(call)
    steps.push(
      input
        ? await expectRefusal(session, name, input, code)
        : { name, result: 'skipped', why: '没有可以查询的内容' },
    )
  }
  return steps
}
