import { expect, test } from 'vitest'

import { type FirmInput, fixtureSchema } from '../../../server/db/seed/fixtureSchema.ts'

const firm: FirmInput = {
  firmId: 2,
  name: '第二律师事务所',
  offices: [{ key: 'main', isMain: 1, name: '第二律师事务所' }],
}
const faultsOf = (input: unknown) => fixtureSchema.safeParse(input).error?.issues.map(it => it.message) ?? []

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
  expect(faultsOf({ firms: [{ ...firm, ...change }] })).toContain(message)
})

test('refuses unknown keys and a firmId used twice', () => {
  expect(faultsOf({ firms: [{ ...firm, colour: 'blue' }] })).not.toEqual([])
  expect(faultsOf({ firms: [firm, firm] })).toContain('a firmId is used twice')
})
