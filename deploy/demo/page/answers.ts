import { codes } from '../../../resources/domain/codes.ts'
import { demandsOf, isCapability } from '../../../resources/domain/rights.ts'
import { resources } from '../../../resources/index.ts'
import { type Call, fileAnswer } from '../../../resources/kit/index.ts'
import { demoAccounts } from '../accounts.ts'
import { UnknownFilter } from '../filters.ts'
import { entityCountedBy, entityListedBy, isPaged, isReading, tabsCountedBy } from '../lists.ts'
import { inputKey, pathNames, publicAccount, type Values } from '../recording.ts'
import { optionCountsFor, pageFor, tabCounts } from './lists.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { AskedCall } from './request.ts'
import type { DemoStore } from './store.ts'
import { textFor, texts } from './texts.ts'
import { entriesOfKind, timelinePath } from './timeline.ts'
import { performWrite, writeOf } from './writes.ts'

/** What the demo answers, with the keys of sentences for the client. */
type Answered = { data: unknown; sentences?: Record<string, unknown> }

type Source = { store: DemoStore; account: string }

/** Names a label in the language of the page. */
type Translate = (label: string, locale: string) => Promise<string>
/** Who reads what is refused. */
type Reader = { locale: string; translate: Translate }

const signInPaths = new Set(['/auth/firmAccessUserLogin', '/auth/lawyerLogin'])

/** The path of the call that every upload begins with. */
const signaturePath = '/auth/ossSign'

/** The label of the button that makes a call. A form and several actions may share one. */
const labelOf = (asked: Call): string | undefined => {
  const { method, path } = asked
  const declared = writeOf(asked)
  if (declared) return declared.verb === 'remove' ? '删除' : '保存'
  for (const { actions, calls } of resources)
    for (const action of Object.values(actions)) {
      const call = calls[action.call]
      if (call?.method === method && call.path === path) return action.label
    }
  return path.startsWith('/export/') ? '导出' : undefined
}

/** Input without what a right demands besides, such as a reason. */
const withoutDemands = ({ who }: Call, values: Values): Values => {
  if (!isCapability(who)) return values
  const { confirmPassword: _password, ...rest } = values
  if (!demandsOf(who).needsReason) return rest
  const { reason: _reason, ...input } = rest
  return input
}

const parse = ({ input: schema }: Call, values: Values): Values => {
  const { success, data, error } = schema.safeParse(values)
  if (!success) throw refusalOf(error)
  // A call's input is an object; only its own declaration knows the type.
  return data as Values
}

/** Part of an answer with pages of its own, which is recorded as a whole. */
const firstOf = (data: unknown, { pageSize }: Values) =>
  typeof data === 'object' && data !== null && 'records' in data && Array.isArray(data.records)
    ? { ...data, records: data.records.slice(0, Number(pageSize ?? data.records.length)) }
    : data

const notPerformed = async (call: Call, { locale, translate }: Reader) => {
  const label = labelOf(call)
  if (label === undefined) return new Refusal('4091', textFor(texts.notDone, locale))
  return new Refusal('4091', textFor(texts.notPerformed, locale, await translate(label, locale)))
}

const refusalFor = async (error: unknown, { locale, translate }: Reader): Promise<Refusal> => {
  if (error instanceof Refusal) return error
  if (!(error instanceof UnknownFilter)) return new Refusal('4091', textFor(texts.notRecorded, locale))
  const label = await translate(error.filter.field.label, locale)
  return new Refusal('4091', textFor(texts.notFiltered, locale, label))
}

const recordedAnswer = async ({ store, account }: Source, call: Call, values: Values): Promise<Answered> => {
  const answers = await store.answersOf(account, call.path)
  const found = answers[inputKey(values)]
  // A record of another office, or one that was removed.
  if (!found && pathNames(call).length > 0 && Object.keys(answers).length > 0) throw new Refusal('4040')
  if (!found || 'rows' in found) throw new Error(`${call.method} ${call.path}?${inputKey(values)}`)
  return { data: firstOf(found.data, values), ...(found.sentences && { sentences: found.sentences }) }
}

const read = async (source: Source, call: Call, values: Values): Promise<Answered> => {
  const counted = entityCountedBy(call)
  if (counted) return { data: await optionCountsFor(source, counted, values) }
  const tabs = tabsCountedBy(call)
  if (tabs) return { data: await tabCounts(source, tabs, values) }
  if (call.path === timelinePath && values['kind'] !== undefined) {
    const { kind, ...subject } = values
    return entriesOfKind(await recordedAnswer(source, call, subject), kind)
  }
  const listed = isPaged(call) ? entityListedBy(call) : undefined
  const page = listed && (await pageFor(source, listed, values))
  return page ?? recordedAnswer(source, call, values)
}

const write = async (source: Source, { call, values }: AskedCall, reader: Reader): Promise<Answered> => {
  const declared = writeOf(call)
  // A lawyer's changes wait for a review, which the demo does not have.
  const isMade = demoAccounts.some(it => it.account === source.account && it.userType === 1)
  if (!declared || !isMade) throw await notPerformed(call, reader)
  const given = withoutDemands(call, values)
  const parsed = parse(call, given)
  const input = Object.fromEntries(Object.keys(given).map(name => [name, parsed[name]]))
  const data = await performWrite(source, declared, call, input)
  if (data === undefined) throw await notPerformed(call, reader)
  return { data }
}

const signIn = ({ signIns }: DemoStore, values: Values, { locale }: Reader): Answered => {
  const account = String(values['account'] ?? values['mobile'])
  const data = Object.hasOwn(signIns, account) ? signIns[account] : undefined
  if (data === undefined) throw new Refusal('4001', textFor(texts.unknownAccount, locale))
  return { data }
}

const answerFrom = async (store: DemoStore, asked: AskedCall, reader: Reader): Promise<Answered> => {
  const { call, values, token } = asked
  if (signInPaths.has(call.path)) return signIn(store, values, reader)
  if (call.path === '/auth/logout') return { data: {} }
  const account = token.replace(/^demo-/, '')
  const isSignedIn = Object.hasOwn(store.signIns, account)
  if (!isSignedIn && call.who !== 'public') throw new Refusal('4003')
  // Files are made by the server, and sent to it.
  if (call.output === fileAnswer || call.path === signaturePath) throw await notPerformed(call, reader)
  const source = { store, account: isSignedIn ? account : publicAccount }
  return isReading(call) ? read(source, call, values) : write(source, asked, reader)
}

/** Answers calls from recorded answers, in the envelope. */
export const createAnswers = (store: DemoStore, translate: Translate) => async (asked: AskedCall) => {
  const reader = { locale: asked.locale, translate }
  try {
    const { data, sentences } = await answerFrom(store, asked, reader)
    const i18n = sentences && { i18n: { data: sentences } }
    return { code: '200', message: codes['200'], data, requestId: 'demo', ...i18n }
  } catch (error) {
    const { code, message, data } = await refusalFor(error, reader)
    return { code, message, data, requestId: 'demo' }
  }
}
