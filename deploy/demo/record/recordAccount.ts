import type { Call } from '../../../resources/kit/index.ts'
import { servedCalls } from '../../../server/routes/served.ts'
import { isPaged, isReading } from '../lists.ts'
import { type CallRecording, inputKey, type Values } from '../recording.ts'
import { type Ask, askRows } from './asking.ts'
import { furtherInputs } from './further.ts'
import { isAskedPlainly, type Listed, neededCombinations } from './inputs.ts'

/** What is counted from the rows in the page, is a picture or a file, or answers about something outside. */
const notAsked = new Set([
  '/lawyer/checkMobile',
  '/auth/ossSign',
  '/firm/appconf/consequences',
  '/message/announce/count',
  '/lawyer/card/output/{id}',
  '/lawyer/card/word/template/file',
  '/article/official',
  '/lawyer/card/draft',
  '/article/draft',
  '/log/timeline/differences',
  '/system/city/{parentId}',
  '/lawyer/card/code/{codeKey}',
  '/firm/language',
])

/** Reading calls that write that somebody has read. */
const writingReads = new Set(['/message/{id}', '/lawyer/lawyerInfo/{id}', '/lawyer/card/reveal/{id}'])

const isCounted = (call: Call) => call.isCount || call.path.startsWith('/filterCounts/')

export const readingCalls: readonly Call[] = servedCalls
  .map(({ call }) => call)
  .filter(call => isReading(call) && (!call.writes || writingReads.has(call.path)))
  .filter(call => !notAsked.has(call.path) && !isCounted(call))

/** The order of asking: the log, in which a refused call would be, whole lists, lists of a record, and all others. */
const rankOf = (call: Call) => {
  if (!isPaged(call)) return 2
  if (call.path.startsWith('/log/')) return -1
  return isAskedPlainly(call) ? 0 : 1
}

/** In the order in which they are asked. */
const orderedCalls = readingCalls.toSorted((one, other) => rankOf(one) - rankOf(other))

/** The answers of an account by the path of the call. */
export type AccountRecording = { recorded: Map<string, CallRecording>; listed: Listed }

const atOnce = 8

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>) => {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const recordCall = async (
  ask: Ask,
  call: Call,
  inputs: readonly Values[],
  { listed, recorded }: AccountRecording,
) => {
  const answers: CallRecording = {}
  await inParallel(inputs, async input => {
    if (isPaged(call)) {
      const rows = await askRows(ask, call, input)
      if (!rows) return
      answers[inputKey(input)] = { rows }
      listed.set(call.path, [...(listed.get(call.path) ?? []), ...rows])
      return
    }
    const answer = await ask(call, input)
    if (!answer) return
    const { data, sentences } = answer
    const hasSentences = Object.keys(sentences).length > 0
    answers[inputKey(input)] = hasSentences ? { data, sentences } : { data }
  })
  if (Object.keys(answers).length > 0) recorded.set(call.path, answers)
}

/** Who is asked, and which of the calls are. */
export type Asked = { ask: Ask; isWanted: (call: Call) => boolean }

const recordCalls = async ({ ask, isWanted }: Asked, calls: readonly Call[], account: AccountRecording) => {
  for (const call of calls.filter(isWanted)) {
    const inputs = furtherInputs[call.path]?.(account) ?? neededCombinations(call, account.listed)
    await recordCall(ask, call, inputs, account)
  }
}

/** Asks all reading calls but those that write that somebody has read. */
export const recordAccount = async (asked: Asked): Promise<AccountRecording> => {
  const account: AccountRecording = { recorded: new Map(), listed: new Map() }
  const calls = orderedCalls.filter(({ path }) => !writingReads.has(path))
  await recordCalls(asked, calls, account)
  return account
}

/** Asks the calls that write that somebody has read. No list is asked after them, by any account. */
export const recordWritingReads = (asked: Asked, account: AccountRecording): Promise<void> =>
  recordCalls(
    asked,
    orderedCalls.filter(({ path }) => writingReads.has(path)),
    account,
  )
