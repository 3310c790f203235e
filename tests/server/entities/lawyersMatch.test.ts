import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { cards, lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const create = async (values: object) => {
  const list = [{ organizationId: stage.organizationId, personType: 2, ...values }]
  const { rows } = await stage.admin.call('lawyers.addList', { list } as never)
  return rows[0]!.id!
}
const match = async (names: string[], account = 'admin') =>
  (await app.as(account)).call('lawyers.matchNames', { names })

test('names of files are matched by mobile, licence number or name, in the caller’s scope', async () => {
  const licenseNumber = '13101202010997001'
  const id = await create({ name: '相片甲', mobile: '13377000001', licenseNumber })
  const [first, second] = [
    await create({ name: '相片重名', mobile: '13377000002' }),
    await create({
      name: '相片重名',
      mobile: '13377000003',
      organizationId: app.world.offices.get('东所')!,
    }),
  ]
  const names = [
    '13377000001',
    `证件照 ${licenseNumber}`,
    '相片甲',
    '相片甲 (2)',
    '１３３７７０００００１ 甲',
    '13377000009 相片甲',
    '相片重名',
    '没有的人',
    '   ',
    '01-相片甲',
    '1.相片甲_证件照',
    '相片甲律师',
    '诉讼部 相片甲（白底）',
    '相　片甲-副本',
    '相片甲和同事',
    '相片甲-相片重名',
  ]
  const answer = await match(names)
  expect(answer.map(({ by, people }) => [by, people.map(person => person.id)])).toEqual([
    ['mobile', [id]],
    ['licenseNumber', [id]],
    ['name', [id]],
    ['name', [id]],
    ['mobile', [id]],
    // A number that belongs to nobody is not overruled by the name beside it.
    ['mobile', []],
    ['name', [first, second]],
    ['name', []],
    ['name', []],
    ['name', [id]],
    ['name', [id]],
    ['name', [id]],
    ['name', [id]],
    ['name', [id]],
    ['name', []],
    // Several people are named to the user, who chooses by the name of the file.
    ['name', [id, first, second]],
  ])
  expect(answer[0]!.people[0]).toEqual({
    id,
    name: '相片甲',
    officeName: '总所',
    version: 1,
    hasPicture: 0,
    cards: [],
  })
  const branch = await match(['相片甲', '13377000001', '相片重名'], 'branch')
  expect(branch.map(({ people }) => people.map(person => person.id))).toEqual([[], [], [second]])
  await expect(match(['相片甲'], 'system')).rejects.toMatchObject({ code: '4030' })
})

test('pictures are given to several people in one batch, which is undone at once', async () => {
  const ids = [
    await create({ name: '相片乙', mobile: '13377000011' }),
    await create({ name: '相片丙', mobile: '13377000012' }),
  ]
  const avatarOf = async (id: number) => {
    const [row] = await app.database.read(1, db =>
      db
        .select({ avatar: lawyers.avatar })
        .from(lawyers)
        .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, id))),
    )
    return row!.avatar
  }
  const line = (id: number, avatar: string) => JSON.stringify({ id, version: 1, values: { avatar } })
  // An address that the form of one person refuses is refused here, too.
  const { rows } = await stage.admin.call('bulkRuns.rows', {
    resource: 'lawyers',
    lines: [line(ids[0]!, 'javascript:alert(1)')],
    dryRun: 1,
  })
  expect(rows[0]!.messages).toHaveLength(1)
  const addresses = ids.map(id => `/api/files/1/1-1/portrait${id}.webp`)
  const { id: run } = await stage.admin.call('bulkRuns.rows', {
    resource: 'lawyers',
    lines: ids.map((id, index) => line(id, addresses[index]!)),
  })
  await app.runJobs()
  expect(await Promise.all(ids.map(avatarOf))).toEqual(addresses)
  await stage.admin.call('bulkRuns.undo', { id: run! })
  await app.runJobs()
  expect(await Promise.all(ids.map(avatarOf))).toEqual([null, null])
})

test('the cards of a person are named with their version, and get the picture at once where they are published', async () => {
  const published = await stage.publishedCard()
  const waiting = await stage.submittedCard()
  const mobilesOf = async (ids: number[]) => {
    const rows = await app.database.read(1, db =>
      db
        .select({ id: lawyers.id, mobile: lawyers.mobile })
        .from(lawyers)
        .where(and(eq(lawyers.firmId, 1), inArray(lawyers.id, ids))),
    )
    return ids.map(id => rows.find(row => row.id === id)!.mobile!)
  }
  const people = await match(await mobilesOf([published.lawyerId, waiting.lawyerId]))
  expect(people.map(({ people: [person] }) => person!.cards.map(card => card.id))).toEqual([
    [published.id],
    [waiting.id],
  ])
  const avatar = '/api/files/1/1-1/portraitOfCards.webp'
  const lines = people.flatMap(({ people: [person] }) =>
    person!.cards.map(({ id, version }) => JSON.stringify({ id, version, values: { avatar } })),
  )
  await stage.admin.call('bulkRuns.rows', { resource: 'cards', lines })
  await app.runJobs()
  const [shown, waits] = await app.database.read(1, db =>
    db
      .select({ published: cards.published, content: cards.content, auditStatus: cards.auditStatus })
      .from(cards)
      .where(and(eq(cards.firmId, 1), inArray(cards.id, [published.id, waiting.id])))
      .orderBy(asc(cards.id)),
  )
  expect(shown!.published).toMatchObject({ avatar })
  expect(waits).toMatchObject({ auditStatus: 1, content: { avatar } })
})
