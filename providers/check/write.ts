import { asNumber, isPlain } from '../../resources/kit/index.ts'
import { answerOf } from '../backend/readAnswer.ts'
import { CallError } from '../envelope.ts'
import { callNamed } from '../../resources/index.ts'
import { type Account, signInTo, type Wire } from './wire.ts'

const mark = String(Date.now()).slice(-6)

/** One entity that stands alone: what is made, changed and removed, each by the declared call. */
const walks = [
  {
    group: 'positions',
    id: 'postId',
    draft: {
      postName: `检查${mark}`,
      postCode: `Check${mark}`,
      postLevel: 1,
      isPartner: 0,
      needLicence: 0,
      sort: 99,
      enabled: '1',
    },
    change: { postName: `检查改${mark}` },
    list: 'page',
    calls: { create: 'add', update: 'update', remove: 'remove' },
  },
  {
    group: 'categories',
    id: 'typeId',
    draft: { kind: 1, typeName: `检查${mark}` },
    change: { typeName: `检查改${mark}` },
    list: 'getList',
    calls: { create: 'add', update: 'update', remove: 'remove' },
  },
] as const

type Step = { name: string; ok: boolean; why?: string }

type Row = Readonly<Record<string, unknown>>

const rowsOf = (answer: unknown): readonly unknown[] => {
  const rows = isPlain(answer) ? answer['records'] : answer
  return Array.isArray(rows) ? rows : []
}

/** The record by its title, as the list answers it now. */
const find = async (
  wire: Wire,
  { group, list }: (typeof walks)[number],
  title: string,
): Promise<Row | undefined> => {
  const name = `${group}.${list}`
  const input = callNamed(name).filters ? { pageNum: 1, pageSize: 100, keyword: title } : {}
  const rows = rowsOf(answerOf(callNamed(name), await wire.call(name, input), input, () => {}))
  return rows.filter(isPlain).find(row => Object.values(row).includes(title))
}

const walk = async (wire: Wire, entity: (typeof walks)[number]): Promise<Step[]> => {
  const { group, id, draft, change, calls } = entity
  const steps: Step[] = []
  const step = async <T>(name: string, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      const value = await run()
      steps.push({ name: `${group}.${name}`, ok: true })
      return value
    } catch (error) {
      const why = error instanceof CallError ? `${error.code} ${error.message}` : String(error)
      steps.push({ name: `${group}.${name}`, ok: false, why })
      return undefined
    }
  }
  const existing = async (title: string) => {
    const row = await find(wire, entity, title)
    if (!row) throw new Error(`“${title}”没有出现在列表中`)
    return row
  }
  const title = Object.values(draft).find(it => typeof it === 'string')!
  const changed: string = Object.values(change)[0]!
  const made = await step(calls.create, async () => {
    const answer = await wire.call(`${group}.${calls.create}`, draft)
    return { ...(await existing(title)), ...(isPlain(answer) && answer) }
  })
  const key = made && asNumber(made[id] ?? made['id'])
  if (key === undefined) return steps
  await step(calls.update, async () => {
    await wire.call(`${group}.${calls.update}`, { [id]: key, version: made?.['version'] ?? 0, ...change })
    return existing(changed)
  })
  await step(calls.remove, async () => {
    await wire.call(`${group}.${calls.remove}`, { [id]: key })
    if (await find(wire, entity, changed)) throw new Error('删除后仍在列表中')
  })
  return steps
}

/** Makes records of its own, changes them and removes them again: for a test system only. */
export const checkWrites = async (base: string, account: Account): Promise<Step[]> => {
  const { wire } = await signInTo(base, account)
  const steps: Step[] = []
  for (const entity of walks) steps.push(...(await walk(wire, entity)))
  return steps
}
