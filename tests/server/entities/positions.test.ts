import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { cards } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const draft = (postName: string, postCode: string) => ({
  postName,
  postCode,
  postLevel: 20,
  isPartner: 0 as const,
  needLicence: 1 as const,
  sort: 0,
  enabled: '1' as const,
})

const addCard = (account: string, postName: string, postCode: string) => {
  const { id, organizationId, name } = app.world.people.get(account)!
  const workPosition = { postName, postCode }
  return app.database.write(1, db =>
    db.insert(cards).values({
      firmId: 1,
      lawyerId: id,
      organizationId,
      language: 'CN',
      name,
      postCode,
      content: { workPosition },
      published: { workPosition },
    }),
  )
}

test('counts its own cards, passes a new code on to them, and is replaced before deletion when in use', async () => {
  const admin = await app.as('admin')
  const used = await admin.call('positions.add', draft('律师', 'Associate'))
  const spare = await admin.call('positions.add', draft('合伙人', 'Partner'))
  await addCard('13800000001', '律师', 'Associate')
  await addCard('13800000002', '律师', 'Associate')

  const counts = async () => {
    const rows = await admin.call('positions.post', {})
    return Object.fromEntries(rows.map(it => [it.postName, it.useCount]))
  }
  expect(await counts()).toEqual({ 律师: 2, 合伙人: 0 })

  await admin.call('positions.update', { postId: used.postId, version: 1, postCode: 'Senior Associate' })
  expect(await counts()).toEqual({ 律师: 2, 合伙人: 0 })
  const [card] = await app.database.read(1, db => db.select().from(cards))
  expect([card!.content['workPosition'], card!.published!['workPosition']]).toEqual([
    { postName: '律师', postCode: 'Senior Associate' },
    { postName: '律师', postCode: 'Senior Associate' },
  ])

  await expect(admin.call('positions.remove', { postId: used.postId })).rejects.toMatchObject({
    code: '4093',
    data: { refs: [{ type: 'cards', count: 2 }] },
  })
  await admin.call('positions.remove', { postId: used.postId, moveTo: spare.postId })
  expect(await counts()).toEqual({ 合伙人: 2 })
})

test('is renamed and replaced on the public card and in a scheduled change too, whatever the working copy has', async () => {
  const admin = await app.as('admin')
  const present = await admin.call('positions.add', draft('主办律师', 'Attorney'))
  const next = await admin.call('positions.add', draft('主任', 'Director'))
  const other = await admin.call('positions.add', draft('资深主任', 'Senior Director'))
  const [attorney, director] = [
    { postName: '主办律师', postCode: 'Attorney' },
    { postName: '主任', postCode: 'Director' },
  ]
  await addCard('13800000003', '主办律师', 'Attorney')
  const ofLawyer = eq(cards.lawyerId, app.world.people.get('13800000003')!.id)
  const scheduled = {
    patch: { workPosition: director },
    before: { workPosition: attorney },
    byId: 1,
    byName: '赵主任',
  }
  await app.database.write(1, db =>
    db
      .update(cards)
      .set({
        postCode: 'Director',
        content: { workPosition: director },
        scheduled,
        effectiveAt: new Date(app.clock.now().getTime() + 24 * 3_600_000),
      })
      .where(ofLawyer),
  )
  const positionsOn = async () => {
    const [card] = await app.database.read(1, db => db.select().from(cards).where(ofLawyer))
    const { content, published, scheduled: change } = card!
    return [content, published, change!.before, change!.patch].map(it => it!.workPosition!.postName)
  }
  await admin.call('positions.update', { postId: present.postId, version: 1, postName: '主办' })
  expect(await positionsOn()).toEqual(['主任', '主办', '主办', '主任'])
  await expect(admin.call('positions.remove', { postId: present.postId })).rejects.toMatchObject({
    code: '4093',
    data: { refs: [{ type: 'cards', count: 1 }] },
  })
  await admin.call('positions.remove', { postId: present.postId, moveTo: other.postId })
  expect(await positionsOn()).toEqual(['主任', '资深主任', '资深主任', '主任'])
  await admin.call('positions.remove', { postId: next.postId, moveTo: other.postId })
  expect(await positionsOn()).toEqual(['资深主任', '资深主任', '资深主任', '资深主任'])
})

test('refuses a name or code that the firm has already, at the field', async () => {
  const admin = await app.as('admin')
  await admin.call('positions.add', draft('顾问', 'Of Counsel'))
  await expect(admin.call('positions.add', draft('顾问', 'Counsel'))).rejects.toMatchObject({
    data: { errors: { postName: '该职位名称已存在' } },
  })
  await expect(admin.call('positions.add', draft('资深律师', 'Of Counsel'))).rejects.toMatchObject({
    data: { errors: { postCode: '该职位编码（英文名称）已存在' } },
  })
})
