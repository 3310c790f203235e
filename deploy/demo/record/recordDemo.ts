import { isCapability } from '../../../resources/domain/rights.ts'
import { registry } from '../../../resources/index.ts'
import type { Call } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { type DemoAccount, demoAccounts, recordingPassword } from '../accounts.ts'
import { entityCountedBy, isPaged, tabsCountedBy } from '../lists.ts'
import {
  type CallRecording,
  type FilterRecording,
  inputKey,
  publicAccount,
  type RecordedAnswer,
} from '../recording.ts'
import { asker } from './asking.ts'
import {
  type AccountRecording,
  type Asked,
  readingCalls,
  recordAccount,
  recordWritingReads,
} from './recordAccount.ts'
import { recordFilters } from './recordFilters.ts'

/** Everything that a static demo answers. */
export type DemoRecording = {
  accounts: Map<string, Map<string, CallRecording>>
  filters: Map<string, FilterRecording>
  signIns: Record<string, unknown>
  /** What must not be in any file. */
  secrets: string[]
}

const signInCalls = {
  1: registry['session.firmAccessUserLogin'],
  2: registry['session.lawyerLogin'],
} satisfies Record<DemoAccount['userType'], Call>

/** Signs in as a person does. */
const signIn = async (url: string, { account, userType }: DemoAccount) => {
  const { method, path, encoding } = signInCalls[userType]
  const values = { [userType === 1 ? 'account' : 'mobile']: account, password: recordingPassword }
  const isForm = encoding === 'form'
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: isForm ? {} : { 'Content-Type': 'application/json' },
    body: isForm ? new URLSearchParams(values) : JSON.stringify(values),
  })
  const answer: unknown = await response.json()
  const data = isPlainObject(answer) ? answer['data'] : undefined
  if (!isPlainObject(data) || typeof data['token'] !== 'string')
    throw new Error(`${account}: ${JSON.stringify(answer)}`)
  return { data, token: data['token'] }
}

/** Calls that pages make by themselves; without them, the browser keeps what they would store. */
const madeByPages = new Set([
  'GET /auth/presence',
  'PUT /auth/preference',
  'PUT /lawyer/card/draft',
  'DELETE /lawyer/card/draft',
  'PUT /article/draft',
  'DELETE /article/draft',
  'POST /auth/passkey/login',
  'POST /auth/passkey/challenge',
])

const callsByLine = new Map(Object.values<Call>(registry).map(call => [`${call.method} ${call.path}`, call]))

const isComputed = (call: Call) => tabsCountedBy(call) !== undefined || entityCountedBy(call) !== undefined

/** Whether the demo has an answer to an additional call, or to one of a feature that is shown and refused. */
const isServed = (line: string, recorded: ReadonlyMap<string, CallRecording>) => {
  if (madeByPages.has(line)) return false
  const call = callsByLine.get(line.replace(/\?not$/, ''))
  if (line.endsWith('?not')) return call !== undefined && isPaged(call)
  const path = line.slice(line.indexOf(' ') + 1)
  if (!line.startsWith('GET ')) return true
  return recorded.has(path) || (call !== undefined && isComputed(call))
}

const confPath = '/firm/appconf'

/** The configuration without the additional calls that the demo does not answer, so that pages hide their features. */
const withServedAdditions = (answer: RecordedAnswer, recorded: ReadonlyMap<string, CallRecording>) => {
  if (!('data' in answer) || !isPlainObject(answer.data) || !Array.isArray(answer.data['additions']))
    return answer
  const additions = answer.data['additions'].map(String).filter(line => isServed(line, recorded))
  return { ...answer, data: { ...answer.data, additions } }
}

/** Leaves out answers that anybody gets. */
const ownAnswers = ({ recorded }: AccountRecording, common: ReadonlyMap<string, CallRecording>) =>
  new Map([...recorded].filter(([path, it]) => JSON.stringify(it) !== JSON.stringify(common.get(path))))

/** Lists of areas, which are the same for everybody, and long. */
const isAreaList = ({ path }: Call) => /^\/(area\/\w+List|system\/area)$/.test(path)

/** Whether this person has the right to a call. A refused one would be in the log that is recorded. */
const mayAsk = (user: unknown, { who, needs }: Call) => {
  const held = isPlainObject(user) && Array.isArray(user['capabilities']) ? user['capabilities'] : []
  return [who, needs].every(it => it === undefined || !isCapability(it) || held.includes(it))
}

type Recorded = Asked & { account: string; own: AccountRecording }

const store = ({ account, own }: Recorded, common: AccountRecording, recording: DemoRecording) => {
  const all = new Map([...common.recorded, ...own.recorded])
  const conf = own.recorded.get(confPath)?.[inputKey({})]
  if (conf) own.recorded.set(confPath, { [inputKey({})]: withServedAdditions(conf, all) })
  recording.accounts.set(account, ownAnswers(own, common.recorded))
}

/** Records what these accounts read from the server at `url`. */
export const recordDemo = async (url: string, say: (line: string) => void): Promise<DemoRecording> => {
  const common = await recordAccount({ ask: asker(url), isWanted: call => call.who === 'public' })
  const recording: DemoRecording = {
    accounts: new Map([[publicAccount, common.recorded]]),
    filters: new Map(),
    signIns: {},
    secrets: [recordingPassword],
  }
  const all: Recorded[] = []
  for (const account of demoAccounts) {
    const { data, token } = await signIn(url, account)
    const isWanted = (call: Call) => !isAreaList(call) && mayAsk(data['userInfo'], call)
    const asked = { ask: asker(url, token), isWanted }
    const own = await recordAccount(asked)
    const unknown = readingCalls.filter(({ path }) => !recording.filters.has(path))
    for (const [path, filters] of await recordFilters(asked.ask, unknown, own))
      recording.filters.set(path, filters)
    all.push({ ...asked, account: account.account, own })
    recording.signIns[account.account] = { ...data, token: `demo-${account.account}` }
    recording.secrets.push(token)
  }
  for (const it of all) {
    await recordWritingReads(it, it.own)
    store(it, common, recording)
    say(`${it.account}: ${it.own.recorded.size} calls`)
  }
  return recording
}
