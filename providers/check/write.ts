import {
  asNumber,
  type AnyEntity,
  type Call,
  type Crud,
  isPlain,
  traitsOf,
} from '../../resources/kit/index.ts'
import { demandsOf, isCapability } from '../../resources/domain/rights.ts'
import { entities } from '../../resources/entities.ts'
import { callNamed } from '../../resources/index.ts'
import { answerOf } from '../backend/readAnswer.ts'
import { CallError } from '../envelope.ts'
import { newMark, valueFor } from './valuesFor.ts'
import { faultsOf, hostile } from './markup.ts'
import type { Session, Step } from './session.ts'

type Row = Readonly<Record<string, unknown>>
/** An entity whose records can be made, changed and removed by declared calls. */
type Walkable = AnyEntity & { crud: Required<Pick<Crud, 'create' | 'update' | 'remove'>> }

const isWalkable = (resource: AnyEntity): resource is Walkable => {
  const { create, update, remove } = resource.crud
  return create !== undefined && update !== undefined && remove !== undefined
}

const rowsOf = (answer: unknown): readonly Row[] => {
  const rows = isPlain(answer) ? answer['records'] : answer
  return Array.isArray(rows) ? rows.filter(isPlain) : []
}

/** The first of these calls that the back-end serves. */
const listOf = ({ calls, crud, choices }: AnyEntity, { isServed }: Session) =>
  [crud.list, choices].find(name => name !== undefined && calls[name] && isServed(calls[name]))

const read = async (resource: AnyEntity, session: Session, keyword?: string): Promise<readonly Row[]> => {
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

const referred = async (to: string, session: Session): Promise<unknown> => {
  const resource = entities.find(it => it.name === to)
  const rows = resource ? await read(resource, session) : []
  const key = String(resource?.id)
  const row = rows.find(it => !('enabled' in it) || String(it['enabled']) === '1') ?? rows[0]
  return row?.[key] ?? row?.['id']
}

const namesOf = (call: Call): readonly string[] => {
  const shape: unknown = 'shape' in call.input ? call.input.shape : {}
  return isPlain(shape) ? Object.keys(shape) : []
}

/** What the call needs, made from the declaration; or why it cannot be made. */
const draftFor = async (
  resource: Walkable,
  session: Session,
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
    // What may be left out here another back-end may ask for: a reference is filled in where there is a choice.
    if (!isNeeded && traitsOf(field).refersTo !== 'one') continue
    const target = 'to' in field ? await referred(field.to, session) : undefined
    const value = valueFor(field, newMark(), target)
    if (value !== undefined) draft[name] = value
    else if (isNeeded) return { impossible: `无法按声明填写${field.label}` }
  }
  const { error } = call.input.safeParse(draft)
  const [issue] = error?.issues ?? []
  return issue ? { impossible: `无法按声明填写${issue.path.join('.')}` } : { draft }
}

/** What the right to a call demands beside its input. */
const demanded = ({ who }: Call, { account }: Session) => {
  const { needsReason, needsPassword } = isCapability(who) ? demandsOf(who) : {}
  return {
    ...(needsReason && { reason: '对接检查' }),
    ...(needsPassword && { confirmPassword: account.password }),
  }
}

/** The draft, and the same with another option of each of its choices: a rule between fields may refuse the first. */
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

/** What the first of the drafts that is taken was answered with. */
const sendFirst = async <T>(drafts: readonly Row[], send: (draft: Row) => Promise<T>): Promise<T> => {
  const [draft, ...others] = drafts
  try {
    return await send(draft!)
  } catch (error) {
    if (!isRefusedByRule(error) || others.length === 0) throw error
    // What the declared draft lacks says more than what its last variant did.
    return sendFirst(others, send).catch(() => Promise.reject(error))
  }
}

const whyOf = (error: unknown) => {
  if (!(error instanceof CallError)) return String(error)
  const { code, message, body } = error
  return [code, message, ...Object.values(body.errors ?? {})].join(' ')
}

/** What a write that has to be refused is refused with. */
const refusalOf = async (sent: Promise<unknown>) => {
  const error: unknown = await sent.then(
    () => new Error('没有被拒绝'),
    (it: unknown) => it,
  )
  if (!(error instanceof CallError)) throw error
  return { code: error.code, errors: error.body.errors ?? {} }
}

const checkRichText = async (
  { name: group, id: key, fields, calls, crud }: Walkable,
  { wire, isServed }: Session,
  id: unknown,
  change: (values: Row) => Promise<unknown>,
) => {
  const rich = namesOf(calls[crud.update]!).filter(name => fields[name] && 'allows' in fields[name])
  const one = crud.one && calls[crud.one]
  if (rich.length === 0) return '没有富文本'
  if (!one || !isServed(one)) return '没有单条的接口'
  const open = async () => {
    const answer = answerOf(one, await wire.call(`${group}.${crud.one}`, { [key]: id }), {}, () => {})
    return isPlain(answer) ? answer : {}
  }
  for (const name of rich) {
    const field = fields[name]!
    if (!('allows' in field)) continue
    await change({ version: (await open())['version'] ?? 0, [name]: hostile })
    const faults = faultsOf(String((await open())[name]), field.allows)
    if (faults.length > 0) throw new Error(`${field.label}没有清理干净：${faults.join('、')}`)
  }
  return undefined
}

const senderOf =
  ({ name: group, calls }: Walkable, session: Session) =>
  (name: string, input: object) =>
    session.wire.call(`${group}.${name}`, { ...input, ...demanded(calls[name]!, session) })

const expectStale = async (sent: Promise<unknown>) => {
  const { code } = await refusalOf(sent)
  if (code !== '4090') throw new Error(`应为 4090，而是 ${code}`)
}

const checkWrongInput = async (
  resource: Walkable,
  session: Session,
  create: (draft: Row) => Promise<unknown>,
) => {
  const before = await read(resource, session)
  const said = await refusalOf(create({ ...resource.fixed }))
  if ((await read(resource, session)).length !== before.length) throw new Error('被拒绝的内容仍被写入')
  return Object.keys(said.errors).length === 0 ? `没有指出字段：${said.code}` : undefined
}

const walk = async (resource: Walkable, session: Session): Promise<Step[]> => {
  const { name: group, crud, calls, title, fields } = resource
  const key = String(resource.id)
  const steps: Step[] = []
  /** A reason that comes back is why it could not be asked. */
  const step = async (name: string, run: () => Promise<string | void>) => {
    const about = { name: `${group}.${name}` }
    const why = await run().catch((error: unknown) => ({ failure: whyOf(error) }))
    if (typeof why === 'object') steps.push({ ...about, result: 'failed', why: why.failure })
    else steps.push(why === undefined ? { ...about, result: 'done' } : { ...about, result: 'skipped', why })
  }
  const found = async (text: unknown) =>
    (await read(resource, session, String(text))).find(row => row[title] === text)
  const existing = async (text: unknown) => {
    const row = await found(text)
    if (!row) throw new Error(`“${String(text)}”没有出现在列表中`)
    return row
  }
  const send = senderOf(resource, session)

  const made = await draftFor(resource, session)
  if ('impossible' in made) return [{ name: group, result: 'skipped', why: made.impossible }]
  const { draft } = made
  const changed = valueFor(fields[title]!, newMark())
  let id: unknown
  let version: unknown
  await step(crud.create, async () => {
    const answer = await sendFirst(variants(resource, draft), it => send(crud.create, it))
    const told = isPlain(answer) ? answer : {}
    id = told[key] ?? told['id']
    version = told['version']
    const row = await existing(draft[title])
    id ??= row[key] ?? row['id']
    version ??= row['version']
  })
  // What could not be found again is removed all the same, where its id was told.
  if (asNumber(id) === undefined) return steps
  const { [key]: _own, ...rest } = draft
  const change = (values: Row) => {
    const whole = { [key]: id, version: version ?? 0, ...values }
    const isEnough = calls[crud.update]!.input.safeParse(whole).success
    return send(crud.update, { ...(!isEnough && rest), ...whole })
  }
  await step(`${crud.create} 缺少内容`, () => checkWrongInput(resource, session, it => send(crud.create, it)))
  await step(crud.update, async () => {
    await change({ [title]: changed })
    await existing(changed)
  })
  await step(`${crud.update} 过期版本`, async () => {
    if (asNumber(version) === undefined) return '没有提供版本'
    await expectStale(change({ [title]: draft[title] }))
    await existing(changed)
  })
  await step(`${crud.update} 富文本`, () => checkRichText(resource, session, id, change))
  await step(crud.remove, async () => {
    await send(crud.remove, { [key]: id })
    if (await found(changed)) throw new Error('删除后仍在列表中')
  })
  return steps
}

/** Makes records of its own, changes them and removes them again: for a test system only. */
export const checkWrites = async (session: Session): Promise<Step[]> => {
  const steps: Step[] = []
  for (const resource of entities.filter(isWalkable)) {
    const wanted = Object.values(resource.crud).flatMap(name => (name ? [resource.calls[name]!] : []))
    if (!wanted.every(session.may)) steps.push({ name: resource.name, result: 'skipped', why: '没有权限' })
    else steps.push(...(await walk(resource, session)))
  }
  return steps
}
