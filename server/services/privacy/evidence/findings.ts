import { firmClock } from '../../../../resources/kit/firmTime.ts'
import { maskMobiles } from '../../../../resources/kit/index.ts'
import { levelLabels } from '../../../../resources/domain/levelLabels.ts'
import type { LoggedRow, RequestRow } from './loggedRows.ts'

/** Rows of each kind that the report shows; the files beside it have all. */
export const shownRows = 100

const DAY_MS = 24 * 3_600_000

type Row = readonly string[]

/** The last rows of a long table, and the number of all. */
export type Tail = { count: number; last: Row[] }

const addRow = (tail: Tail, row: Row) => {
  tail.count += 1
  tail.last.push(row)
  if (tail.last.length > shownRows) tail.last.shift()
}

type PersonCounts = { name: string; level: string; exports: number; exportedRows: number; reveals: number }

/** What the report says about the requests, exports and reveals; counted while the files are written. */
export type EvidenceFindings = {
  requests: Tail & { done: number; refused: number; open: number; late: number; days: number }
  exports: Tail
  reveals: Tail
  people: Map<string, PersonCounts>
}

export const noFindings = (): EvidenceFindings => ({
  requests: { count: 0, last: [], done: 0, refused: 0, open: 0, late: 0, days: 0 },
  exports: { count: 0, last: [] },
  reveals: { count: 0, last: [] },
  people: new Map(),
})

const kindLabels = { 1: '更正信息', 2: '删除信息' } as const
const statusLabels = { 0: '待处理', 1: '已完成', 2: '已拒绝' } as const

export const requestHeader = [
  '编号',
  '申请人',
  '律所',
  '请求',
  '提交时间',
  '截止时间',
  '状态',
  '答复时间',
  '用时（天）',
  '是否超时',
  '答复人',
]

/** A request with its answering time; `now` counts for one that waits. */
export const countRequest =
  ({ requests }: EvidenceFindings, now: Date) =>
  (request: RequestRow): Row => {
    const { status, createdAt, answeredAt, dueAt } = request
    const days = answeredAt ? (answeredAt.getTime() - createdAt.getTime()) / DAY_MS : null
    const isLate = (answeredAt ?? now) > dueAt
    requests[({ 0: 'open', 1: 'done', 2: 'refused' } as const)[status]] += 1
    requests.days += days ?? 0
    if (isLate) requests.late += 1
    const row = [
      String(request.id),
      request.name,
      request.office,
      kindLabels[request.kind],
      firmClock(createdAt),
      firmClock(dueAt),
      statusLabels[status],
      answeredAt ? firmClock(answeredAt) : '',
      days === null ? '' : days.toFixed(1),
      isLate ? '是' : '否',
      request.answeredByName ?? '',
    ]
    addRow(requests, row)
    return row
  }

const officeLevels = [levelLabels.L1, levelLabels.L2, levelLabels.L3, levelLabels.L4]

const levelText = ({ operatorType, officeLevel }: LoggedRow) => {
  if (operatorType === 2) return levelLabels.lawyer
  return officeLevels[(officeLevel ?? 0) - 1] ?? ''
}

export const loggedHeader = ['序号', '时间', '操作人', '级别', '内容', '对象', '条数', '原因']

const personOf = ({ people }: EvidenceFindings, row: LoggedRow) => {
  const key = `${row.operatorType}:${row.operatorId}`
  const known = people.get(key)
  if (known) return known
  const person = { name: row.operatorName, level: levelText(row), exports: 0, exportedRows: 0, reveals: 0 }
  people.set(key, person)
  return person
}

/** An export or a look at a mobile number, counted for its person. What somebody searched for or wrote may be a mobile number. */
export const countLogged =
  (findings: EvidenceFindings, kind: 'exports' | 'reveals') =>
  (logged: LoggedRow): Row => {
    const person = personOf(findings, logged)
    person[kind] += 1
    if (kind === 'exports') person.exportedRows += logged.count ?? 0
    const row = [
      String(logged.seq),
      firmClock(logged.createdAt),
      logged.operatorName,
      levelText(logged),
      maskMobiles(logged.summary),
      maskMobiles(logged.targetName ?? ''),
      logged.count === null ? '' : String(logged.count),
      maskMobiles(logged.reason ?? ''),
    ]
    addRow(findings[kind], row)
    return row
  }
