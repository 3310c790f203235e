import { beforeAll, expect, test } from 'vitest'

import { decodeLicence } from '../../../resources/kit/licence.ts'
import { areas } from '../../../server/db/seed/areas.ts'
import { demoFixture } from '../../../server/db/seed/demoFirm.ts'
import { type FirmFixture, fixtureSchema } from '../../../server/db/seed/fixtureSchema.ts'
import { officialProfessions, positions, selfProfessions } from '../../../server/db/seed/reference.ts'

const password = 'a-demo-password'
let firm: FirmFixture

beforeAll(() => {
  const [first] = demoFixture(password).firms
  if (!first) throw new Error('the demo has no firm')
  firm = first
})

const cardsOf = (language: 'CN' | 'EN') => firm.cards.filter(it => it.language === language)
const has = (values: Iterable<unknown>, ...wanted: unknown[]) =>
  expect([...new Set(values)]).toEqual(expect.arrayContaining(wanted))

test('is the same on every call, and fits its own schema', () => {
  expect(demoFixture(password)).toEqual(demoFixture(password))
  expect(fixtureSchema.parse(demoFixture(password))).toEqual(demoFixture(password))
})

test('has a main office and three more, all in real districts', () => {
  expect(firm.offices.map(it => it.isMain)).toEqual([1, 0, 0, 0])
  has(
    areas.map(it => it.code),
    ...firm.offices.map(it => it.districtCode),
  )
})

test('has the accounts that the README names, at every level', () => {
  const levels = Object.fromEntries(firm.admins.map(it => [it.account, it.officeLevel]))
  expect(levels).toMatchObject({ admin: 1, admin2: 2, branch: 3, branch2: 4 })
  expect(firm.admins.filter(it => it.isSystem === 1).map(it => it.account)).toEqual(['system'])
  for (const office of firm.offices.slice(1))
    expect(firm.admins.filter(it => it.office === office.key && it.officeLevel === 3)).toHaveLength(1)
})

test('has 60 people in every state, with mobiles from 13800000001', () => {
  expect(firm.lawyers.map(it => it.mobile)).toEqual(
    Array.from({ length: 60 }, (_, index) => String(13_800_000_001 + index)),
  )
  has(
    firm.lawyers.map(it => it.status),
    0,
    1,
    2,
    3,
    4,
  )
  has(
    firm.lawyers.map(it => it.personType),
    1,
    2,
    3,
    4,
    5,
  )
  expect(firm.lawyers.filter(it => it.status === 1).length).toBeGreaterThan(40)
  expect(Math.max(...firm.lawyers.map(it => [...it.name].length))).toBe(20)
})

test('licence numbers agree with the person, and none is used twice', () => {
  const licensed = firm.lawyers.filter(it => it.personType === 1)
  expect(new Set(licensed.map(it => it.licenseNumber)).size).toBe(licensed.length)
  for (const lawyer of licensed) {
    const district = firm.offices.find(it => it.key === lawyer.office)?.districtCode ?? ''
    expect(decodeLicence(lawyer.licenseNumber ?? ''), lawyer.name).toMatchObject({
      provinceCode: `${district.slice(0, 2)}0000`,
      year: lawyer.firstPractisedYear,
      gender: lawyer.gender,
      practiceType: 1,
    })
  }
})

test('Chinese cards are in every state, hidden ones too', () => {
  has(
    cardsOf('CN').map(it => it.auditStatus),
    0,
    1,
    2,
    3,
  )
  has(
    cardsOf('CN').map(it => it.showStatus),
    0,
    1,
  )
  has(
    cardsOf('CN')
      .filter(it => it.auditStatus === 1)
      .map(it => it.isPublished ?? false),
    true,
    false,
  )
  has(
    cardsOf('CN')
      .filter(it => it.auditStatus === 3)
      .map(it => it.isPublished ?? false),
    true,
    false,
  )
})

test('a waiting change touches two to five fields and really differs', () => {
  const waiting = firm.cards.filter(it => it.auditStatus === 1 && it.isPublished)
  expect(waiting.length).toBeGreaterThan(7)
  for (const { lawyer, content, before, absentBefore } of waiting) {
    const fields = Object.keys(before) as (keyof typeof before)[]
    expect(fields.length + absentBefore.length, lawyer).toBeGreaterThanOrEqual(2)
    expect(fields.length + absentBefore.length, lawyer).toBeLessThanOrEqual(5)
    for (const field of fields) expect(content[field], `${lawyer} ${field}`).not.toEqual(before[field])
  }
})

test('every rejected card says why, at fields', () => {
  for (const card of firm.cards.filter(it => it.auditStatus === 3)) {
    expect(card.auditReason).toBeTruthy()
    expect(card.auditItems?.length).toBeGreaterThan(0)
  }
})

test('about 15 people have an English card', () => {
  expect(cardsOf('EN').length).toBeGreaterThanOrEqual(14)
  expect(cardsOf('EN').filter(it => /\p{Script=Han}/u.test(it.content.intro ?? ''))).toEqual([])
})

test('introductions are not one template', () => {
  const bodies = cardsOf('CN').flatMap(it => it.content.intro?.split('\n')[1] ?? [])
  expect(new Set(bodies).size).toBeGreaterThanOrEqual(25)
  expect(new Set(cardsOf('CN').map(it => it.content.intro)).size).toBeGreaterThan(45)
})

test('positions and professions of the cards are those of the reference data', () => {
  const official = officialProfessions.flatMap(it => [it, ...(it.children ?? [])])
  const known = [...official.map(it => `official:${it.code}`), ...selfProfessions.map(it => `self:${it.key}`)]
  has(known, ...firm.cards.flatMap(it => it.content.professions ?? []))
  has(
    positions.map(it => it.postCode),
    ...firm.cards.flatMap(it => it.content.position ?? []),
  )
})

test('reviewers have unread messages, and somebody has read some', () => {
  const unread = firm.messages.filter(it => 'admin' in it.to && it.to.admin === 'admin' && it.status === 0)
  expect(unread.length).toBeGreaterThan(10)
  has(
    firm.messages.map(it => it.status),
    0,
    1,
  )
})
