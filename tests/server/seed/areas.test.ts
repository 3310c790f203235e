import { expect, test } from 'vitest'

import english from '../../../resources/locales/en/places.json' with { type: 'json' }
import { allAreas, type Area } from '../../../server/db/places/areas.ts'
import exceptions from '../../../server/db/places/englishPlaces.json' with { type: 'json' }
import { englishPlace } from '../../../server/db/places/englishPlaces.ts'

const byCode = new Map(allAreas.map(area => [area.code, area]))
const childrenOf = (code: string) => allAreas.filter(area => area.parentCode === code)
const ofLevel = (level: Area['level']) => allAreas.filter(area => area.level === level)
const withoutLowerLevels = ['710000', '810000', '820000']

test('contains the 34 provinces', () => {
  expect(ofLevel(1)).toHaveLength(34)
  expect(ofLevel(1).map(area => area.name)).toEqual(
    expect.arrayContaining(['北京市', '新疆维吾尔自治区', '台湾省', '香港特别行政区', '澳门特别行政区']),
  )
})

test('contains about as many cities and districts as the country has', () => {
  expect(ofLevel(2).length).toBeGreaterThan(335)
  expect(ofLevel(3).length).toBeGreaterThan(2840)
})

test('codes are six digits, unique, in order and below a parent of the level above', () => {
  expect(byCode.size).toBe(allAreas.length)
  expect(allAreas.map(area => area.code)).toEqual(allAreas.map(area => area.code).toSorted())
  expect(allAreas.filter(area => !/^\d{6}$/.test(area.code))).toEqual([])
  const levelAbove = (area: Area) => byCode.get(area.parentCode)?.level ?? 0
  expect(allAreas.filter(area => levelAbove(area) !== area.level - 1)).toEqual([])
})

test('every province but three, and every city, has at least one child', () => {
  const parents = allAreas.filter(area => area.level < 3 && !withoutLowerLevels.includes(area.code))
  expect(parents.filter(area => childrenOf(area.code).length === 0)).toEqual([])
})

test.each([
  ['110000', '110100', '北京市'],
  ['120000', '120100', '天津市'],
  ['310000', '310100', '上海市'],
  ['500000', '500100', '重庆市'],
])('municipality %s has the one city %s', (province, city, name) => {
  expect(childrenOf(province)).toMatchObject([{ code: city, name }])
})

test('counties of Chongqing stand beside its districts', () => {
  expect(childrenOf('500100').map(area => area.name)).toEqual(
    expect.arrayContaining(['渝中区', '城口县', '两江新区']),
  )
})

test.each(['441900', '442000', '460400', '620200'])(
  'city %s without districts has one district of its own name',
  code => {
    expect(childrenOf(code)).toMatchObject([{ name: byCode.get(code)?.name }])
  },
)

test.each([
  ['乐亭县', 'laotingxian'],
  ['乐清市', 'yueqingshi'],
  ['六安市', 'luanshi'],
  ['厦门市', 'xiamenshi'],
  ['大埔县', 'dabuxian'],
  ['洪洞县', 'hongtongxian'],
  ['珲春市', 'hunchunshi'],
  ['绿春县', 'lvchunxian'],
  ['成都市', 'chengdushi'],
  ['康巴什区', 'kangbashiqu'],
  ['乌什县', 'wushixian'],
  ['阿图什市', 'atushishi'],
  ['喀什市', 'kashishi'],
])('%s reads %s in pinyin', (name, pinyin) => {
  expect(allAreas.find(area => area.name === name)?.pinyin).toBe(pinyin)
})

test('pinyin readings are plain letters', () => {
  expect(allAreas.filter(area => !/^[a-z]+$/.test(area.pinyin))).toEqual([])
})

test('every place has the English name that the rules produce', () => {
  const named: Readonly<Record<string, string>> = english
  expect(allAreas.filter(({ name }) => named[name] !== englishPlace(name)).map(it => it.name)).toEqual([])
  expect(Object.values(named).filter(it => !/^[A-Z][A-Za-zü' ,-]+$/.test(it))).toEqual([])
})

test('the English name is spelled as the place is read, unless it has one of its own', () => {
  const own = [...Object.keys(exceptions.whole), ...Object.keys(exceptions.stems)]
  const others = allAreas.filter(({ name }) => !own.some(it => name.startsWith(it)))
  const letters = (text: string) => text.toLowerCase().replaceAll('ü', 'v').replaceAll("'", '')
  const differing = others.filter(
    ({ name, pinyin }) => !pinyin.startsWith(letters(englishPlace(name)).split(' ')[0]!),
  )
  expect(differing.map(({ name, pinyin }) => `${name} ${pinyin} ${englishPlace(name)}`)).toEqual([])
})

test.each([
  ['单县', 'Shan County'],
  ['闵行区', 'Minhang District'],
  ['蚌山区', 'Bengshan District'],
  ['浚县', 'Xun County'],
  ['蔚县', 'Yu County'],
  ['歙县', 'She County'],
  ['康巴什区', 'Kangbashi District'],
  ['阿图什市', 'Atushi'],
  ['陕西省', 'Shaanxi'],
  ['山西省', 'Shanxi'],
  ['内蒙古自治区', 'Inner Mongolia'],
  ['澳门特别行政区', 'Macao'],
  ['哈尔滨市', 'Harbin'],
  ['西安市', "Xi'an"],
  ['重庆市', 'Chongqing'],
  ['厦门市', 'Xiamen'],
  ['吕梁市', 'Lüliang'],
  ['浦东新区', 'Pudong New Area'],
  ['清新区', 'Qingxin District'],
  ['德宏傣族景颇族自治州', 'Dehong Dai and Jingpo Autonomous Prefecture'],
  ['威宁彝族回族苗族自治县', 'Weining Yi, Hui and Miao Autonomous County'],
  ['瀍河回族区', 'Chanhe Hui District'],
  ['土默特左旗', 'Tumed Left Banner'],
])('%s is %s in English', (name, text) => expect(englishPlace(name)).toBe(text))
