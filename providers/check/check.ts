import { entities } from '../../resources/entities.ts'
import { additions as allAdditions, registry, resources } from '../../resources/index.ts'
import { type Call, fileAnswer, isPlainObject } from '../../resources/kit/index.ts'
import { answerOf } from '../backend/readAnswer.ts'
import { CallError } from '../envelope.ts'
import { callLine, type CheckSession } from './session.ts'
import type { BackendConnection } from './wire.ts'

/**
 * Result of one call. `differs` lists the places of its answer that are not as declared; `row` is its method and
 * path.
 */
export type CheckedCall = {
  name: string
  row: string
  isAddition: boolean
} & (
  | { result: 'served'; differs: readonly string[] }
  | { result: 'missing' | 'untried' }
  | { result: 'refused'; why: string }
)

type Row = Readonly<Record<string, unknown>>
/** The first record of each answered list, by the name of its group. */
type FirstRecords = Map<string, Row>

const groupOf = (name: string) => name.slice(0, name.lastIndexOf('.'))
const namedCalls: readonly (readonly [string, Call])[] = Object.entries(registry)

/** Every call once; some calls have two names. */
const distinct = [...new Map(namedCalls.map(([name, call]) => [callLine(call), { name, call }])).values()]

const seenValue = (seen: FirstRecords, group: string, name: string) => seen.get(group)?.[name]
/** Inputs of calls that need more than the id of a record of their own list. */
const inputs: Readonly<Record<string, (seen: FirstRecords) => Row>> = {
  'areas.city': () => ({ parentId: 0 }),
  'areas.cityList': seen => ({ provinceCode: seenValue(seen, 'areas.provinceList', 'code') }),
  'areas.districtList': seen => ({ cityCode: seenValue(seen, 'areas.cityList', 'code') }),
  'areas.areaById': seen => ({ code: seenValue(seen, 'areas.districtList', 'code') }),
  'firm.firmInfo': () => ({ id: 1 }),
  'registration.checkMobile': () => ({ mobile: '13700000000' }),
  'uploads.ossSign': () => ({ scene: 'card', filename: 'a.png', size: 1000, mime: 'image/png' }),
  'articles.getUserList': seen => ({ lawyerId: seenValue(seen, 'lawyers', 'id') }),
  'articles.draft': () => ({ kind: 1 }),
  'logs.msg.count': () => ({ status: 0 }),
}

/** The input of a call; null if no suitable value is known. */
const inputFor = (name: string, call: Call, seen: FirstRecords): Row | null => {
  const key = entities.find(it => it.name === groupOf(name))?.id ?? 'id'
  const record = seen.get(groupOf(name))
  const input =
    inputs[name]?.(seen) ??
    (call.path.includes('{') || !call.input.safeParse({}).success ? { [key]: record?.[key] } : {})
  return call.input.safeParse(input).success ? input : null
}

/** Whether the error means that the back-end does not serve the call. */
export const isMissing = ({ code, httpStatus }: CallError) =>
  ['404', '405', '-99'].includes(code) || httpStatus === 404 || httpStatus === 405

/** Makes one call and compares its answer with the declaration. */
const tryCall = async (
  wire: BackendConnection,
  { name, call }: (typeof distinct)[number],
  firstRecords: FirstRecords,
): Promise<CheckedCall> => {
  const result = { name, row: callLine(call), isAddition: call.isAddition }
  const input = inputFor(name, call, firstRecords)
  if (!input) return { ...result, result: 'untried' }
  try {
    const differs = new Set<string>()
    const answer = answerOf(call, await wire.call(name, input), input, path => differs.add(path || '(data)'))
    const rows = isPlainObject(answer) ? answer['records'] : answer
    const first: unknown = Array.isArray(rows) ? rows[0] : undefined
    if (isPlainObject(first)) {
      firstRecords.set(name, first)
      if (!firstRecords.has(groupOf(name))) firstRecords.set(groupOf(name), first)
    }
    return { ...result, result: 'served', differs: [...differs] }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isMissing(error)
      ? { ...result, result: 'missing' }
      : { ...result, result: 'refused', why: `${error.code} ${error.message}` }
  }
}

/** Lists are called first, since their records provide the ids for other calls. */
const rank = ({ call }: (typeof distinct)[number]) => (call.filters ? 0 : call.path.includes('{') ? 2 : 1)

/** Tries every reading call that the user may make, one after another; nothing is written. */
export const checkReads = async (session: CheckSession): Promise<CheckedCall[]> => {
  const { wire, may, isServed } = session
  const wanted = distinct
    // A file is no answer that could be compared with a declaration.
    .filter(({ call }) => call.method === 'GET' && !call.writes && call.output !== fileAnswer && may(call))
    .toSorted((one, other) => rank(one) - rank(other))
  const firstRecords: FirstRecords = new Map()
  const findings: CheckedCall[] = []
  for (const each of wanted) {
    const { name, call } = each
    findings.push(
      isServed(call)
        ? await tryCall(wire, each, firstRecords)
        : { name, row: callLine(call), isAddition: true, result: 'missing' },
    )
  }
  return findings
}

/** The lists and records of the specification that the back-end does not serve; without them screens stay empty. */
export const missingMainCalls = (findings: readonly CheckedCall[]) => {
  const main = new Set(
    resources.flatMap(({ name, crud }) =>
      [crud.list, crud.one].flatMap(key => (key ? [`${name}.${key}`] : [])),
    ),
  )
  return findings.filter(
    it => main.has(it.name) && !it.isAddition && it.result !== 'served' && it.result !== 'untried',
  )
}

/** The number of additional calls. */
export const additionCount = allAdditions.length
