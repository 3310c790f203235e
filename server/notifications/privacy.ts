import { firmDay } from '../../resources/kit/firmTime.ts'
import type { Population } from '../../resources/domain/role.ts'
import { notify, type Sender } from './notify.ts'

const register = '/app/lawyer/privacy'
const ownPage = '/app/user/account/settings'

type Asked = { kind: 1 | 2; dueAt: Date; name: string; organizationId: number }

/** What the person demands, in the words of the register. */
export const demandOf = (kind: 1 | 2) => (kind === 1 ? '更正信息' : '删除信息')

/** Notifies those who may answer the request. */
export const notifyPrivacyAsked = (sender: Sender, { kind, dueAt, name, organizationId }: Asked) => {
  const [demand, day] = [demandOf(kind), firmDay(dueAt)]
  return notify(
    sender,
    {
      type: 6,
      title: `${name}提出个人信息请求`,
      content: `${name}请求${demand}，请在${day}前答复。`,
      link: register,
    },
    { reviewing: 'privacy.handle', organizationId },
  )
}

/** Reminds those who may answer of the deadline, with one message for an office. */
export const notifyPrivacyDue = (sender: Sender, organizationId: number, people: readonly string[]) => {
  const names = people.slice(0, 5).join('、')
  const count = people.length
  return notify(
    { ...sender, caller: null },
    {
      type: 6,
      level: 2,
      title: '个人信息请求即将到期',
      content: `${names}等${count}项个人信息请求即将到期，请尽快答复。`,
      link: register,
    },
    { reviewing: 'privacy.handle', organizationId },
  )
}

type Answered = { population: Population; userId: number; kind: 1 | 2 }

export const notifyPrivacyAnswered = (
  sender: Sender,
  { population, userId, kind }: Answered,
  { status, answer }: { status: 1 | 2; answer: string },
) => {
  const demand = demandOf(kind)
  return notify(
    sender,
    {
      type: 1,
      title: status === 1 ? '您的个人信息请求已完成' : '您的个人信息请求被拒绝',
      content: `您的请求（${demand}）已有答复：${answer}`,
      link: ownPage,
    },
    { population, ids: [userId] },
  )
}
