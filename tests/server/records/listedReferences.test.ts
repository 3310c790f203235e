import { afterAll, beforeAll, expect, test } from 'vitest'

import { reference, references, rows } from '../../../resources/kit/index.ts'
import { missingInLists } from '../../../server/services/directory/missingReferences.ts'
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
