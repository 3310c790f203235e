import { type AnyEntity, asNumber, type Field, isPlainObject, kindOf } from '../../resources/kit/index.ts'
import { entities } from '../../resources/entities.ts'
import { answerOf } from '../backend/readAnswer.ts'
import { CallError } from '../envelope.ts'
import {
  cellsOf,
  compareValues,
  hasColumn,
  isList,
  type ListCall,
  meaningOf,
  queryFor,
  type AnsweredRow,
  sortValueOf,
  valuesFor,
} from './expected.ts'
import type { CheckSession, CheckStep } from './session.ts'

/** Number of rows that are read of each list. */
const maxRows = 100
/** Number of values that are tried for each filter. */
const maxTrials = 3

type Page = { records: readonly AnsweredRow[]; total: number }
type List = { resource: AnyEntity; name: string; call: ListCall; query: (more: AnsweredRow) => Promise<Page> }

class ExpectationFailed extends Error {}
/** The rows do not allow this check. */
class NotCheckable extends Error {}

const pageIn = (answer: unknown): Page => {
  const { records, total } = isPlainObject(answer) ? answer : {}
  const rows = Array.isArray(records) ? records.filter(isPlainObject) : []
  const count = asNumber(total)
  return { records: rows, total: typeof count === 'number' ? count : rows.length }
}

/** The required input of a list about one person. */
const requiredInput = async ({ wire, access: { user } }: CheckSession): Promise<{ lawyerId: unknown }> => {
  if (user.userType === 2) return { lawyerId: user.id }
  const [first] = pageIn(await wire.call('lawyers.pageList', { pageNum: 1, pageSize: 1 })).records
  return { lawyerId: first?.['id'] }
}

/** Every list once, although several entities may share it. */
const listsFor = (session: CheckSession): List[] => {
  const known = new Map<string, List>()
  for (const resource of entities) {
    const own = resource.crud.list
    const call = own === undefined ? undefined : resource.calls[own]
    if (!call || !isList(call) || known.has(call.path) || !session.may(call) || !session.isServed(call))
      continue
    const name = `${resource.name}.${own}`
    const query = async (more: AnsweredRow) => {
      const isEnough = call.input.safeParse({}).success
      const input = {
        ...(!isEnough && (await requiredInput(session))),
        pageNum: 1,
        pageSize: maxRows,
        ...more,
      }
      return pageIn(answerOf(call, await session.wire.call(name, input), input, () => {}))
    }
    known.set(call.path, { resource, name, call, query })
  }
  return [...known.values()]
}

const idsOf = ({ resource }: List, rows: readonly AnsweredRow[]) =>
  rows.map(row => asNumber(row[resource.id]) ?? asNumber(row['id']))
const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one) === JSON.stringify(other)

const checkPages = async (list: List, { records, total }: Page) => {
  if (records.length > maxRows)
    throw new ExpectationFailed(`一页 ${records.length} 行，多于所要的 ${maxRows} 行`)
  if (records.length < 2) throw new NotCheckable('不足两行')
  const pageSize = Math.min(20, Math.ceil(records.length / 3))
  const pages: Page[] = []
  for (const pageNum of [1, 2, 3]) pages.push(await list.query({ pageNum, pageSize }))
  if (pages.some(it => it.records.length > pageSize || it.total !== total))
    throw new ExpectationFailed(`每页 ${pageSize} 行时，行数或总数不对`)
  const ids = pages.flatMap(it => idsOf(list, it.records))
  if (!isSame(ids, idsOf(list, records.slice(0, ids.length))))
    throw new ExpectationFailed('各页有重复或遗漏的行')
  if (ids.length < Math.min(records.length, 3 * pageSize)) throw new ExpectationFailed('各页的行少于总数')
}

const checkFilter = async (list: List, name: string, { records, total }: Page) => {
  const filter = list.call.filters[name]!
  if (!hasColumn(name, filter, records)) throw new NotCheckable('行中没有可以对照的字段')
  const isMeant = meaningOf(list.call, name)
  const trials = valuesFor(filter, cellsOf(name, filter, records)).map(value => {
    const holds = records.map(row => isMeant(row, value))
    return { value, isTelling: holds.includes(true) && holds.includes(false) }
  })
  const selectedTrials = trials
    .toSorted((a, b) => Number(b.isTelling) - Number(a.isTelling))
    .slice(0, maxTrials)
  let isTelling = selectedTrials.some(it => it.isTelling)
  for (const { value } of selectedTrials) {
    const query = queryFor(name, filter, value)
    const filtered = await list.query(query)
    const queryText = JSON.stringify(query)
    const wrongRows = filtered.records.filter(row => !isMeant(row, value))
    if (wrongRows.length > 0)
      throw new ExpectationFailed(`${queryText} 显示了不符合的行：${idsOf(list, wrongRows).join('、')}`)
    const expectedIds = idsOf(
      list,
      records.filter(row => isMeant(row, value)),
    )
    const ids = new Set(idsOf(list, filtered.records))
    const missingIds = expectedIds.filter(id => !ids.has(id))
    if (total <= records.length && missingIds.length > 0)
      throw new ExpectationFailed(`${queryText} 遗漏了：${missingIds.join('、')}`)
    isTelling ||= filtered.total < total
  }
  if (!isTelling) throw new NotCheckable('各行相同，无法判断')
}

const inOrder = (values: readonly unknown[], sign: number) =>
  values.every((value, at) => at === 0 || sign * compareValues(values[at - 1], value) <= 0)
/**
 * Whether equal texts are adjacent. The order of different texts is up to the back-end, by pinyin or by character
 * code.
 */
const isGrouped = (values: readonly unknown[]) =>
  new Set(values).size === values.filter((value, at) => value !== values[at - 1]).length

const isText = (field: Field | undefined, values: readonly unknown[]) =>
  !(field && kindOf(field).isMoment) && values.some(it => typeof it === 'string')

const checkSort = async (list: List, sortField: string, { records, total }: Page) => {
  const valueOf = sortValueOf(list.call, sortField)
  const filledOf = (rows: readonly AnsweredRow[]) => rows.map(valueOf).filter(it => it != null && it !== '')
  const byOrder: unknown[][] = []
  for (const sortOrder of ['asc', 'desc'] as const) {
    const { records: sorted } = await list.query({ sortField, sortOrder })
    const empty = sorted.map(row => filledOf([row]).length === 0)
    if (!isGrouped(empty)) throw new ExpectationFailed(`${sortOrder}：空值没有排在一起`)
    const values = filledOf(sorted)
    const sign = sortOrder === 'asc' ? 1 : -1
    const isRight = isText(list.resource.fields[sortField], values)
      ? isGrouped(values)
      : inOrder(values, sign)
    if (!isRight) throw new ExpectationFailed(`${sortOrder}：顺序不对`)
    const pageSize = Math.max(1, Math.ceil(sorted.length / 2))
    const sampledRows: AnsweredRow[] = []
    for (const pageNum of [1, 2])
      sampledRows.push(...(await list.query({ sortField, sortOrder, pageNum, pageSize })).records)
    if (!isSame(idsOf(list, sampledRows.slice(0, sorted.length)), idsOf(list, sorted)))
      throw new ExpectationFailed(`${sortOrder}：各页有重复或遗漏的行`)
    byOrder.push(values)
  }
  const [up = [], down = []] = byOrder
  if (total <= records.length && !isSame(up, down.toReversed()))
    throw new ExpectationFailed('升序与降序不是相反的顺序')
  if (new Set(up).size < 2) throw new NotCheckable('各行相同，无法判断')
}

const isPlainValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
/** Masked values differ from the record and are not compared. */
const isMasked = (value: unknown) => typeof value === 'string' && value.includes('*')

const checkRecord = async (list: List, { records }: Page, { wire, may, isServed }: CheckSession) => {
  const { resource } = list
  const recordCallName = resource.crud.one
  const call = recordCallName === undefined ? undefined : resource.calls[recordCallName]
  const [row] = records
  if (!call || !row) throw new NotCheckable(row ? '没有单条的接口' : '没有记录')
  if (call.writes || !may(call) || !isServed(call)) throw new NotCheckable('不能只读取')
  const input = { [resource.id]: row[resource.id] ?? row['id'] }
  const record = answerOf(call, await wire.call(`${resource.name}.${recordCallName}`, input), input, () => {})
  if (!isPlainObject(record)) throw new ExpectationFailed('没有返回记录')
  const different = Object.keys(resource.fields).filter(name => {
    const [inRow, inRecord] = [row[name], record[name]]
    if (!isPlainValue(inRow) || !isPlainValue(inRecord) || isMasked(inRow) || isMasked(inRecord)) return false
    return inRow !== inRecord
  })
  if (different.length > 0) throw new ExpectationFailed(`与列表中的行不同：${different.join('、')}`)
}

/** Runs one check as a step of the report: passed, failed, or not possible with these rows. */
const stepOf = async (name: string, run: () => Promise<void>): Promise<CheckStep> => {
  try {
    await run()
    return { name, result: 'done' }
  } catch (error) {
    if (error instanceof NotCheckable) return { name, result: 'skipped', why: error.message }
    if (error instanceof ExpectationFailed) return { name, result: 'failed', why: error.message }
    if (error instanceof CallError) return { name, result: 'failed', why: `${error.code} ${error.message}` }
    // The rows lack a value that the path of the call needs.
    return { name, result: 'skipped', why: error instanceof Error ? error.message : String(error) }
  }
}

const checkList = async (list: List, session: CheckSession): Promise<CheckStep[]> => {
  const { name, call } = list
  let page: Page = { records: [], total: 0 }
  const first = await stepOf(name, async () => {
    page = await list.query({})
    if (page.records.length === 0) throw new NotCheckable('没有记录')
  })
  if (first.result !== 'done') return [first]
  const steps = [await stepOf(`${name} 分页`, () => checkPages(list, page))]
  for (const filter of Object.keys(call.filters))
    steps.push(await stepOf(`${name} 筛选 ${filter}`, () => checkFilter(list, filter, page)))
  for (const field of call.sortable)
    steps.push(await stepOf(`${name} 排序 ${field}`, () => checkSort(list, field, page)))
  return [...steps, await stepOf(`${name} 单条`, () => checkRecord(list, page, session))]
}

/** Checks paging, filters and sorting of every list, and that records equal their rows; nothing is written. */
export const checkLists = async (session: CheckSession): Promise<CheckStep[]> => {
  const steps: CheckStep[] = []
  for (const list of listsFor(session)) steps.push(...(await checkList(list, session)))
  return steps
}
