import { entities } from '../../resources/entities.ts'
import { additions as allAdditions, registry, resources } from '../../resources/index.ts'
import { type Call, isPlain } from '../../resources/kit/index.ts'
import { answerOf } from '../backend/readAnswer.ts'
import { CallError } from '../envelope.ts'
import { rowOf, type Session } from './session.ts'
import type { Wire } from './wire.ts'

/** What came of one call; `differs` are the places of its answer that are not as declared. */
export type Finding = {
  name: string
  row: string
  isAddition: boolean
} & (
  | { result: 'served'; differs: readonly string[] }
  | { result: 'missing' | 'untried' }
  | { result: 'refused'; why: string }
)

type Row = Readonly<Record<string, unknown>>
/** The first record that a list answered, by the name of its group. */
type Seen = Map<string, Row>

const groupOf = (name: string) => name.slice(0, name.lastIndexOf('.'))
const namedCalls: readonly (readonly [string, Call])[] = Object.entries(registry)

/** Each once: a call shown under two names is one call. */
const distinct = [...new Map(namedCalls.map(([name, call]) => [rowOf(call), { name, call }])).values()]

const of = (seen: Seen, group: string, name: string) => seen.get(group)?.[name]
/** What a call needs that is not the id of a record of its own list. */
const inputs: Readonly<Record<string, (seen: Seen) => Row>> = {
  'areas.city': () => ({ parentId: 0 }),
  'areas.cityList': seen => ({ provinceCode: of(seen, 'areas.provinceList', 'code') }),
  'areas.districtList': seen => ({ cityCode: of(seen, 'areas.cityList', 'code') }),
  'areas.areaById': seen => ({ code: of(seen, 'areas.districtList', 'code') }),
  'firm.firmInfo': () => ({ id: 1 }),
  'registration.checkMobile': () => ({ mobile: '13700000000' }),
  'uploads.ossSign': () => ({ scene: 'card', filename: 'a.png', size: 1000, mime: 'image/png' }),
  'articles.getUserList': seen => ({ lawyerId: of(seen, 'lawyers', 'id') }),
  'articles.draft': () => ({ kind: 1 }),
  'logs.msg.count': () => ({ status: 0 }),
}

/** What is sent so that a call answers; null where nothing is known that it could be asked for. */
const inputFor = (name: string, call: Call, seen: Seen): Row | null => {
  const key = entities.find(it => it.name === groupOf(name))?.id ?? 'id'
  const record = seen.get(groupOf(name))
  const input =
    inputs[name]?.(seen) ??
    (call.path.includes('{') || !call.input.safeParse({}).success ? { [key]: record?.[key] } : {})
  return call.input.safeParse(input).success ? input : null
}

/** Whether the error says that the back-end does not serve the call. */
export const isMissing = ({ code, httpStatus }: CallError) =>
  ['404', '405', '-99'].includes(code) || httpStatus === 404 || httpStatus === 405

/** Makes one call, and says how its answer is not as declared. */
const tryCall = async (
  wire: Wire,
  { name, call }: (typeof distinct)[number],
  seen: Seen,
): Promise<Finding> => {
  const about = { name, row: rowOf(call), isAddition: call.isAddition }
  const input = inputFor(name, call, seen)
  if (!input) return { ...about, result: 'untried' }
  try {
    const differs = new Set<string>()
    const answer = answerOf(call, await wire.call(name, input), input, path => differs.add(path || '(data)'))
    const rows = isPlain(answer) ? answer['records'] : answer
    const first: unknown = Array.isArray(rows) ? rows[0] : undefined
    if (isPlain(first)) {
      seen.set(name, first)
      if (!seen.has(groupOf(name))) seen.set(groupOf(name), first)
    }
    return { ...about, result: 'served', differs: [...differs] }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return isMissing(error)
      ? { ...about, result: 'missing' }
      : { ...about, result: 'refused', why: `${error.code} ${error.message}` }
  }
}

/** Lists first: what they answer is then asked for one by one. */
const rank = ({ call }: (typeof distinct)[number]) => (call.filters ? 0 : call.path.includes('{') ? 2 : 1)

/** Every call that only reads and that this person may make, tried one after another; nothing is written. */
export const checkReads = async (session: Session): Promise<Finding[]> => {
  const { wire, may, isServed } = session
  const wanted = distinct
    .filter(({ call }) => call.method === 'GET' && !call.writes && may(call))
    .toSorted((one, other) => rank(one) - rank(other))
  const seen: Seen = new Map()
  const findings: Finding[] = []
  for (const each of wanted) {
    const { name, call } = each
    findings.push(
      isServed(call)
        ? await tryCall(wire, each, seen)
        : { name, row: rowOf(call), isAddition: true, result: 'missing' },
    )
  }
  return findings
}

/** The lists and records of the specification, without which a screen has nothing to show. */
export const missingMainCalls = (findings: readonly Finding[]) => {
  const main = new Set(
    resources.flatMap(({ name, crud }) =>
      [crud.list, crud.one].flatMap(key => (key ? [`${name}.${key}`] : [])),
    ),
  )
  return findings.filter(
    it => main.has(it.name) && !it.isAddition && it.result !== 'served' && it.result !== 'untried',
  )
}

/** How many calls go beyond the customer’s specification. */
export const additionCount = allAdditions.length
