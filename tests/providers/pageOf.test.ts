import { expect, test } from 'vitest'

import { pageOf } from '../../providers/pageOf.ts'
import { admins } from '../../resources/admins/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import type { AnyEntity, AnyRecord } from '../../resources/kit/index.ts'
import { chinese } from '../../resources/kit/translate.ts'

// A firm's own back-end may answer all rows at once; the browser sorts and pages them then.

const namesOf = async (
  entity: Pick<AnyEntity, 'title' | 'fields'>,
  rows: readonly object[],
  order: 'ASC' | 'DESC' = 'ASC',
) => {
  const { data } = await pageOf(
    entity,
    rows.map((row, id): AnyRecord => ({ id, ...row })),
    { sort: { field: 'name', order }, pagination: { page: 1, perPage: 10 }, filter: {} },
    chinese.formats,
  )
  return data.map(it => it['name'])
}

test('a search finds names as the server does: in full width, in capitals, and with a blank between characters', async () => {
  const rows = [{ name: 'Anna Li' }, { name: '张三' }, { name: '李四' }, { name: 'ＫＩＮＧ' }]
  const find = async (keyword: string) => {
    const { data } = await pageOf(
      lawyers,
      rows.map((row, id): AnyRecord => ({ id, ...row })),
      {
        sort: { field: 'name', order: 'ASC' },
        pagination: { page: 1, perPage: 10 },
        filter: { keyword },
      },
      chinese.formats,
    )
    return data.map(it => it['name'])
  }
  expect(await find('anna li')).toEqual(['Anna Li'])
  expect(await find('张　三')).toEqual(['张三'])
  expect(await find('king')).toEqual(['ＫＩＮＧ'])
  expect(await find('王')).toEqual([])
  expect(await find('')).toHaveLength(4)
})

test('people are sorted by the readings of their surnames', async () => {
  const rows = [{ name: '单雄' }, { name: '曾国' }, { name: '方安' }, { name: '仇和' }, { name: '安然' }]
  expect(await namesOf(lawyers, rows)).toEqual(['安然', '方安', '仇和', '单雄', '曾国'])
  expect(await namesOf(admins, rows, 'DESC')).toEqual(['曾国', '单雄', '仇和', '方安', '安然'])
})

test('a person is sorted by the spelling of the person’s own', async () => {
  const rows = [
    { name: '单雄', namePinyin: 'danxiong' },
    { name: '曾国', namePinyin: null },
    { name: '方安', namePinyin: 'fangan' },
    { name: '吕布', namePinyin: 'Lyu Bu' },
    { name: '马超' },
    { name: '陈方安生', namePinyin: 'Anson Chan' },
  ]
  expect(await namesOf(lawyers, rows)).toEqual(['陈方安生', '单雄', '方安', '吕布', '马超', '曾国'])
})
