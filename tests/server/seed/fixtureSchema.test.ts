import { expect, test } from 'vitest'

import { type FirmInput, fixtureSchema } from '../../../server/db/seed/fixtureSchema.ts'

const firm: FirmInput = {
  firmId: 2,
  name: '第二律师事务所',
  offices: [{ key: 'main', isMain: 1, name: '第二律师事务所' }],
}
const issuesOf = (input: unknown) => fixtureSchema.safeParse(input).error?.issues ?? []
const messagesOf = (input: unknown) => issuesOf(input).map(it => it.message)

test('a firm needs little more than a name and an office', () => {
  const input = {
    ...firm,
    lawyers: [{ name: '张三', mobile: '13900000001' }],
    admins: [{ account: 'boss', officeLevel: 1 }],
    cards: [{ lawyer: '13900000001' }],
    messages: [{ to: { admin: 'boss' }, title: '您好', content: '欢迎使用' }],
  }
  const [parsed] = fixtureSchema.parse({ firms: [input] }).firms
  expect(parsed).toMatchObject({
    lawyers: [{ status: 1, personType: 1 }],
    cards: [{ language: 'CN', auditStatus: 2 }],
  })
})

test.each([
  ['a card of nobody', { cards: [{ lawyer: 'nobody' }] }, 'no such key in lawyers: nobody'],
  [
    'an admin of no office',
    { admins: [{ account: 'boss', officeLevel: 1, office: 'x' }] },
    'no such key in offices: x',
  ],
  [
    'a message to nobody',
    { messages: [{ to: { admin: 'x' }, title: '您好', content: '您好' }] },
    'no such key in admins: x',
  ],
  ['no main office', { offices: [{ key: 'a', name: '分所' }] }, 'exactly one office has isMain 1'],
  [
    'one mobile twice',
    {
      lawyers: [
        { name: '张三', mobile: '13900000001' },
        { name: '李四', mobile: '13900000001' },
      ],
    },
    'used twice in lawyers: 13900000001',
  ],
])('refuses %s', (_, change, message) => {
  expect(messagesOf({ firms: [{ ...firm, ...change }] })).toContain(message)
})

test('names the field whose key refers to nothing', () => {
  const articles = [{ kind: 1, type: '律所新闻', title: '标题', lawyers: ['nobody'] }]
  expect(issuesOf({ firms: [{ ...firm, articles }] })).toMatchObject([
    { message: 'no such key in lawyers: nobody', path: ['firms', 0, 'articles', 'lawyers'] },
  ])
})

const admins = ['one', 'two', 'three'].map(account => ({ account, officeLevel: 1 }))
const notice = { title: '通知', content: '全体周知' }

test('turns a message with several recipients into one for each, read by those who have read it', () => {
  const messages = [
    { ...notice, to: admins.map(it => ({ admin: it.account })), readBy: [{ admin: 'two' }] },
    { ...notice, to: { admin: 'one' }, status: 1 },
  ]
  const fixture = fixtureSchema.parse({ firms: [{ ...firm, admins, messages }] })
  expect(fixture.firms[0]?.messages.map(it => [it.to, it.status])).toEqual([
    [{ admin: 'one' }, 0],
    [{ admin: 'two' }, 1],
    [{ admin: 'three' }, 0],
    [{ admin: 'one' }, 1],
  ])
  expect(fixtureSchema.parse(fixture)).toEqual(fixture)
})

test('refuses readers of a message who are not among its recipients', () => {
  const messages = [{ ...notice, to: [{ admin: 'one' }], readBy: [{ admin: 'two' }] }]
  expect(messagesOf({ firms: [{ ...firm, admins, messages }] })).toContain('no receiver: admin two')
})

test('accepts an introduction as a text or a list of paragraphs', () => {
  const lawyers = [{ name: '张三', mobile: '13900000001' }]
  const introOf = (intro: unknown) => {
    const cards = [{ lawyer: '13900000001', content: { intro } }]
    return fixtureSchema.parse({ firms: [{ ...firm, lawyers, cards }] }).firms[0]?.cards[0]?.content.intro
  }
  expect(introOf(['第一段。', '第二段。'])).toBe('第一段。\n第二段。')
  expect(introOf('第一段。\n第二段。')).toBe('第一段。\n第二段。')
  expect(() => introOf([])).toThrow(/intro/)
})

test('refuses unknown keys and a firmId used twice', () => {
  expect(messagesOf({ firms: [{ ...firm, colour: 'blue' }] })).not.toEqual([])
  expect(messagesOf({ firms: [firm, firm] })).toContain('a firmId is used twice')
})
