import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lawyers } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let ids: Record<string, number>
beforeAll(async () => {
  app = await startApp()
  const admin = await app.as('admin')
  const organizationId = app.world.offices.get('总所')!
  const names = ['张　三', '吕布', '阿卜杜拉•买买提', '单志远', '葛\u{E0100}城']
  const { rows } = await admin.call('lawyers.addList', {
    list: names.map((name, index) => ({
      name,
      mobile: `(+86) 137-0000-000${index}`,
      organizationId,
      personType: 3,
    })),
  })
  ids = Object.fromEntries(rows.map(({ id }, index) => [names[index]!, id!]))
})
afterAll(() => app.close())

const search = async (keyword: string) => {
  const { records } = await (await app.as('admin')).call('lawyers.pageList', { keyword })
  return records.map(it => it.id)
}

test('names and mobiles are stored in one form', async () => {
  const rows = await app.database.read(1, db => db.select().from(lawyers))
  const added = rows.filter(({ id }) => Object.values(ids).includes(id))
  expect(added.map(it => it.name).toSorted()).toEqual(
    ['张三', '吕布', '阿卜杜拉·买买提', '单志远', '葛\u{E0100}城'].toSorted(),
  )
  expect(added.map(it => it.mobile).toSorted()[0]).toBe('13700000000')
})

describe('a person is found', () => {
  test.each([
    ['张　三', ['张三', '张 三', '张　三', 'zhang san', 'ZhangSan', 'zhāng sān', 'ｚｈａｎｇ', 'zs']],
    ['吕布', ['lü', 'lübu', 'lvbu', 'lyubu', 'LYU BU', 'lǚ bù']],
    ['阿卜杜拉•买买提', ['阿卜杜拉·买买提', '阿卜杜拉・买', '拉•买']],
    [
      '单志远',
      ['shanzhiyuan', 'danzhiyuan', 'chan zhi yuan', 'szy', 'dzy', '137 0000 0003', '+86 137-0000-0003'],
    ],
    ['葛\u{E0100}城', ['葛城', '葛\u{E0101}城', 'gecheng']],
  ])('%s', async (name, keywords) => {
    for (const keyword of keywords) expect(await search(keyword), keyword).toContain(ids[name])
  })

  test('and nobody else', async () => {
    expect(await search('zhang san feng')).toEqual([])
    expect(await search('137 0000 0003')).toEqual([ids['单志远']])
  })
})

test('the wildcards of LIKE stay literal in every form', async () => {
  for (const keyword of ['%', '_', '137 %', 'zhang_san']) expect(await search(keyword), keyword).toEqual([])
})
