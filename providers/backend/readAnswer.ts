import { asNumber, asRecord, type Call, isPlain, type OutputOf } from '../../resources/kit/index.ts'
import { callNamed, type registry } from '../../resources/index.ts'
import { CallError, notFound } from '../envelope.ts'
import { type Differs, emptyOf, readBy, readSparsely } from './reader.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * A page of what came: a bare list that is longer than what was asked for is all there is, and is cut here; what no
 * total goes with ends where it ends.
 */
const pageOf = (data: unknown, input: Input) => {
  const rows = isPlain(data) ? data['records'] : data
  if (!Array.isArray(rows)) return data
  const total = isPlain(data) ? asNumber(data['total']) : undefined
  const size = Number(input['pageSize'] ?? 10)
  const before = (Number(input['pageNum'] ?? 1) - 1) * size
  const isWhole = rows.length > size
  return {
    ...(isPlain(data) && data),
    records: isWhole ? rows.slice(before, before + size) : rows,
    total: total ?? (isWhole ? rows.length : before + rows.length),
    current: before / size + 1,
    size,
    pages: 1,
  }
}

/** What a call answered, as its declaration has it, whatever came; `differs` hears of each place that is not as declared. */
export const answerOf = (
  { output, filters }: Pick<Call, 'output' | 'filters'>,
  data: unknown,
  input: Input,
  differs: Differs,
): unknown => {
  const answer = readBy(output, filters ? pageOf(data, input) : data, differs)
  if (answer !== undefined) return answer
  differs('', data)
  return emptyOf(output)
}

/** How an answer is read, where it is not a whole record that may be absent. */
export type ReadOptions = {
  /** Of a write: only what was answered, to be laid over what is known. */
  isSparse?: boolean
  /** A record must come: where there is none, it is not found. */
  isNeeded?: boolean
}

const told = new Set<string>()

/** In development the console says once of each place that it is not as declared. */
const telling =
  (name: string): Differs =>
  (path, value) => {
    const place = `${name} ${path}`
    if (!import.meta.env?.DEV || told.has(place)) return
    told.add(place)
    // oxlint-disable-next-line no-console -- for whoever connects a back-end of his own
    console.info(`${place} is not as declared:`, value)
  }

/** What a call by name answered, as its declaration has it. */
export const readAnswerByName = (
  name: string,
  data: unknown,
  input: object,
  { isSparse, isNeeded }: ReadOptions = {},
): unknown => {
  const call = callNamed(name)
  if (isSparse) return readSparsely(call.output, data, telling(name))
  if (isNeeded && !isPlain(asRecord(data))) throw new CallError(notFound)
  return answerOf(call, data, { ...input }, telling(name))
}

type Registry = typeof registry

/** The same of a call that the compiler knows. */
export const readAnswer = <const N extends keyof Registry>(
  name: N,
  data: unknown,
  input: object,
): OutputOf<Registry[N]> =>
  // The reader makes what the schema says; it knows the schema when it runs.
  readAnswerByName(name, data, input) as OutputOf<Registry[N]>
