import { afterAll, beforeAll, expect, test } from 'vitest'

import { loadNameReadings, comparePeopleBy } from '../../../providers/nameOrder.ts'
import { lawyers } from '../../../server/db/tables.ts'
import { lawyerKeys } from '../../../server/services/directory/nameKeys.ts'
import { nameReader } from '../../../server/services/directory/pinyin.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { manyNames } from '../../support/manyNames.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

test('the database sorts names as the browser', async () => {
  const organizationId = app.world.offices.get('东所')!
  const people = manyNames.map((name, at) => {
    const { full, initials } = nameReader.pinyin(name)
    const texts = { name, namePinyin: full, nameInitials: initials, mobile: String(15_000_000_000 + at) }
    return {
      ...texts,
      ...lawyerKeys(texts),
      firmId: 1,
      organizationId,
      personType: 1 as const,
      codeKey: `order${at}`,
      status: 1 as const,
    }
  })
  await app.database.write(1, async db => {
    for (let from = 0; from < people.length; from += 200)
      await db.insert(lawyers).values(people.slice(from, from + 200))
  })
  const admin = await app.as('admin')
  const listed: string[] = []
  for (let page = 1; listed.length < people.length; page++) {
    const { records } = await admin.call('lawyers.pageList', {
      keyword: '150000',
      sortField: 'name',
      sortOrder: 'asc',
      pageNum: page,
      pageSize: 200,
    })
    if (records.length === 0) break
    listed.push(...records.map(it => it.name))
  }
  const compare = comparePeopleBy(await loadNameReadings())
  expect(listed).toEqual(
    manyNames
      .map(name => ({ name }))
      .toSorted(compare)
      .map(it => it.name),
  )
})
