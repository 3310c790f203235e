import data from './areas.json' with { type: 'json' }

export type Area = {
  code: string
  name: string
  /** '0' for provinces. */
  parentCode: string
  /** 1 province, 2 city, 3 district. */
  level: 1 | 2 | 3
  pinyin: string
}

/** Changes with the data, so that a client can tell that its copy is outdated. */
export const areasVersion = data.version

// Chongqing's counties are numbered under a second city, which the data omits, since a municipality has one
// city.
const cityOf = (code: string) => (code.startsWith('5002') ? '500100' : `${code.slice(0, 4)}00`)

const placeOf = (code: string): Pick<Area, 'level' | 'parentCode'> => {
  if (code.endsWith('0000')) return { level: 1, parentCode: '0' }
  if (code.endsWith('00')) return { level: 2, parentCode: `${code.slice(0, 2)}0000` }
  return { level: 3, parentCode: cityOf(code) }
}

const toArea = (row: string): Area => {
  const [code = '', name = '', pinyin = ''] = row.split(' ')
  return { code, name, ...placeOf(code), pinyin }
}

/** Every province, city and district, in code order; a parent always comes before its children. */
export const allAreas: readonly Area[] = data.rows.map(toArea)
