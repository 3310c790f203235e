import type { Call } from '../../resources/kit/index.ts'

// What a static demo consists of: answers of the reading calls, one file for each account and call.

export type Values = Readonly<Record<string, unknown>>

/** Keys and values of the sentences in an answer by JSON pointer, from which each client makes its own language. */
type Sentences = Record<string, unknown>

/** One row of a list, with the sentences in it. */
export type RecordedRow = { row: Record<string, unknown>; sentences?: Sentences }

/** The rows of a whole list, or the answer of any other call. */
export type RecordedAnswer = { rows: RecordedRow[] } | { data: unknown; sentences?: Sentences }

/** The answers of one call to one account, by the key of the input. */
export type CallRecording = Record<string, RecordedAnswer>

/** Rows of a list that match a value of a filter which compares no value of the row: ids by filter and value. */
export type FilterRecording = Record<string, Record<string, number[]>>

/** What the demo loads first. */
export type DemoIndex = {
  /** The day on which the demo firm was made, to which its times are relative. */
  day: string
  /** Answers of the sign-in calls by account, with a token that opens nothing. */
  signIns: Record<string, unknown>
  /** The calls of which there is a file, by account; `public` for those that need none. */
  files: Record<string, string[]>
  /** The lists of which there are filters. */
  filters: string[]
}

/** The name under which answers to nobody in particular are stored. */
export const publicAccount = 'public'

/** Parameters that choose a part of an answer, or name the firm. */
const notInKey = new Set(['firmId', 'pageNum', 'pageSize', 'size', 'sortField', 'sortOrder'])

/** The key of an input, whatever the order of its values. */
export const inputKey = (input: Values): string =>
  Object.entries(input)
    .filter(([name, value]) => !notInKey.has(name) && value !== undefined && value !== null && value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')

/** The name of the file with the answers of the call with this path. */
export const fileOf = (path: string): string =>
  path.replace(/\?.*/, '').replace(/^\//, '').replaceAll('/', '.').replaceAll(/[{}]/g, '_')

/** The names of the parameters in the path of a call. */
export const pathNames = ({ path }: Pick<Call, 'path'>): string[] =>
  Array.from(path.replace(/\?.*/, '').matchAll(/\{(\w+)\}/g), ([, name]) => name!)
