import type { MessageInput } from '../fixtureSchema.ts'
import { rejections, waitingChanges, waitingFirst } from './cardChanges.ts'
import { people, personOf, type OfficeKey, type Person } from './people.ts'

const reviewers: Record<OfficeKey, string[]> = {
  shanghai: ['admin', 'admin2'],
  beijing: ['admin', 'branch', 'branch2'],
  shenzhen: ['admin', 'shenzhen'],
  chengdu: ['admin', 'chengdu'],
}

const toReviewers = (person: Person, message: Omit<MessageInput, 'to'>): MessageInput[] =>
  reviewers[person.office].map(admin => ({ to: { admin }, ...message }))

const submittedOf = (number: number, createdAt: string, what: string): MessageInput[] => {
  const person = personOf(number)
  return toReviewers(person, {
    type: 3,
    title: '名片待审核',
    content: `${person.name}提交了名片${what},请及时审核。`,
    about: { card: person.key },
    senderName: person.name,
    createdAt,
  })
}

const waiting = (): MessageInput[] => [
  ...Object.entries(waitingFirst).flatMap(([number, at]) => submittedOf(Number(number), at, '')),
  ...Object.entries(waitingChanges).flatMap(([number, change]) =>
    submittedOf(Number(number), change.submittedAt, '修改'),
  ),
]

const sentBack = (): MessageInput[] =>
  Object.entries(rejections).map(([number, rejection], index) => ({
    to: { lawyer: personOf(Number(number)).key },
    type: 3,
    title: '名片未通过审核',
    content: `原因:${rejection.reason}`,
    level: 2,
    about: { card: personOf(Number(number)).key },
    senderName: rejection.auditedBy,
    status: index % 2 === 0 ? 0 : 1,
    createdAt: rejection.auditedAt,
  }))

const registered = (): MessageInput[] =>
  people
    .filter(it => it.status === 0)
    .flatMap(person =>
      toReviewers(person, {
        type: 2,
        title: '新的注册申请',
        content: `${person.name}申请注册,请核对身份后处理。`,
        about: { lawyer: person.key },
        createdAt: `-${person.number % 5}d`,
      }),
    )

const approved = (): MessageInput[] =>
  [1, 2, 3, 5, 6, 7, 8, 12].map((number, index) => ({
    to: { lawyer: personOf(number).key },
    type: 3,
    title: '名片已通过审核',
    content: '您的名片已发布,可在小程序中查看。',
    about: { card: personOf(number).key },
    senderName: '顾清衡',
    status: index < 2 ? 0 : 1,
    createdAt: `-${39 + number}d`,
  }))

const announcement = {
  type: 7,
  title: '关于更新名片照片的通知',
  content: '请各位同事在本月底前检查名片照片与职务信息,需要拍摄正装照的同事请联系所在办公室行政预约。',
  senderName: '钟毓',
  createdAt: '-6d',
} as const

const announced = (): MessageInput[] =>
  people
    .filter(it => it.status === 1)
    .map(person => ({ to: { lawyer: person.key }, ...announcement, status: person.number % 3 === 0 ? 1 : 0 }))

const notices: MessageInput[] = ['admin', 'admin2', 'branch', 'branch2', 'shenzhen', 'chengdu', 'system'].map(
  admin => ({
    to: { admin },
    type: 1,
    title: '系统维护通知',
    content: '本周六 23:00 至次日 1:00 进行例行维护,期间可能短暂无法访问。',
    status: admin === 'admin' ? 1 : 0,
    createdAt: '-9d',
  }),
)

export const demoMessages = (): MessageInput[] => [
  ...waiting(),
  ...sentBack(),
  ...registered(),
  ...approved(),
  ...announced(),
  ...notices,
]
