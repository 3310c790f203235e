import { firmDay } from '../../resources/kit/firmTime.ts'
import type { Population } from '../../resources/domain/role.ts'
import { notify, type Sender } from './notify.ts'

const register = '/app/lawyer/privacy'
const ownPage = '/app/user/account/settings'

type Asked = { kind: 1 | 2; dueAt: Date; name: string; organizationId: number }

const kindWord = { 1: '更正信息', 2: '删除信息' } as const

/** Notifies those who may answer the request. */
export const notifyPrivacyAsked = (sender: Sender, { kind, dueAt, name, organizationId }: Asked) =>
  notify(
    sender,
    {
      type: 6,
      title: `${name}提出个人信息请求`,
      content: `${name}请求${kindWord[kind]}，请在${firmDay(dueAt)}前答复。`,
      link: register,
    },
    { reviewing: 'privacy.handle', organizationId },
  )

/** Reminds those who may answer of the deadline, with one message for an office. */
export const notifyPrivacyDue = (sender: Sender, organizationId: number, names: readonly string[]) =>
  notify(
    { ...sender, caller: null },
    {
      type: 6,
      level: 2,
      title: '个人信息请求即将到期',
      content: `${names.slice(0, 5).join('、')}等${names.length}项个人信息请求即将到期，请尽快答复。`,
      link: register,
    },
    { reviewing: 'privacy.handle', organizationId },
  )

type Answered = { population: Population; userId: number; kind: 1 | 2 }

export const notifyPrivacyAnswered = (
  sender: Sender,
  { population, userId, kind }: Answered,
  { status, answer }: { status: 1 | 2; answer: string },
) =>
  notify(
    sender,
    {
      type: 1,
      title: status === 1 ? '您的个人信息请求已完成' : '您的个人信息请求被拒绝',
      content: `您的请求（${kindWord[kind]}）已有答复：${answer}`,
      link: ownPage,
    },
    { population, ids: [userId] },
  )
