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
} as const
export type OverdueKind = keyof typeof overdueKinds

type OverdueItem = { id: number; title: string }

/** Sends one message about all these items of one office to everybody who may decide about them. */
export const notifyOverdue = (
  sender: Sender,
  kind: OverdueKind,
  organizationId: number,
  items: readonly [OverdueItem, ...OverdueItem[]],
  { slaHours, deskPath }: { slaHours: number; deskPath: string | null },
) => {
  const { noun, reviewing, bizType, page } = overdueKinds[kind]
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
    { reviewing, organizationId },
  )
}
