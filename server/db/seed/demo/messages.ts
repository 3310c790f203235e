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

const announcements = [
  {
    announcement: 'photos',
    title: '关于更新名片照片的通知',
    content: '请各位同事在本月底前检查名片照片与职务信息,需要拍摄正装照的同事请联系所在办公室行政预约。',
    createdAt: '-6d',
  },
  {
    announcement: 'assessment',
    title: '年度考核材料提交安排',
    content:
      '本年度考核材料请于12月15日前交所在办公室行政。材料清单:执业证复印件、业务培训证明、年度执业总结。',
    level: 2,
    createdAt: '-2d',
  },
] as const

const administrators = ['admin', 'admin2', 'branch', 'branch2', 'shenzhen', 'chengdu']

/** Each is read by about a third of the firm, by others each time. */
const announced = (): MessageInput[] =>
  announcements.flatMap((announcement, round) => {
    const shared = { type: 7, senderName: '钟毓', ...announcement } as const
    const isRead = (index: number) => ((index + round) % 3 === 0 ? 1 : 0)
    return [
      ...people
        .filter(it => it.status === 1)
        .map(person => ({ ...shared, to: { lawyer: person.key }, status: isRead(person.number) }) as const),
      // Whoever announced it, admin2, has no letter of his own.
      ...administrators
        .filter(it => it !== 'admin2')
        .map((admin, index) => ({ ...shared, to: { admin }, status: isRead(index) }) as const),
    ]
  })

const notices: MessageInput[] = [...administrators, 'system'].map(admin => ({
  to: { admin },
  type: 1,
  title: '系统维护通知',
  content: '本周六 23:00 至次日 1:00 进行例行维护,期间可能短暂无法访问。',
  status: admin === 'admin' ? 1 : 0,
  createdAt: '-9d',
}))

export const demoMessages = (): MessageInput[] => [
  ...waiting(),
  ...sentBack(),
  ...registered(),
  ...approved(),
  ...announced(),
  ...notices,
]
