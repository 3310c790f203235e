import {
  asNumber,
  type AnyEntity,
  type Call,
  type Crud,
  isPlainObject,
  kindOf,
} from '../../resources/kit/index.ts'
import { demandsOf, isCapability } from '../../resources/domain/rights.ts'
import { entities } from '../../resources/entities.ts'
import { callNamed } from '../../resources/index.ts'
import { answerOf } from '../backend/readAnswer.ts'
import { CallError } from '../envelope.ts'
import { newMarker, valueFor } from './valuesFor.ts'
import { markupFaults, hostileMarkup } from './markup.ts'
import type { CheckSession, CheckStep } from './session.ts'

type Row = Readonly<Record<string, unknown>>
/** An entity whose records can be created, changed and removed by declared calls. */
type WritableEntity = AnyEntity & { crud: Required<Pick<Crud, 'create' | 'update' | 'remove'>> }

const isWritable = (resource: AnyEntity): resource is WritableEntity => {
  const { create, update, remove } = resource.crud
  return create !== undefined && update !== undefined && remove !== undefined
}

const rowsOf = (answer: unknown): readonly Row[] => {
  const rows = isPlainObject(answer) ? answer['records'] : answer
  return Array.isArray(rows) ? rows.filter(isPlainObject) : []
}

/** The first call for a list of the records that the back-end serves. */
const listOf = ({ calls, crud, choices }: AnyEntity, { isServed }: CheckSession) =>
  [crud.list, choices].find(name => name !== undefined && calls[name] && isServed(calls[name]))

const read = async (
  resource: AnyEntity,
  session: CheckSession,
  keyword?: string,
): Promise<readonly Row[]> => {
  const list = listOf(resource, session)
  if (!list) return []
  const name = `${resource.name}.${list}`
  const call = callNamed(name)
  const wanted = {
    ...resource.fixed,
    ...(call.filters && { pageNum: 1, pageSize: 100, ...(keyword && { keyword }) }),
  }
  return rowsOf(answerOf(call, await session.wire.call(name, wanted), wanted, () => {}))
}

const referenceTarget = async (to: string, session: CheckSession): Promise<unknown> => {
  const resource = entities.find(it => it.name === to)
  const rows = resource ? await read(resource, session) : []
  const key = String(resource?.id)
  const row = rows.find(it => !('enabled' in it) || String(it['enabled']) === '1') ?? rows[0]
  return row?.[key] ?? row?.['id']
}

const namesOf = (call: Call): readonly string[] => {
  const shape: unknown = 'shape' in call.input ? call.input.shape : {}
  return isPlainObject(shape) ? Object.keys(shape) : []
}

/** Input for the create call, made from the declaration; or the reason why it cannot be made. */
const draftFor = async (
  resource: WritableEntity,
  session: CheckSession,
): Promise<{ draft: Row } | { impossible: string }> => {
  const call = resource.calls[resource.crud.create]!
  const names = new Set([resource.title, ...namesOf(call)])
  const draft: Record<string, unknown> = { ...resource.fixed }
  const needed = () => {
    const { error } = call.input.safeParse(draft)
    return new Set(error?.issues.map(({ path }) => String(path[0])))
  }
  for (const name of names) {
    const field = resource.fields[name]
    if (!field || name in draft) continue
    const isNeeded = name === resource.title || needed().has(name)
    // A back-end may require what the declaration makes optional, so references are filled in if there is a record.
    if (!isNeeded && kindOf(field).refersTo !== 'one') continue
    const target = 'to' in field ? await referenceTarget(field.to, session) : undefined
    const value = valueFor(field, newMarker(), target)
    if (value !== undefined) draft[name] = value
    else if (isNeeded) return { impossible: `无法按声明填写${field.label}` }
  }
  const { error } = call.input.safeParse(draft)
  const [issue] = error?.issues ?? []
  return issue ? { impossible: `无法按声明填写${issue.path.join('.')}` } : { draft }
}

/** The reason and password that the right to a call demands. */
const demandsFor = ({ who }: Call, { account }: CheckSession) => {
  const { needsReason, needsPassword } = isCapability(who) ? demandsOf(who) : {}
  return {
    ...(needsReason && { reason: '对接检查' }),
    ...(needsPassword && { confirmPassword: account.password }),
  }
}

/** The draft, and variants with other options, because a rule about several fields may refuse the first. */
const variants = ({ fields, fixed }: AnyEntity, draft: Row): Row[] => [
  draft,
  ...Object.keys(draft).flatMap(name => {
    const field = fields[name]
    if (!field || !('options' in field) || Array.isArray(draft[name]) || (fixed && name in fixed)) return []
    return field.options
      .filter(([value]) => value !== draft[name])
      .map(([value]) => ({ ...draft, [name]: value }))
  }),
]

const isRefusedByRule = (error: unknown) =>
  error instanceof CallError && ['4220', '4030'].includes(error.code)

/** Sends the drafts one after another and returns the answer to the first accepted one. */
const sendFirst = async <T>(drafts: readonly Row[], send: (draft: Row) => Promise<T>): Promise<T> => {
  const [draft, ...others] = drafts
  try {
    return await send(draft!)
  } catch (error) {
    if (!isRefusedByRule(error) || others.length === 0) throw error
    // The error of the first draft is more useful than that of the last variant.
    return sendFirst(others, send).catch(() => Promise.reject(error))
  }
}

const whyOf = (error: unknown) => {
  if (!(error instanceof CallError)) return String(error)
  const { code, message, body } = error
  return [code, message, ...Object.values(body.errors ?? {})].join(' ')
}

/** The refusal of a write that must be refused; throws if it is accepted. */
const refusalOf = async (sent: Promise<unknown>) => {
  const error: unknown = await sent.then(
    () => new Error('没有被拒绝'),
    (it: unknown) => it,
  )
  if (!(error instanceof CallError)) throw error
  return { code: error.code, errors: error.body.errors ?? {} }
}

const checkRichText = async (
  { name: group, id: key, fields, calls, crud }: WritableEntity,
  { wire, isServed }: CheckSession,
  id: unknown,
  change: (values: Row) => Promise<unknown>,
) => {
  const rich = namesOf(calls[crud.update]!).filter(name => fields[name] && 'allows' in fields[name])
  const recordCall = crud.one && calls[crud.one]
  if (rich.length === 0) return '没有富文本'
  if (!recordCall || !isServed(recordCall)) return '没有单条的接口'
  const open = async () => {
    const answer = answerOf(recordCall, await wire.call(`${group}.${crud.one}`, { [key]: id }), {}, () => {})
    return isPlainObject(answer) ? answer : {}
  }
  for (const name of rich) {
    const field = fields[name]!
    if (!('allows' in field)) continue
    await change({ version: (await open())['version'] ?? 0, [name]: hostileMarkup })
    const faults = markupFaults(String((await open())[name]), field.allows)
    if (faults.length > 0) throw new Error(`${field.label}没有清理干净：${faults.join('、')}`)
  }
  return undefined
}

const senderOf =
  ({ name: group, calls }: WritableEntity, session: CheckSession) =>
  (name: string, input: object) =>
    session.wire.call(`${group}.${name}`, { ...input, ...demandsFor(calls[name]!, session) })

const expectStale = async (sent: Promise<unknown>) => {
  const { code } = await refusalOf(sent)
  if (code !== '4090') throw new Error(`应为 4090，而是 ${code}`)
}

const checkWrongInput = async (
  resource: WritableEntity,
  session: CheckSession,
  create: (draft: Row) => Promise<unknown>,
) => {
  const before = await read(resource, session)
  const refusal = await refusalOf(create({ ...resource.fixed }))
  if ((await read(resource, session)).length !== before.length) throw new Error('被拒绝的内容仍被写入')
  return Object.keys(refusal.errors).length === 0 ? `没有指出字段：${refusal.code}` : undefined
}

/** The row of the list with this title. */
const rowTitled = async (resource: WritableEntity, session: CheckSession, text: unknown) =>
  (await read(resource, session, String(text))).find(row => row[resource.title] === text)

/** Runs steps and records their results; a returned text is the reason why the step was skipped. */
const recorderOf =
  (group: string, steps: CheckStep[]) =>
  async (name: string, run: () => Promise<string | void>): Promise<void> => {
    const finding = { name: `${group}.${name}` }
    const why = await run().catch((error: unknown) => ({ failure: whyOf(error) }))
    if (typeof why === 'object') steps.push({ ...finding, result: 'failed', why: why.failure })
    else
      steps.push(why === undefined ? { ...finding, result: 'done' } : { ...finding, result: 'skipped', why })
  }

const checkResource = async (resource: WritableEntity, session: CheckSession): Promise<CheckStep[]> => {
  const { name: group, crud, calls, title, fields } = resource
  const key = String(resource.id)
  const steps: CheckStep[] = []
  const step = recorderOf(group, steps)
  const findRow = (text: unknown) => rowTitled(resource, session, text)
  const requireRow = async (text: unknown) => {
    const row = await findRow(text)
    if (!row) throw new Error(`“${String(text)}”没有出现在列表中`)
    return row
  }
  const send = senderOf(resource, session)

  const draftOrReason = await draftFor(resource, session)
  if ('impossible' in draftOrReason)
    return [{ name: group, result: 'skipped', why: draftOrReason.impossible }]
  const { draft } = draftOrReason
  const changed = valueFor(fields[title]!, newMarker())
  let id: unknown
  let version: unknown
  await step(crud.create, async () => {
    const answer = await sendFirst(variants(resource, draft), it => send(crud.create, it))
    const answered = isPlainObject(answer) ? answer : {}
    id = answered[key] ?? answered['id']
    version = answered['version']
    const row = await requireRow(draft[title])
    id ??= row[key] ?? row['id']
    version ??= row['version']
  })
  // A record that the list did not show is still removed if its id is known.
  if (asNumber(id) === undefined) return steps
  const { [key]: _own, ...rest } = draft
  const change = (values: Row) => {
    const completeInput = { [key]: id, version: version ?? 0, ...values }
    const isEnough = calls[crud.update]!.input.safeParse(completeInput).success
    return send(crud.update, { ...(!isEnough && rest), ...completeInput })
  }
  await step(`${crud.create} 缺少内容`, () => checkWrongInput(resource, session, it => send(crud.create, it)))
  await step(crud.update, async () => {
    await change({ [title]: changed })
    await requireRow(changed)
  })
  await step(`${crud.update} 过期版本`, async () => {
    if (asNumber(version) === undefined) return '没有提供版本'
    await expectStale(change({ [title]: draft[title] }))
    await requireRow(changed)
  })
  await step(`${crud.update} 富文本`, () => checkRichText(resource, session, id, change))
  await step(crud.remove, async () => {
    await send(crud.remove, { [key]: id })
    if (await findRow(changed)) throw new Error('删除后仍在列表中')
  })
  return steps
}

/** Creates, changes and removes records of its own; only for test systems. */
export const checkWrites = async (session: CheckSession): Promise<CheckStep[]> => {
  const steps: CheckStep[] = []
  for (const resource of entities.filter(isWritable)) {
    const wanted = Object.values(resource.crud).flatMap(name => (name ? [resource.calls[name]!] : []))
    if (!wanted.every(session.may)) steps.push({ name: resource.name, result: 'skipped', why: '没有权限' })
    else steps.push(...(await checkResource(resource, session)))
  }
  return steps
}
