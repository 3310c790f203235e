import { keysOf } from '../../resources/kit/objects.ts'
import { notify, type Sender } from './notify.ts'

export const overdueKinds = {
  registration: {
    noun: '注册申请',
    reviewing: 'lawyer.pass',
    bizType: 'lawyer',
    page: (id: number) => `/app/lawyer/${id}`,
  },
  card: {
    noun: '名片',
    reviewing: 'card.audit',
    bizType: 'card',
    page: (id: number) => `/app/card/detail/${id}`,
  },
  article: {
    noun: '内容',
    reviewing: 'article.pass',
    bizType: 'article',
    page: (id: number) => `/app/cms/preview/${id}`,
  },
  transfer: {
    noun: '转所申请',
    reviewing: 'lawyer.transfer',
    bizType: 'transfer',
    page: () => '/app/lawyer/transfers',
  },
  // A proposal has no page besides the review desk.
  proposal: {
    noun: '代理建议',
    reviewing: 'proposal.decide',
    bizType: 'proposal',
    page: () => '/app/card/review?kind=proposal&overdue=1',
  },
} as const
export type OverdueKind = keyof typeof overdueKinds

type OverdueItem = { id: number; title: string }

/** Sends one message about all these items of one office to these administrators, who may decide about them. */
export const notifyOverdue = (
  sender: Sender,
  kind: OverdueKind,
  ids: readonly number[],
  items: readonly [OverdueItem, ...OverdueItem[]],
  { slaHours, deskPath }: { slaHours: number; deskPath: string | null },
) => {
  const { noun, bizType, page } = overdueKinds[kind]
  const [first] = items
  const names = items
    .slice(0, 5)
    .map(it => it.title)
    .join('、')
  const { length: count } = items
  const isOnly = count === 1
  const link = isOnly ? page(first.id) : deskPath
  return notify(
    { ...sender, caller: null },
    {
      type: 6,
      title: isOnly ? `${noun}待审核已超时` : `${count}项${noun}待审核已超时`,
      content:
        count > 5
          ? `${names}等${count}项已等待超过${slaHours}小时，请尽快审核。`
          : `${names}已等待超过${slaHours}小时，请尽快审核。`,
      ...(isOnly && { bizType, bizId: first.id }),
      ...(link !== null && { link }),
    },
    { population: 1, ids },
  )
}

const counted: Record<OverdueKind, (count: number) => string> = {
  registration: count => `注册申请${count}项`,
  card: count => `名片${count}项`,
  article: count => `内容${count}项`,
  transfer: count => `转所申请${count}项`,
  proposal: count => `代理建议${count}项`,
}

/** What awaits the decision of a reviewer. */
export type Digest = { counts: Partial<Record<OverdueKind, number>>; overdue: number }

/** Sends reviewers the digest of the day, all of them the same one. */
export const notifyDigest = (
  sender: Sender,
  { counts, overdue }: Digest,
  { slaHours, link }: { slaHours: number; link: string | null },
  ids: readonly number[],
) => {
  const waiting = keysOf(overdueKinds).flatMap(kind => (counts[kind] ? [[kind, counts[kind]] as const] : []))
  const count = waiting.reduce((sum, [, number]) => sum + number, 0)
  const parts = waiting.map(([kind, number]) => counted[kind](number)).join('、')
  return notify(
    sender,
    {
      type: 6,
      title: `今日${count}项待审`,
      content:
        overdue > 0 ? `等待审核：${parts}。其中${overdue}项已超过${slaHours}小时。` : `等待审核：${parts}。`,
      ...(link !== null && { link }),
    },
    { population: 1, ids },
  )
}
