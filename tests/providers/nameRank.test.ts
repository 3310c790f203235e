import { polyphonic } from 'pinyin-pro'
import { describe, expect, test } from 'vitest'

import { inRankOrder, type SearchableName, rankOf } from '../../src/fields/comboBox/nameRank.ts'
import { otherNamesOf } from '../../src/fields/area/usePlaces.ts'
import { allAreas } from '../../server/db/places/areas.ts'

const readingsOf = (character: string) =>
  polyphonic(character, { toneType: 'none', type: 'array', v: true })[0] ?? []

const found = (names: readonly (string | SearchableName)[], typed: string) =>
  inRankOrder(
    names.map(it => (typeof it === 'string' ? { name: it } : it)),
    it => rankOf(it, typed, readingsOf),
  ).map(it => it.name)

const places = allAreas
  .toSorted((one, other) => one.level - other.level)
  .map(({ name, pinyin }) => ({ name, pinyin, otherNames: otherNamesOf(name, it => it) }))

describe('the search in a choice', () => {
  test('finds whole names first, then whole syllables, then half ones, then initials', () => {
    const names = ['安徽省', '华西湖畔', '西华县', '西湖区', '宁夏回族自治区', '溪湖']
    expect(found(names, 'xihu')).toEqual(['溪湖', '西湖区', '华西湖畔', '西华县'])
    expect(found(names, 'xih')).toEqual(['西华县', '西湖区', '溪湖', '华西湖畔'])
    expect(found(names, 'xh').slice(0, 3)).toEqual(['西华县', '西湖区', '溪湖'])
    expect(found(names, 'xhq')).toEqual(['西湖区'])
  })

  test('does not skip syllables', () => {
    expect(found(['浙江省', '内蒙古自治区', '省直辖县级行政区划'], 'zhej')).toEqual(['浙江省'])
    expect(found(['省直辖县级行政区划'], 'xihu')).toEqual([])
  })

  test.each([
    ['xihu', '西湖区'],
    ['liuhe', '六合区'],
    ['xian', '西安市'],
    ["xi'an", '西安市'],
    ['shehe', undefined],
    ['pudong', '浦东新区'],
    ['nmg', '内蒙古自治区'],
    ['zhongqing', '重庆市'],
    ['chongqing', '重庆市'],
    ['luhe', '六合区'],
    ['lvliang', '吕梁市'],
    ['西湖', '西湖区'],
    ['hz', '杭州市'],
    ['beijing', '北京市'],
    ['bj', '北京市'],
  ])('%s among the places of the country means %s', (typed, name) => {
    const [first] = found(places, typed)
    if (name === undefined) expect(first).toBeUndefined()
    else expect(found(places, typed).slice(0, 9)).toContain(name)
  })

  test('prefers the known pinyin to other readings', () => {
    const known = [
      { name: '西和县', pinyin: 'xihexian' },
      { name: '西湖区', pinyin: 'xihuqu' },
      { name: '西华县', pinyin: 'xihuaxian' },
    ]
    expect(found(known, 'xihu')).toEqual(['西湖区', '西华县', '西和县'])
  })

  test('ignores width and case, and also searches the second name', () => {
    expect(found(['ＡＢ银行', '工商银行'], 'ab银')).toEqual(['ＡＢ银行'])
    expect(found(['ABC律师', '阿伯'], 'ab')).toEqual(['ABC律师', '阿伯'])
    const english = { name: 'Xihu District', otherNames: ['西湖区'] }
    expect(found([english], 'xihuqu')).toEqual(['Xihu District'])
    expect(found([english], '西湖')).toEqual(['Xihu District'])
    expect(found([english], 'district')).toEqual(['Xihu District'])
  })

  test('uses the answered pinyin until the dictionary has loaded', () => {
    const rank = (typed: string) => rankOf({ name: '歙县', pinyin: 'shexian' }, typed, null)
    expect(rank('she')).toBeLessThan(rank('xian')!)
    expect(rank('huizhou')).toBeUndefined()
  })
})
