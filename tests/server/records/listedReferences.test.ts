import { afterAll, beforeAll, expect, test } from 'vitest'

import { reference, references, rows } from '../../../resources/kit/index.ts'
import type { Context } from '../../../server/context/context.ts'
import { readableNames } from '../../../server/records/readableNames.ts'
import { missingInLists } from '../../../server/services/directory/missingReferences.ts'
import { identifyPerson } from '../../../server/services/identity/session.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const fields = {
  lawyerIds: references('参加律师', 'lawyers', { max: 10 }),
  parts: rows('分工', { lawyerId: reference('律师', 'lawyers') }, { max: 5 }),
}

test('a list may not name records which the firm does not have', async () => {
  const { id } = app.world.people.get('13800000001')!
  const errors = await app.database.read(1, db => {
    return missingInLists({ db, firmId: 1 }, fields, {
      lawyerIds: [id, 999_999],
      parts: [{ lawyerId: id }, { lawyerId: 999_998 }],
    })
  })
  expect(errors).toEqual({
    lawyerIds: '所选的参加律师已不存在，请重新选择',
    'parts.1.lawyerId': '所选的律师已不存在，请重新选择',
  })
})

test('what a list has named before may stay when it no longer exists', async () => {
  const stored = { lawyerIds: [999_999], parts: [{ lawyerId: 999_998 }] }
  const errors = await app.database.read(1, db =>
    missingInLists({ db, firmId: 1 }, fields, { lawyerIds: [999_999, 999_997], parts: stored.parts }, stored),
  )
  expect(errors).toEqual({ lawyerIds: '所选的参加律师已不存在，请重新选择' })
})

test('only what the writer may read is named, also in the rows of a field', async () => {
  const nameFor = (account: string) =>
    app.database.read(1, async db => {
      const [one, other] = ['13800000002', '13800000001'].map(key => app.world.people.get(key)!.id)
      const found = await identifyPerson(db, app.world.people.get(account)!, app.clock.now())
      const { caller, switches } = found!
      const context = { db, firmId: 1, caller, switches, scope: 'self' } as Context
      const names = await readableNames(context, fields, [
        { lawyerIds: [one!, 999_999], parts: [{ lawyerId: other! }] },
      ])
      return [names['lawyerIds']!.get(one!), names['lawyerIds']!.get(999_999), names['lawyerId']!.get(other!)]
    })
  const label = (id: number) => `不可见或已删除（编号 ${id}）`
  const unknown = label(999_999)
  const { id: other } = app.world.people.get('13800000001')!
  expect(await nameFor('admin')).toEqual(['郑律师', unknown, '吴律师'])
  expect(await nameFor('branch')).toEqual(['郑律师', unknown, label(other)])
  expect(await nameFor('13800000002')).toEqual(['郑律师', unknown, label(other)])
})
