import { afterAll, beforeAll, expect, test } from 'vitest'

import { reference, references, rows } from '../../../resources/kit/index.ts'
import type { Context } from '../../../server/context/context.ts'
import { missingInLists } from '../../../server/records/references.ts'
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
    // What a query needs of the context of a call.
    const context = { db, firmId: 1 } as Context
    return missingInLists(context, fields, {
      lawyerIds: [id, 999_999],
      parts: [{ lawyerId: id }, { lawyerId: 999_998 }],
    })
  })
  expect(errors).toEqual({
    lawyerIds: '所选的参加律师已不存在，请重新选择',
    'parts.1.lawyerId': '所选的律师已不存在，请重新选择',
  })
})
