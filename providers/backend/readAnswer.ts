import { asNumber, asRecord, type Call, isPlainObject, type OutputOf } from '../../resources/kit/index.ts'
import { callNamed, type registry } from '../../resources/index.ts'
import { CallError, notFoundFailure } from '../envelope.ts'
import { type ReportDifference, emptyValueOf, readBySchema, readSparsely } from './reader.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * Completes a paged answer. A bare list that is longer than the requested page is the whole list and is cut here.
 * Without a total, the list ends with the rows that came.
 */
const pageOf = (data: unknown, input: Input) => {
  const rows = isPlainObject(data) ? data['records'] : data
  if (!Array.isArray(rows)) return data
  const total = isPlainObject(data) ? asNumber(data['total']) : undefined
  const size = Number(input['pageSize'] ?? 10)
  const before = (Number(input['pageNum'] ?? 1) - 1) * size
  const isWhole = rows.length > size
  return {
    ...(isPlainObject(data) && data),
    records: isWhole ? rows.slice(before, before + size) : rows,
    total: total ?? (isWhole ? rows.length : before + rows.length),
    current: before / size + 1,
    size,
    pages: 1,
  }
}

/**
 * Reads an answer by the declaration of its call, whatever came. `differs` is called for each place that is not as
 * declared.
 */
export const answerOf = (
  { output, filters }: Pick<Call, 'output' | 'filters'>,
  data: unknown,
  input: Input,
  differs: ReportDifference,
): unknown => {
  const answer = readBySchema(output, filters ? pageOf(data, input) : data, differs)
  if (answer !== undefined) return answer
  differs('', data)
  return emptyValueOf(output)
}

/** Options for reading an answer. */
export type ReadOptions = {
  /** For a write: read only the values that were answered, to be merged into the known record. */
  isSparse?: boolean
  /** The answer must be a record; otherwise the error `notFoundFailure` is thrown. */
  isNeeded?: boolean
}

const reportedPlaces = new Set<string>()

/** In development, logs once for each place that it is not as declared. */
const reportOnce =
  (name: string): ReportDifference =>
  (path, value) => {
    const place = `${name} ${path}`
    if (!import.meta.env?.DEV || reportedPlaces.has(place)) return
    reportedPlaces.add(place)
    // oxlint-disable-next-line no-console -- for developers who connect their own back-end
    console.info(`${place} is not as declared:`, value)
  }

/** Reads the answer of a call by its name. */
export const readAnswerByName = (
  name: string,
  data: unknown,
  input: object,
  { isSparse, isNeeded }: ReadOptions = {},
): unknown => {
  const call = callNamed(name)
  if (isSparse) return readSparsely(call.output, data, reportOnce(name))
  if (isNeeded && !isPlainObject(asRecord(data))) throw new CallError(notFoundFailure)
  return answerOf(call, data, { ...input }, reportOnce(name))
}

type Registry = typeof registry

/** Reads the answer of a call by its name, with the declared type. */
export const readAnswer = <const N extends keyof Registry>(
  name: N,
  data: unknown,
  input: object,
): OutputOf<Registry[N]> =>
  // The reader uses the schema of this call, which the compiler cannot see.
  readAnswerByName(name, data, input) as OutputOf<Registry[N]>
