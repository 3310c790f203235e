import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DataProvider, type GetListParams, useDataProvider } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { articleKinds } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import type { ReviewKind } from '../../../resources/reviews.ts'
import { cardReview } from '../../../resources/settings/cardReview.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { queueKeyOf, type ReviewQueue, type QueueRow } from './subjects/subject.ts'

export type QueueFilter = {
  kind?: ReviewKind | undefined
  isOverdue?: 0 | 1 | undefined
  /** 1: only cards assigned to the user. */
  isAssigned?: 1 | undefined
  /** Only proposals by this token. */
  tokenId?: number | undefined
}
type QueuePage = {
  rows: Omit<QueueRow, 'isOverdue' | 'question' | 'assigneeName' | 'proposedOn' | 'submittedBy'>[]
  total: number
}
type Applicant = OutputOf<(typeof lawyers.calls)['pageList']>['records'][number]
type CardRow = OutputOf<(typeof cards.calls)['pageList']>['records'][number]
type CheckRight = ReturnType<typeof useRights>['can']

const pageSize = 50
const oldestFirst = (field: string): GetListParams => ({
  pagination: { page: 1, perPage: pageSize },
  sort: { field, order: 'ASC' },
})
const { slaHours } = cardReview.initial
const hour = 3_600_000

/** Kinds that the specification has lists of. */
type ListedKind = Exclude<ReviewKind, 'proposal'>
/** Loads waiting items from these lists, by kind. */
const loadWaiting: Record<ListedKind, (provider: DataProvider, signal: AbortSignal) => Promise<QueuePage>> = {
  registration: async (provider, signal) => {
    const params = { ...oldestFirst('createdAt'), filter: { status: 0 }, signal }
    const { data, total = 0 } = await provider.getList<Applicant>(lawyers.name, params)
    const rows = data.map(({ id, name, organizationId, createdAt, version }) => ({
      kind: 'registration' as const,
      id,
      title: name,
      lawyerId: id,
      language: null,
      organizationId,
      since: createdAt,
      version,
    }))
    return { rows, total }
  },
  card: async (provider, signal) => {
    const params = { ...oldestFirst('submittedAt'), filter: { auditStatus: 1 }, signal }
    const { data, total = 0 } = await provider.getList<CardRow>(cards.name, params)
    const rows = data.map(({ id, name, lawyerId, language, organizationId, version, ...it }) => ({
      kind: 'card' as const,
      id,
      title: name,
      lawyerId,
      language,
      organizationId,
      since: it.submittedAt ?? it.updatedAt,
      version,
    }))
    return { rows, total }
  },
  // One call for all kinds of articles, which are separate resources.
  article: async (_, signal) => {
    const input = { pageNum: 1, pageSize, status: 1, sortField: 'updatedAt', sortOrder: 'asc' } as const
    const { records, total } = await call('articles.getList', input, { signal })
    const rows = records.map(({ articleId, title, language, organizationId, version = 0, ...it }) => ({
      kind: 'article' as const,
      id: articleId,
      title,
      lawyerId: null,
      language,
      organizationId,
      since: it.updatedAt ?? it.publishAt ?? '',
      version,
    }))
    return { rows, total }
  },
}

const mayDecide = (can: CheckRight): Record<ListedKind, boolean> => ({
  registration: can(lawyers, 'pass'),
  card: can(cards, 'approve'),
  article: Object.values(articleKinds).some(it => can(it, 'pass')),
})

const isBefore = (since: string, moment: number) => Date.parse(since) < moment

/** Builds the queue for back-ends without a call for it. If some lists fail, the others are shown. */
const queueFromLists = async (
  provider: DataProvider,
  can: CheckRight,
  filter: QueueFilter,
  signal: AbortSignal,
): Promise<ReviewQueue> => {
  const dueSince = Date.now() - slaHours * hour
  const mayDecideKind = mayDecide(can)
  const request = (kind: ListedKind) =>
    mayDecideKind[kind]
      ? loadWaiting[kind](provider, signal)
      : Promise.resolve<QueuePage>({ rows: [], total: 0 })
  const requests = {
    registration: request('registration'),
    card: request('card'),
    article: request('article'),
  }
  const answers = await Promise.allSettled(Object.values(requests))
  const failed = answers.find(it => it.status === 'rejected')
  if (failed && answers.every(it => it.status === 'rejected')) throw failed.reason
  const pageOf = (kind: ListedKind) => requests[kind].catch((): QueuePage => ({ rows: [], total: 0 }))
  const pages = {
    registration: await pageOf('registration'),
    card: await pageOf('card'),
    article: await pageOf('article'),
  }
  const countOf = ({ rows, total }: QueuePage) => ({
    all: total,
    overdue: rows.filter(it => isBefore(it.since, dueSince)).length,
    oldest: rows[0]?.since ?? null,
  })
  const records = Object.values(pages)
    .flatMap(({ rows }) => rows)
    .map((row): QueueRow => ({
      ...row,
      isOverdue: isBefore(row.since, dueSince) ? 1 : 0,
      question: null,
      assigneeName: null,
      proposedOn: null,
      submittedBy: null,
    }))
    .filter(row => filter.kind === undefined || row.kind === filter.kind)
    .filter(row => filter.isOverdue === undefined || row.isOverdue === filter.isOverdue)
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
  const counts = {
    registration: countOf(pages.registration),
    card: countOf(pages.card),
    article: countOf(pages.article),
  }
  return { records, counts, slaHours }
}

/** Waiting items, oldest first; refetched every minute, because others decide too. */
export const useQueue = (filter: QueueFilter) => {
  const queue = useServedCall('reviews.queue')
  const provider = useDataProvider()
  const { can } = useRights()
  return useQuery<ReviewQueue>({
    queryKey: ['reviews', 'queue', filter, queue !== null],
    queryFn: ({ signal }) =>
      queue ? queue({ ...filter, pageSize }, { signal }) : queueFromLists(provider, can, filter, signal),
    staleTime: 0,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })
}

/**
 * Moves the two language versions of a person's card next to each other, so that they are reviewed together. Rows without a
 * valid id cannot be decided and are left out.
 */
export const pairLanguages = (records: readonly QueueRow[]): QueueRow[] => {
  const pairedKeys = new Set<string>()
  const rows = records.filter(it => it.id > 0)
  const languages = rows.filter(it => it.kind === 'card')
  return rows.flatMap(row => {
    if (pairedKeys.has(queueKeyOf(row))) return []
    const other =
      row.kind === 'card' && row.lawyerId != null
        ? languages.find(
            it =>
              it.lawyerId === row.lawyerId && it.language !== row.language && !pairedKeys.has(queueKeyOf(it)),
          )
        : undefined
    const group = other ? [row, other] : [row]
    group.forEach(it => pairedKeys.add(queueKeyOf(it)))
    return group
  })
}
